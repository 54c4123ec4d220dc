import type { Answer } from '@graphwright/contract';
import { costOf } from './cost.ts';

/**
 * An answer without what varies from run to run: all times are 0, and what was paid once for the life of an engine (`check`) is left out. Two of
 * them compare byte for byte.
 */
export function stableAnswer(answer: Answer): Answer {
  const entries = answer.cost.entries.filter(({ kind }) => kind !== 'check');
  return { ...answer, cost: costOf(entries.map((entry) => ({ ...entry, milliseconds: 0 }))) };
}
