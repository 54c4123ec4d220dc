import { z } from 'zod';
import { GraphwrightError } from './errors.ts';
import type { IndexFacts } from './knowledge.ts';
import type { ModelLimits } from './models.ts';
import { suggestion } from './names.ts';
import type { AnyPrompt } from './prompt.ts';
import type { TableName } from './records.ts';
import { isRef, type Ref } from './ref.ts';

const BRAND = 'graphwright.plugin';

/**
 * A kind of plugin, as a value: its name, the version of its port, and a check that a port is one. Kinds are compared by name
 * and version, never by identity. A new kind needs no change anywhere else.
 */
export interface Kind<P> {
  readonly name: string;
  readonly specVersion: string;
  /** Whether a value is such a port: its shape and its `specVersion`. */
  check(port: unknown): port is P;
}

/** A kind whose ports are recognised by their `specVersion` and by the functions they have. */
export function defineKind<P extends { readonly specVersion: string }>(
  name: string,
  specVersion: P['specVersion'],
  functions: readonly (keyof P & string)[],
): Kind<P> {
  return {
    name,
    specVersion,
    check: (port): port is P => {
      if (typeof port !== 'object' || port === null) return false;
      const members = new Map<string, unknown>(functions.map((member) => [member, Reflect.get(port, member)]));
      return Reflect.get(port, 'specVersion') === specVersion && [...members.values()].every((member) => typeof member === 'function');
    },
  };
}

/** What options can be derived from. Each part is there when it is known. */
export interface Facts {
  readonly model?: { readonly name: string; readonly limits: ModelLimits };
  readonly index?: IndexFacts & { readonly spaces: readonly string[] };
  /** Values measured on this index and these models, by name. */
  readonly calibration?: Readonly<Record<string, unknown>>;
}

/** What a plugin must find in a run. */
export interface Needs {
  /** Tables (and their columns) without which it cannot work. */
  readonly tables?: Readonly<Partial<Record<TableName, readonly string[]>>>;
  /** Tables that it uses where they are there. */
  readonly optionalTables?: Readonly<Partial<Record<TableName, readonly string[]>>>;
  /** Vector spaces without which it cannot work. */
  readonly spaces?: readonly string[];
  readonly embedder?: boolean;
  readonly model?: boolean;
  readonly adjacency?: boolean;
}

/** Where the value of an option comes from. */
export type Origin = 'given' | 'default' | 'derived';

/** A plugin with its options settled, before it is made. */
export interface Resolution {
  readonly options: Readonly<Record<string, unknown>>;
  readonly origins: Readonly<Record<string, Origin>>;
  readonly needs: Needs;
  readonly prompts: readonly AnyPrompt[];
  /** The plugins that the options name, at any depth, in the order of the options. */
  readonly refs: readonly Ref<unknown>[];
  /** Makes the port. It holds no state of a question; it may be made once a run or once an engine. */
  create(): unknown;
}

/** Anything that has an id: a retriever, a policy, a strategy, a store. Made by {@link definePlugin}. */
export interface Plugin {
  readonly brand: typeof BRAND;
  readonly kind: { readonly name: string; readonly specVersion: string };
  readonly id: string;
  /** The version of its behaviour (semantic): when a golden result moves, it is a new version. */
  readonly version: string;
  /** One sentence. */
  readonly description: string;
  /** JSON Schema of its options, as they may be given. */
  optionsJsonSchema(): Record<string, unknown>;
  /**
   * Settles the options: defaults from the schema, gaps from `derive`, then everything parsed.
   *
   * @throws GraphwrightError `option-unknown` (names the nearest known), `option-invalid`.
   */
  resolve(given: Readonly<Record<string, unknown>>, facts: Facts): Resolution;
}

/** How a plugin is written down. */
export interface PluginDefinition<P, S extends z.ZodObject> {
  /** Lower case, words joined by a dash. */
  readonly id: string;
  readonly version: string;
  readonly description: string;
  /** The options; none when left out. Holds the only defaults; a key that `derive` fills is required in it. */
  readonly options?: S;
  /**
   * Fills what was not given and has no default, keys of an object one by one. Sees the given values and the defaults; of an object of which
   * some keys are given, those.
   */
  derive?(known: Partial<z.output<S>>, facts: Facts): Partial<z.input<S>>;
  needs?(options: z.output<S>): Needs;
  readonly prompts?: readonly AnyPrompt[];
  create(options: z.output<S>): P;
}

