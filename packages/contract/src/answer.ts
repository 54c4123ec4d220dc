import { z } from 'zod';
import { ledgerSchema } from './ledger.ts';

const count = z.int().nonnegative();

/** Something a user should know that did not stop the work. `count` says how often, `examples` (at most 5) where. */
export const warningSchema = z.strictObject({
  code: z.string(),
  message: z.string(),
  count: count.optional(),
  examples: z.array(z.string()).optional(),
});
/** Something a user should know that did not stop the work. */
export type Warning = Readonly<z.infer<typeof warningSchema>>;

/** The layer in which a call failed. */
export const failureLayerSchema = z.enum(['transport', 'model', 'parse', 'schema', 'limit', 'aborted']);

/** A call that failed: returned by the call, never thrown, and listed in the Answer. */
export const failureSchema = z.strictObject({
  stage: z.string(),
  /** What was called: `generate local-answer`, `embed`. */
  call: z.string(),
  layer: failureLayerSchema,
  code: z.string(),
  message: z.string(),
  attempts: count,
  /** What the failure means for the answer. */
  effect: z.string(),
});
/** A call that failed. */
export type Failure = z.infer<typeof failureSchema>;

/** What a call gives: a value, or the failure that the engine has recorded. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

/**
 * The tokens of one window. They add up: window = outputReserve + prompt + question + history + context + margin + unused.
 * `context` is what sections may fill; `bound` names what held it down.
 */
export const budgetSchema = z.strictObject({
  window: count,
  outputReserve: count,
  prompt: count,
  question: count,
  history: count,
  context: count,
  /** 5 % of the window where the tokenizer estimates, else 0. */
  margin: count,
  /** What `contextCap` or a handed-down budget leaves free. */
  unused: count,
  bound: z.enum(['window', 'contextCap', 'given']),
});
/** The tokens of one window. */
export type Budget = Readonly<z.infer<typeof budgetSchema>>;

/** A window as it was sent, or would have been. */
export const windowSchema = z.strictObject({
  id: z.string(),
  stage: z.string(),
  /** The id of the prompt that it was sent with; left out when no model was asked with it. */
  call: z.string().optional(),
  /** Citations are looked up in `evidence` windows only; rating, forecasting and judging are `work`. */
  use: z.enum(['evidence', 'work']),
  text: z.string(),
  /** Tokens of the sections and of what stands between them. */
  tokens: count,
  sections: z.array(z.strictObject({ name: z.string(), text: z.string(), tokens: count })),
  /** Why tokens pass the budget, where they do. */
  overrun: z.string().optional(),
  budget: budgetSchema,
});
/** A window as it was sent, or would have been. */
export type Window = z.infer<typeof windowSchema>;

/** A source that the answer names, looked up. */
export const citationSchema = z.strictObject({
  section: z.string(),
  /** The id as the answer prints it. */
  label: z.string(),
  /** `window`: in an evidence window of this run; `index`: in the index only; `nowhere`: made up. */
  found: z.enum(['window', 'index', 'nowhere']),
  table: z.string().optional(),
  id: z.string().optional(),
  /** The window that holds it. */
  window: z.string().optional(),
  /** Where in the text it is named: offsets of its marks, in UTF-16 code units, ascending. */
  positions: z.array(count),
});
/** A source that the answer names, looked up. */
export type Citation = z.infer<typeof citationSchema>;

/** One call of a model, an embedder or a ranker. */
export const costEntrySchema = z.strictObject({
  stage: z.string(),
  model: z.string(),
  /** `check`: stored texts embedded again, once for the life of an engine; the run that came first pays, outside its ceilings. */
  kind: z.enum(['model', 'embedding', 'rerank', 'check']),
  inputTokens: count,
  outputTokens: count,
  /** The provider said nothing: tokens were counted here. */
  estimated: z.boolean(),
  cached: z.boolean(),
  milliseconds: z.number().nonnegative(),
});
/** One call of a model, an embedder or a ranker. */
export type CostEntry = z.infer<typeof costEntrySchema>;

/** What a run cost. `totals` sums the entries; times stand nowhere else. */
export const costSchema = z.strictObject({
  entries: z.array(costEntrySchema),
  totals: z.strictObject({
    calls: count,
    inputTokens: count,
    outputTokens: count,
    estimated: z.boolean(),
    milliseconds: z.number().nonnegative(),
  }),
});

/** What made an answer: every plugin with version and options, prompts, models, tokenizer, index, seed. */
export const provenanceSchema = z.strictObject({
  strategy: z.string(),
  plugins: z.array(
    z.strictObject({
      kind: z.string(),
      id: z.string(),
      version: z.string(),
      options: z.record(z.string(), z.unknown()),
      origins: z.record(z.string(), z.enum(['given', 'default', 'derived'])),
    }),
  ),
  prompts: z.array(
    z.strictObject({ id: z.string(), version: z.string(), source: z.enum(['built-in', 'file']), hash: z.string() }),
  ),
  models: z.array(
    z.strictObject({
      kind: z.enum(['model', 'embedding', 'rerank']),
      model: z.string(),
      temperature: z.number().optional(),
      seed: z.int().optional(),
      /** Parameters that the model did not take. */
      dropped: z.array(z.string()),
      fingerprint: z.string().optional(),
      notice: z.string().optional(),
    }),
  ),
  tokenizer: z.strictObject({ encoding: z.string(), exact: z.boolean() }),
  index: z.strictObject({ format: z.string(), version: z.string(), fingerprint: z.string() }),
  seed: z.int(),
  /** The version of this JSON. */
  specVersion: z.literal('v1'),
});

/** How a run ended. */
export const statusSchema = z.enum(['answered', 'partial', 'assembled', 'no-relevant-data', 'failed']);
/** How a run ended. */
export type Status = z.infer<typeof statusSchema>;

/** The one object that every run gives, streamed or not, and that commands which run one print with `--json`. */
export const answerSchema = z.strictObject({
  status: statusSchema,
  question: z.string(),
  text: z.string().optional(),
  citations: z.array(citationSchema),
  windows: z.array(windowSchema),
  ledger: ledgerSchema,
  cost: costSchema,
  failures: z.array(failureSchema),
  warnings: z.array(warningSchema),
  provenance: provenanceSchema,
  /** What a strategy alone has to tell, in the order of stages. */
  details: z.array(z.strictObject({ stage: z.string(), name: z.string(), data: z.unknown() })),
});
/** The one object that every run gives. */
export type Answer = z.infer<typeof answerSchema>;

/** What a command prints with `--json` in place of an Answer when it cannot give one: the error of the house that was thrown. */
export const errorReportSchema = z.strictObject({
  status: z.literal('failed'),
  error: z.strictObject({
    code: z.string(),
    /** The sentence alone. */
    message: z.string(),
    expected: z.string().optional(),
    found: z.string().optional(),
    where: z
      .strictObject({ file: z.string(), table: z.string(), column: z.string(), row: count, option: z.string(), plugin: z.string() })
      .partial()
      .optional(),
    next: z.string().optional(),
  }),
});
/** What a command prints with `--json` in place of an Answer when it cannot give one. */
export type ErrorReport = Readonly<z.infer<typeof errorReportSchema>>;

/** The JSON Schema of the Answer (draft 2020-12), for people and tools that depend on it. */
export function answerJsonSchema(): Record<string, unknown> {
  return { ...z.toJSONSchema(answerSchema) };
}
