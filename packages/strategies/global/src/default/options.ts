import { kinds, ref } from '@graphwright/contract';
import { budgetOptions } from '@graphwright/token-budget';
import { z } from 'zod';

/** The options of `global`; the package's README lists them with their meaning. */
export const globalOptions = z.object({
  /** Which reports are read: a retriever of reports. */
  selector: ref(kinds.retriever).prefault('select-cut'),
  /** Reports of a lower rank are not read; one without a rank is. */
  minCommunityRank: z.number().default(0),
  /** How reports are dealt into batches. */
  policy: ref(kinds.packingPolicy).prefault('balanced-batches'),
  /** Length of the points of one batch, in words. */
  mapMaxLength: z.int().positive().default(1000),
  /** Points are merged where they share this part of their words, in (0, 1]; numbers and negations have to be the same. */
  mergeLikeness: z.number().gt(0).max(1).default(0.9),
  /** Tokens of points in the last call. */
  pointsCap: z.int().nonnegative().default(12_000),
  /** How the points fill the window of the last call. */
  reducePolicy: ref(kinds.packingPolicy).prefault('priority'),
  /** Length of the answer, in words. */
  reduceMaxLength: z.int().positive().default(2000),
  /** Whether the answer may bring in what the model knows from elsewhere, marked; then it is asked for even without a point. */
  allowGeneralKnowledge: z.boolean().default(false),
  /** Tokens of earlier turns before each batch; whole turns, the newest first. */
  historyTokens: z.int().nonnegative().default(2000),
  ...budgetOptions,
});

/** The options of `global`, settled. */
export type GlobalOptions = z.output<typeof globalOptions>;
