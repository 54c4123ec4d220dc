import { kinds, ref } from '@graphwright/contract';
import { budgetOptions } from '@graphwright/token-budget';
import { z } from 'zod';

/** The options of `select-dynamic`; the package's README lists them with their meaning. */
export const dynamicOptions = z.object({
  /** The finest level whose reports may be rated; null for all levels. */
  communityLevel: z.int().nonnegative().nullable().default(2),
  /** The selector that is used where rating will not pay. Derived: `select-level` with `communityLevel`. */
  plain: ref(kinds.retriever),
  /** Whether it is forecast after each level what going on would cost. */
  forecast: z.boolean().default(true),
  /** The plain selector is used where selecting and reading would cost more than this share of reading what it selects. */
  payUpTo: z.number().positive().default(1.1),
  /** Whether it is asked after each level whether the reports that are kept can answer. */
  stopWhenEnough: z.boolean().default(true),
  /** Which communities are rated by their whole report: those whose summary does not decide, none, or all. */
  fullReports: z.enum(['doubtful', 'never', 'always']).default('doubtful'),
  /** What becomes of a report that the rater passes over twice. */
  notRated: z.enum(['leave-out', 'keep']).default('leave-out'),
  /** Ratings of each report, of which the majority counts; a tie counts as relevant, and as a doubt. */
  repeats: z.int().min(1).default(1),
  /** Whether a report stays when one below it is kept. */
  keepParent: z.boolean().default(false),
  /** Whether the next level is rated whole where nothing was kept so far. */
  widen: z.boolean().default(true),
  /** A retriever of reports: only those that it finds, and those above them, are rated. */
  prefilter: ref(kinds.retriever).optional(),
  /** Communities that one call rates at most. */
  batchSize: z.int().min(1).default(25),
  /** Rounds at most. */
  maxRounds: z.int().min(1).optional(),
  /** No further round begins after so many calls. */
  maxCalls: z.int().min(1).optional(),
  /** No further round begins after so many tokens of input. */
  maxTokens: z.int().min(1).optional(),
  /** How reports are dealt into calls. */
  policy: ref(kinds.packingPolicy).prefault('balanced-batches'),
  ...budgetOptions,
});

/** The options of `select-dynamic`, settled. */
export type DynamicOptions = z.output<typeof dynamicOptions>;
