import { kinds, ref } from '@graphwright/contract';
import { budgetOptions } from '@graphwright/token-budget';
import { z } from 'zod';

/** The sections that `local` can offer, with the table that each is made from. */
export const SECTION_TABLES = {
  entities: 'entities',
  relationships: 'relationships',
  claims: 'covariates',
  reports: 'community_reports',
  sources: 'text_units',
} as const;

/** The name of a section of `local`. */
export type SectionName = keyof typeof SECTION_TABLES;

const SECTION_NAMES = ['entities', 'relationships', 'claims', 'reports', 'sources'] as const satisfies readonly SectionName[];

/** The options of `local`; the package's README lists them with their meaning. */
export const localOptions = z.object({
  /** The retriever by which a question enters. */
  entrance: ref(kinds.retriever).prefault('fuse'),
  /** Entities at most from which material is gathered; those that the request includes come first. */
  seeds: z.int().min(1).default(10),
  /** Relationships at most that are fetched at one seed. */
  relationshipsPerEntity: z.int().min(1).default(20),
  /** Which relationships of a seed are fetched when there are more. */
  relationshipsBy: z.enum(['weight', 'combinedDegree', 'ordinal']).default('weight'),
  /** The finest level of communities whose reports are offered; all levels when left out. */
  communityLevel: z.int().nonnegative().optional(),
  /** The sections that are offered to the policy, in this order. */
  order: z
    .array(z.enum(SECTION_NAMES))
    .min(1)
    .refine((names) => new Set(names).size === names.length, 'a section stands in it twice')
    .default([...SECTION_NAMES]),
  /** Rows of a section that a policy should put in before anything else. */
  floors: z
    .strictObject({
      entities: z.int().nonnegative().default(1),
      relationships: z.int().nonnegative().default(0),
      claims: z.int().nonnegative().default(0),
      reports: z.int().nonnegative().default(1),
      sources: z.int().nonnegative().default(3),
    })
    .prefault({}),
  /** The share of the window beyond which a policy should not fill a section, in (0, 1]; 1 is no cap. */
  capShares: z
    .strictObject({
      entities: share(0.2),
      relationships: share(0.2),
      claims: share(0.1),
      reports: share(0.25),
      sources: share(1),
    })
    .prefault({}),
  entityOrder: ref(kinds.ranker).prefault('as-found'),
  relationshipOrder: ref(kinds.ranker).prefault('between-seeds'),
  claimOrder: ref(kinds.ranker).prefault('as-found'),
  reportOrder: ref(kinds.ranker).prefault('report-rank'),
  sourceOrder: ref(kinds.ranker).prefault('occurrence'),
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

function share(value: number): z.ZodDefault<z.ZodNumber> {
  return z.number().gt(0).max(1).default(value);
}
