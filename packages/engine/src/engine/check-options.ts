import { GraphwrightError, isPlugin, kinds, suggestion, type Kind } from '@graphwright/contract';
import { z } from 'zod';
import type { EngineOptions } from './options.ts';
import { limitsSchema } from './request.ts';

const text = z.string().min(1);
const named = z.union([text, z.looseObject({ use: text })], 'an id, or { use, …its options }');

/** A plugin's name, or a port of the kind that also has these members. */
function nameOrPort<P>(kind: Kind<P>, members: z.ZodType = z.looseObject({})): z.ZodType {
  const expected = `an id, { use, …its options }, or a ${kind.name} (specVersion "${kind.specVersion}", all of its members)`;
  return z.custom((value) => named.safeParse(value).success || (kind.check(value) && members.safeParse(value).success), expected);
}

function wholeFrom(least: number): z.ZodType {
  return z.custom((value) => Number.isSafeInteger(value) && Number(value) >= least, `a whole number ≥ ${least}`);
}

const tokens = wholeFrom(1);
const index = z.looseObject({
  knowledge: z.custom((value) => isObject(value) && typeof value['rows'] === 'function' && isObject(value['facts']), 'the knowledge base of an opened index'),
  vectors: z.array(z.unknown()),
  vectorLocations: z.array(z.unknown()),
  warnings: z.array(z.unknown()),
}, 'what openIndex returns');

const shape = {
  index,
  plugins: z.array(z.custom(isPlugin, 'what definePlugin returns'), 'a list of plugins'),
  strategy: named.optional(),
  model: nameOrPort(kinds.languageModel, z.looseObject({ model: z.string(), limits: z.looseObject({ window: tokens, maxOutput: tokens }) })).optional(),
  embedder: nameOrPort(kinds.embedder, z.looseObject({ model: z.string() })).optional(),
  tokenizer: nameOrPort(kinds.tokenizer, z.looseObject({ encoding: z.string() })).optional(),
  vectorStores: z.array(named).optional(),
  prompts: z.record(z.string(), z.string()).optional(),
  seed: z.int('a whole number').optional(),
  limits: limitsSchema.optional(),
  concurrency: wholeFrom(1).optional(),
  retries: wholeFrom(0).optional(),
  embedBatch: wholeFrom(1).optional(),
  artifacts: nameOrPort(kinds.artifactStore).optional(),
  clock: z.custom((value) => isObject(value) && typeof value['now'] === 'function' && typeof value['wait'] === 'function', 'a clock, with now and wait').optional(),
} satisfies Record<keyof EngineOptions, z.ZodType>;

const optionsSchema = z.strictObject(shape);

/**
 * Checks what an engine is made of, as far as that shows without asking anybody.
 *
 * @throws GraphwrightError `option-unknown` (names the nearest), `option-invalid`, `plugin-invalid`, `usage-invalid` for what is no object.
 */
export function checkEngineOptions(options: EngineOptions): void {
  checkOptions(optionsSchema, options, 'createEngine');
}

/**
 * Checks the options of a function by a schema.
 *
 * @throws GraphwrightError as {@link checkEngineOptions}.
 */
export function checkOptions(schema: z.ZodObject, options: unknown, owner: string): void {
  const result = schema.safeParse(options);
  if (result.success) return;
  const [issue] = result.error.issues;
  const path = issue?.path.map(String) ?? [];
  const option = path.join('.');
  const shared = { ...(option === '' ? {} : { where: { option } }), cause: result.error };
  if (issue?.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    const unknown = [...path, key].join('.');
    const next = suggestion(key, knownKeys(schema, path));
    throw new GraphwrightError({ code: 'option-unknown', message: `${owner} has no option "${unknown}".`, next, ...shared, where: { option: unknown } });
  }
  const expected = issue?.message ?? 'something else';
  if (path.length === 0) {
    throw new GraphwrightError({ code: 'usage-invalid', message: `${owner} takes its options as an object.`, expected: `{ ${Object.keys(schema.shape).slice(0, 4).join(', ')}, … }`, found: kindOf(options), ...shared });
  }
  const code = path[0] === 'plugins' && path.length > 1 ? 'plugin-invalid' : 'option-invalid';
  throw new GraphwrightError({ code, message: `The option "${option}" of ${owner} is not valid.`, expected, found: kindOf(valueAt(options, path)), ...shared });
}

function knownKeys(schema: z.ZodType, path: readonly string[]): string[] {
  const bare = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (!(bare instanceof z.ZodObject)) return [];
  const [key, ...rest] = path;
  if (key === undefined) return Object.keys(bare.shape);
  const inner: unknown = bare.shape[key];
  return inner instanceof z.ZodType ? knownKeys(inner, rest) : [];
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined), value);
}

/** A value in a word or two; texts and lists may be long. */
function kindOf(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'a list' : typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : typeof value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
