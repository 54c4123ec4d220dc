import type { TokenCounter } from '@graphwright/contract';

const ELLIPSIS = '…';

/**
 * The beginning of a text with `…` after it, of at most `maxTokens` tokens in all; the text itself where it is no longer than
 * that (`whole` is its count). Cut between words where there is a blank in the second half of what fits, never inside a
 * character. Where not even `…` fits, the text is empty.
 */
export function shorten(text: string, maxTokens: number, whole: number, tokens: Pick<TokenCounter, 'count'>): string {
  if (whole <= maxTokens) return text;
  // Counts of prefixes grow but for a token here and there, so halving finds a good cut; what it finds is checked below.
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (tokens.count(cut(text, middle)) <= maxTokens) low = middle;
    else high = middle - 1;
  }
  const blank = text.slice(0, low + 1).search(/\s\S*$/u);
  let length = blank > low / 2 ? blank : low;
  while (length > 0 && tokens.count(cut(text, length)) > maxTokens) length -= 1;
  if (length > 0) return cut(text, length);
  return tokens.count(ELLIPSIS) <= maxTokens ? ELLIPSIS : '';
}

function cut(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  // A high surrogate at the end has lost its other half.
  const end = last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
  return `${text.slice(0, end).trimEnd()}${ELLIPSIS}`;
}
