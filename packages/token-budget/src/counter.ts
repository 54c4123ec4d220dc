import type { TokenCounter, Tokenizer, TokenMemo } from '@graphwright/contract';

/**
 * A counter that keeps the counts of rows. Each rendering has one memo, the same object whenever it is asked for; counts live
 * as long as the counter, so one counter belongs to one index and one encoding.
 */
export function createTokenCounter(tokenizer: Tokenizer): TokenCounter {
  const memos = new Map<string, TokenMemo>();
  return {
    tokenizer,
    count: (text) => tokenizer.count(text),
    memo(rendering) {
      const known = memos.get(rendering);
      if (known !== undefined) return known;
      const memo = createMemo(tokenizer);
      memos.set(rendering, memo);
      return memo;
    },
  };
}

function createMemo(tokenizer: Tokenizer): TokenMemo {
  const counts = new Map<string, number>();
  return {
    get: (id) => counts.get(id),
    measure(id, text) {
      const known = counts.get(id);
      if (known !== undefined) return known;
      const count = tokenizer.count(text);
      counts.set(id, count);
      return count;
    },
  };
}
