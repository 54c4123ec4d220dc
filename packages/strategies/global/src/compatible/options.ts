import { kinds, ref } from '@graphwright/contract';
import { z } from 'zod';

/**
 * The options of `global-compatible`: GraphRAG's own parameters of its global search and its context builder under their names in camel case,
 * with the defaults that its configuration applies.
 */
export const compatibleOptions = z.object({
  /** Which reports are read. Derived: `select-level-compatible` with `communityLevel`; give `select-dynamic-compatible` to have them rated first. */
  selector: ref(kinds.retriever),
  /** The finest level of communities whose reports are read; null for all levels. Belongs to the derived selector alone. */
  communityLevel: z.int().nullable().optional(),
  /** Tokens of reports in one batch; the conversation comes on top. */
  maxContextTokens: z.int().nonnegative().default(12_000),
  /** Tokens of map points in the last call. */
  maxDataTokens: z.int().nonnegative().default(12_000),
  /** Length of the points of one batch, in words. */
  mapMaxLength: z.int().positive().default(1000),
  /** Length of the answer, in words. */
  reduceMaxLength: z.int().positive().default(2000),
  /** Whether the answer may bring in what the model knows from elsewhere; then it is asked for even where no report bears on the question. */
  allowGeneralKnowledge: z.boolean().default(false),
  useCommunitySummary: z.boolean().default(false),
  shuffleData: z.boolean().default(true),
  /** Seed of the shuffle. */
  randomState: z.int().nonnegative().default(86),
  includeCommunityRank: z.boolean().default(true),
  /** Heading of the column of a report's rank. */
  communityRankName: z.string().min(1).default('rank'),
  /** Reports of a lower rank are not read; one without a rank never is. */
  minCommunityRank: z.number().default(0),
  includeCommunityWeight: z.boolean().default(true),
  /** Heading of the column of a community's weight. */
  communityWeightName: z.string().min(1).default('occurrence weight'),
  /** Whether weights are divided by the largest. */
  normalizeCommunityWeight: z.boolean().default(true),
  /** Heading that is counted for a batch, and not printed. */
  contextName: z.string().min(1).default('Reports'),
  /** What stands between cells. */
  columnDelimiter: z.string().min(1).default('|'),
  /** Turns of the conversation that are shown, the oldest; null or 0 for all. */
  conversationHistoryMaxTurns: z.int().nonnegative().nullable().default(5),
  conversationHistoryUserTurnsOnly: z.boolean().default(true),
  /** Whose counts batches and points go by. */
  tokenizer: ref(kinds.tokenizer).prefault({ use: 'gpt-tokenizer', encoding: 'cl100k_base' }),
  /** Whose counts decide what of a conversation fits. */
  historyTokenizer: ref(kinds.tokenizer).prefault({ use: 'gpt-tokenizer', encoding: 'o200k_base' }),
  /** How reports are dealt into batches. */
  policy: ref(kinds.packingPolicy).prefault('global-batches-compatible'),
  /** How the points fill the window of the last call. */
  reducePolicy: ref(kinds.packingPolicy).prefault('priority'),
});

/** The options of `global-compatible`, settled. */
export type CompatibleOptions = z.output<typeof compatibleOptions>;
