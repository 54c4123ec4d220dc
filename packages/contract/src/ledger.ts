import { z } from 'zod';

const count = z.int().nonnegative();
const refSchema = z.strictObject({ table: z.string(), id: z.string() });

/** One way by which a record came in; see the type `Via`. */
export const viaSchema = z.strictObject({
  by: z.string(),
  score: z.number().optional(),
  rank: z.int().positive().optional(),
  seed: refSchema.optional(),
  path: z
    .array(z.strictObject({ relationshipId: z.string(), direction: z.enum(['out', 'in']), entityId: z.string() }))
    .optional(),
});

/**
 * What became of one candidate, or of a group of candidates that packing never reached. A candidate has `id`; a group has
 * `count` and `ids` instead. `dropped` always has a `reason`; `included` has one only as `shortened`.
 */
export const ledgerEntrySchema = z.strictObject({
  /** Left out for what never met a window. */
  window: z.string().optional(),
  stage: z.string(),
  section: z.string(),
  table: z.string(),
  id: z.string().optional(),
  /** What of the record is in, when it is not the whole. */
  part: z.string().optional(),
  humanReadableId: z.string().optional(),
  /** The id as the window prints it. */
  label: z.string().optional(),
  /** Where packing counted it. */
  tokens: count.optional(),
  score: z.number().optional(),
  via: z.array(viaSchema),
  outcome: z.enum(['included', 'dropped']),
  reason: z.string().optional(),
  count: count.optional(),
  ids: z.array(z.string()).optional(),
});
/** What became of one candidate, or of a group that packing never reached. */
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

/** A limit that cut something off before it had an id; see the type `Cap`. */
export const ledgerCapSchema = z.strictObject({
  stage: z.string(),
  section: z.string(),
  by: z.string(),
  seed: refSchema.optional(),
  limit: count,
  total: count,
});

/** Counts of distinct records of one section over a whole run: considered = included + dropped. */
export const ledgerTotalSchema = z.strictObject({
  considered: count,
  included: count,
  dropped: count,
  /** Tokens of what is included, over evidence and work windows. */
  tokens: count,
});

/** Everything that was considered in a run and what became of it. It balances, per window over entries and per run over records. */
export const ledgerSchema = z.strictObject({
  entries: z.array(ledgerEntrySchema),
  caps: z.array(ledgerCapSchema),
  totals: z.record(z.string(), ledgerTotalSchema),
});
/** Everything that was considered in a run and what became of it. */
export type Ledger = z.infer<typeof ledgerSchema>;
