import { kinds, ref } from '@graphwright/contract';
import { z } from 'zod';

const share = z.number().min(0).max(1);

/**
 * The options of `local-compatible`: GraphRAG's own parameters of the local context builder under their names in camel case, with the
 * defaults that its configuration applies. Names of entities to include and exclude are parts of a request.
 */
export const compatibleOptions = z.object({
  /** The finest level of communities that count: entities of none do not exist; null for all levels and all entities. */
  communityLevel: z.int().nullable().default(2),
  /** Tokens of the window, history included. */
  maxContextTokens: z.int().nonnegative().default(12_000),
  /** Share of reports. What both shares leave is the graph's. */
  communityProp: share.default(0.15),
  /** Share of text units. */
  textUnitProp: share.default(0.5),
  /** Half of the vector hits that enter; all entities that enter where the question is empty. */
  topKMappedEntities: z.int().min(1).default(10),
  /** Relationships that lead out of the selected entities, per entity. */
  topKRelationships: z.int().nonnegative().default(10),
  includeEntityRank: z.boolean().default(true),
  /** Heading of the column of an entity's rank. */
  rankDescription: z.string().min(1).default('number of relationships'),
  includeRelationshipWeight: z.boolean().default(true),
  relationshipRankingAttribute: z.enum(['rank', 'weight']).default('rank'),
  includeCommunityRank: z.boolean().default(false),
  /** Reports of a lower rank do not count. */
  minCommunityRank: z.number().default(0),
  useCommunitySummary: z.boolean().default(false),
  /** Heading of the reports. */
  communityContextName: z.string().min(1).default('Reports'),
  /** What stands between cells; sources always have `|`. */
  columnDelimiter: z.string().min(1).default('|'),
  /** Turns of the conversation that are shown, the oldest, and questions that are embedded, the newest; null or 0 for all. */
  conversationHistoryMaxTurns: z.int().nonnegative().nullable().default(5),
  conversationHistoryUserTurnsOnly: z.boolean().default(true),
  /** Whether the details list every candidate and whether it is in the context. */
  returnCandidateContext: z.boolean().default(false),
  /** Whose counts sections and shares go by. */
  tokenizer: ref(kinds.tokenizer).prefault({ use: 'gpt-tokenizer', encoding: 'cl100k_base' }),
  /** Whose counts decide what of a conversation fits. */
  historyTokenizer: ref(kinds.tokenizer).prefault({ use: 'gpt-tokenizer', encoding: 'o200k_base' }),
  /** How the window is shared out; derived from the shares. */
  policy: ref(kinds.packingPolicy),
});

/** The options of `local-compatible`, settled. */
export type CompatibleOptions = z.output<typeof compatibleOptions>;
