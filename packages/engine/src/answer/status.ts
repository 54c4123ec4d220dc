import type { Status } from '@graphwright/contract';

/** What the status of a run follows from. */
export interface Ending {
  /** Whether an answer was asked for. */
  readonly asked: boolean;
  readonly text: string;
  readonly failures: number;
  readonly windows: number;
  readonly nothingRelevant: boolean;
}

/**
 * How a run ended. Text without failures is `answered`, with them `partial`. Without text: `no-relevant-data` only where nothing
 * failed, since what failed might have found something. A run that asked for windows alone is `assembled`, or `partial` where
 * something failed and there are windows all the same.
 */
export function statusOf({ asked, text, failures, windows, nothingRelevant }: Ending): Status {
  if (failures === 0) {
    if (nothingRelevant) return 'no-relevant-data';
    if (!asked) return 'assembled';
    return text.trim() === '' ? 'failed' : 'answered';
  }
  const something = asked ? text.trim() !== '' : windows > 0 && !nothingRelevant;
  return something ? 'partial' : 'failed';
}