/**
 * Makes a plugin of a kind. The type of its options is closed over: outside there is only what was resolved, so plugins of
 * different options can stand in one registry.
 *
 * @throws GraphwrightError `plugin-invalid` for an id or version out of form, or when `create` returns no port of the kind.
 */
export function definePlugin<P, S extends z.ZodObject>(kind: Kind<P>, definition: PluginDefinition<P, S>): Plugin {
  const name = `${definition.id}@${definition.version}`;
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/u.test(definition.id) || !/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/u.test(definition.version)) {
    throw new GraphwrightError({
      code: 'plugin-invalid',
      message: `"${name}" does not name a plugin.`,
      expected: 'an id in lower case with dashes, and a version such as 1.0.0',
      where: { plugin: name },
    });
  }
  const schema: z.ZodObject = (definition.options ?? z.object({})).strict();
  return {
    brand: BRAND,
    kind: { name: kind.name, specVersion: kind.specVersion },
    id: definition.id,
    version: definition.version,
    description: definition.description,
    optionsJsonSchema: () => ({ ...z.toJSONSchema(schema, { io: 'input' }) }),
    resolve(given, facts) {
      const stated = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      // Zod applies defaults below optional, so this parse knows what is given and what is default, and no more.
      const known = parse(partial(schema), stated, name);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema is S made strict; `partial` of a generic shape has no type
      const derived = { ...definition.derive?.(known as Partial<z.output<S>>, facts) };
      const parsed = parse(schema, filled(derived, stated), name);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
      const options = parsed as z.output<S>;
      const origins = Object.fromEntries(
        Object.keys(parsed).map((key): [string, Origin] => [key, key in stated ? 'given' : key in derived ? 'derived' : 'default']),
      );
      return {
        options: parsed,
        origins,
        needs: definition.needs?.(options) ?? {},
        prompts: definition.prompts ?? [],
        refs: refsIn(parsed),
        create() {
          const port = definition.create(options);
          if (kind.check(port)) return port;
          throw new GraphwrightError({
            code: 'plugin-invalid',
            message: `${name} does not make a ${kind.name}.`,
            expected: `a port of kind ${kind.name}, specVersion ${kind.specVersion}`,
            where: { plugin: name },
            next: 'Check the members of the port, and that its specVersion is that of the installed contract.',
          });
        },
      };
    },
  };
}

/** Whether a value (a module's export, say) is a plugin, whichever copy of this package made it. */
export function isPlugin(value: unknown): value is Plugin {
  return typeof value === 'object' && value !== null && 'brand' in value && value.brand === BRAND;
}

/** The schema with gaps allowed: keys may be left out, of an object among the options too. */
function partial(schema: z.ZodObject): z.ZodObject {
  const inner = Object.entries(schema.shape).flatMap(([key, field]) => (field instanceof z.ZodObject ? [[key, field.partial()] as const] : []));
  return schema.extend(Object.fromEntries(inner)).partial();
}

/** What is stated, its gaps filled with what is derived. An object that names a plugin is one value. */
function filled(derived: Readonly<Record<string, unknown>>, stated: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result: Record<string, unknown> = { ...derived, ...stated };
  for (const [key, value] of Object.entries(stated)) {
    const gap = derived[key];
    if (isPlain(value) && isPlain(gap) && !('use' in value)) result[key] = filled(gap, value);
  }
  return result;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The plugins that a value names, at any depth, in order. */
function refsIn(value: unknown): Ref<unknown>[] {
  if (isRef(value)) return [value];
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(refsIn);
  return [];
}

function parse(schema: z.ZodObject, value: unknown, plugin: string): Record<string, unknown> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw optionError(result.error.issues[0], Object.keys(schema.shape), plugin, result.error);
}

function optionError(issue: z.core.$ZodIssue | undefined, known: string[], plugin: string, cause: unknown): GraphwrightError {
  const option = issue?.path.map(String).join('.') ?? '';
  if (issue?.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    const unknown = option === '' ? key : `${option}.${key}`;
    return new GraphwrightError({
      code: 'option-unknown',
      message: `${plugin} has no option "${unknown}".`,
      where: { plugin, option: unknown },
      next: option === '' ? (known.length === 0 ? `${plugin} has no options.` : suggestion(key, known)) : `See the options of ${plugin}.`,
      cause,
    });
  }
  return new GraphwrightError({
    code: 'option-invalid',
    message: `The option "${option}" of ${plugin} is not valid: ${issue?.message ?? 'unknown fault'}.`,
    where: { plugin, option },
    next: `See the options of ${plugin}.`,
    cause,
  });
}
