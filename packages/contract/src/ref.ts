import { z } from 'zod';
import type { Kind } from './plugin.ts';

const BRAND = 'graphwright.ref';

/**
 * An option's value that names a plugin of a kind. `run.use` gives the port, typed by the kind. Prints as JSON in the form in
 * which it may be given: `{ "use": "id@range", …options }`.
 */
export interface Ref<P> {
  readonly brand: typeof BRAND;
  readonly kind: Kind<P>;
  /** The id, with `@range` (semantic version range) where one is given. */
  readonly use: string;
  readonly options: Readonly<Record<string, unknown>>;
  toJSON(): Record<string, unknown>;
}

const inputSchema = z.union([z.string().min(1), z.looseObject({ use: z.string().min(1) })]);

/** The schema of an option that names a plugin: an id, `id@range`, or `{ use, …its options }`. */
export type RefSchema<P> = z.ZodPipe<typeof inputSchema, z.ZodTransform<Ref<P>, z.output<typeof inputSchema>>>;

/**
 * The schema of an option that names a plugin of a kind. Give its default with `.prefault('id')`, which is parsed like a
 * given value; `.default` would skip the parsing.
 */
export function ref<P>(kind: Kind<P>): RefSchema<P> {
  return inputSchema.transform((input): Ref<P> => {
    if (typeof input === 'string') return refTo(kind, input);
    if (isRef(input)) return refTo(kind, input.use, input.options);
    const { use, ...options } = input;
    return refTo(kind, use, options);
  });
}

/** Names a plugin in code. */
export function refTo<P>(kind: Kind<P>, use: string, options: Readonly<Record<string, unknown>> = {}): Ref<P> {
  return { brand: BRAND, kind, use, options, toJSON: () => ({ use, ...options }) };
}

/** Whether a value names a plugin. */
export function isRef(value: unknown): value is Ref<unknown> {
  return typeof value === 'object' && value !== null && 'brand' in value && value.brand === BRAND;
}
