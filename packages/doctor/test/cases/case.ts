import type { Embedder } from '@graphwright/contract';
import type { Finding } from '@graphwright/doctor';
import type { Change } from '../healthy.ts';

/** Something done to the healthy index, and the finding that must come of it. */
export interface Case {
  readonly what: string;
  readonly change: Change;
  readonly embedder?: Embedder;
  readonly expected: Partial<Finding> & Pick<Finding, 'code' | 'severity' | 'count' | 'total'>;
}
