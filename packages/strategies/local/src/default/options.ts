import { kinds, ref } from '@graphwright/contract';
import { budgetOptions } from '@graphwright/token-budget';
import { z } from 'zod';
import { PROFILE_NAMES, PROFILES, SECTION_NAMES, type Profile } from './profiles.ts';

/** The options of `local`; the package's README lists them with their meaning. */
export const localOptions = z.object({
  /** The retriever by which a question enters. */
  entrance: ref(kinds.retriever).prefault('fuse'),
  /** The order of the entities that entered, before they are cut back to `seeds`: a ranker with a model belongs here. */
  seedOrder: ref(kinds.ranker).prefault('as-found'),
  /** Entities at most from which material is gathered; those that the request includes come first. */
  seeds: z.int().min(1).default(10),
  /** The same where the graph around the first of them is sparse: the matching is widened before the walk goes deeper. */
  seedsWhenSparse: z.int().min(1).default(20),
  /** The graph is sparse where the seeds have fewer relationships than this on average. */
  sparseBelow: z.number().min(0).default(2),
  /** How the walk goes on from the seeds. */
  expander: ref(kinds.expander).prefault('neighbourhood'),
  /** The finest level of communities whose reports are offered; all levels when left out. */
  communityLevel: z.int().nonnegative().optional(),
  /** How the window is shared out; see `profiles.ts`. */
  profile: z.enum(PROFILE_NAMES).default('exploratory'),
  /** The sections that are offered to the policy, in this order; by default that of the profile. */
  order: z
    .array(z.enum(SECTION_NAMES))
    .min(1)
    .refine((names) => new Set(names).size === names.length, 'a section stands in it twice'),
  /** Rows of a section that a policy should put in before anything else; by default those of the profile. */
  floors: eachSection(z.int().nonnegative()),
  /** The share of the window beyond which a policy should not fill a section, in (0, 1]; 1 is no cap; by default those of the profile. */
  capShares: eachSection(z.number().gt(0).max(1)),
  entityOrder: ref(kinds.ranker).prefault('graph-distance'),
  relationshipOrder: ref(kinds.ranker).prefault('between-seeds'),
  claimOrder: ref(kinds.ranker).prefault('as-found'),
  reportOrder: ref(kinds.ranker).prefault('report-rank'),
  sourceOrder: ref(kinds.ranker).prefault('fused-order'),
  entitySection: ref(kinds.section).prefault('entities'),
  relationshipSection: ref(kinds.section).prefault('relationships'),
  claimSection: ref(kinds.section).prefault('claims'),
  reportSection: ref(kinds.section).prefault('reports'),
  sourceSection: ref(kinds.section).prefault('sources'),
  /** How the window is shared out. */
  policy: ref(kinds.packingPolicy).prefault('priority'),
  /** Tokens of earlier turns at most; the newest turns that fit go in, whole. */
  historyTokens: z.int().nonnegative().default(2000),
  ...budgetOptions,
});

/** The options of `local`, settled. */
export type LocalOptions = z.output<typeof localOptions>;

/** What the profile decides and nobody gave. */
export function profileOptions({ profile }: Partial<LocalOptions>): Partial<Profile> {
  return profile === undefined ? {} : PROFILES[profile];
}

function eachSection<S extends z.ZodType>(schema: S): z.ZodObject<Record<(typeof SECTION_NAMES)[number], S>> {
  return z.strictObject({ entities: schema, relationships: schema, claims: schema, reports: schema, sources: schema });
}
