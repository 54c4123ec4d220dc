import { z } from 'zod';

const count = z.int().nonnegative();

/** The strategies that findings are told for. */
export const strategyNameSchema = z.enum(['local', 'global', 'drift', 'basic']);
/** The name of a strategy, whichever face of it. */
export type StrategyName = z.infer<typeof strategyNameSchema>;

/** One record that shows a finding: its table, its id, and a name by which a person knows it (at most 120 characters). */
export const exampleSchema = z.strictObject({ table: z.string(), id: z.string(), name: z.string() });
/** One record that shows a finding. */
export type Example = Readonly<z.infer<typeof exampleSchema>>;

/** Something that a check found. Code and part together stand once in a diagnosis. */
export const findingSchema = z.strictObject({
  /** Stable; see the table in the documentation. */
  code: z.string(),
  /** The table, vector space or level that it is about, where the same code can be found in several. */
  part: z.string().optional(),
  /** `hurts`: answers are worse for it. `note`: worth knowing. */
  severity: z.enum(['hurts', 'note']),
  /** How many of `total` rows, references or vectors. */
  count,
  total: count,
  /** At most five, in the order of the index. */
  examples: z.array(exampleSchema).max(5),
  meaning: z.string(),
  /** The strategies that it touches; empty where it touches none. */
  hurts: z.array(strategyNameSchema),
  advice: z.string(),
});
/** Something that a check found. */
export type Finding = Readonly<z.infer<typeof findingSchema>>;

/** What is the matter with an index, as plain JSON. */
export const diagnosisSchema = z.strictObject({
  index: z.strictObject({ format: z.string(), version: z.string(), folder: z.string(), fingerprint: z.string() }),
  /** What hurts first, then by the order of the checks. */
  findings: z.array(findingSchema),
  /** Checks that ran, with the rows (and vectors) that each of them saw. */
  checked: z.array(z.strictObject({ check: z.string(), rows: count })),
  /** Checks that could not run, and why. */
  skipped: z.array(z.strictObject({ check: z.string(), why: z.string() })),
  /** How lengths were counted: the encoding, or `estimate` (four characters a token, or the index's own count). */
  tokens: z.string(),
  /** The version of this JSON. */
  specVersion: z.literal('v1'),
});
/** What is the matter with an index. */
export type Diagnosis = Readonly<z.infer<typeof diagnosisSchema>>;
