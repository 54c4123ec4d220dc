import type { Answer } from '@graphwright/contract';

/** An answer without what varies from run to run: all times are 0. Two of them compare byte for byte. */
export function stableAnswer(answer: Answer): Answer {
  const { entries, totals } = answer.cost;
  return {
    ...answer,
    cost: { entries: entries.map((entry) => ({ ...entry, milliseconds: 0 })), totals: { ...totals, milliseconds: 0 } },
  };
}
