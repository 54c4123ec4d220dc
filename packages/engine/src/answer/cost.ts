import type { Answer, CostEntry } from '@graphwright/contract';

/** The entries with their sums. */
export function costOf(entries: CostEntry[]): Answer['cost'] {
  const sum = (of: (entry: CostEntry) => number): number => entries.reduce((total, entry) => total + of(entry), 0);
  return {
    entries,
    totals: {
      calls: entries.length,
      inputTokens: sum((entry) => entry.inputTokens),
      outputTokens: sum((entry) => entry.outputTokens),
      estimated: entries.some((entry) => entry.estimated),
      milliseconds: sum((entry) => entry.milliseconds),
    },
  };
}
