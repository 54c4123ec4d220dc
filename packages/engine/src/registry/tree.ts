import { GraphwrightError, isRef, type AnyPrompt, type Facts, type Needs, type Plugin, type Ref, type Resolution } from '@graphwright/contract';
import type { Registry } from './registry.ts';

/** A plugin with its options settled, and those that its options name. */
export interface ResolvedPlugin {
  readonly plugin: Plugin;
  readonly resolution: Resolution;
  readonly parts: readonly ResolvedPlugin[];
  /** Kind, id, version and options: what two uses of one port have in common. */
  readonly key: string;
  /** Its options as JSON, with the versions found in place of what was asked for. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Far deeper than strategies are composed: only a chain that names ever new options reaches it. */
const DEEPEST = 32;

/**
 * Settles a plugin and, at any depth, those that its options name: all options are checked before anything is called.
 *
 * @throws GraphwrightError as {@link Registry.find}; `option-unknown`, `option-invalid` of any of them; `plugin-cycle`.
 */
export function resolveTree(reference: Ref<unknown>, registry: Registry, facts: Facts): ResolvedPlugin {
  return resolveBelow(reference, registry, facts, []);
}

function resolveBelow(reference: Ref<unknown>, registry: Registry, facts: Facts, above: readonly string[]): ResolvedPlugin {
  const plugin = registry.find(reference.kind, reference.use);
  const resolution = resolveNamed(plugin, reference, facts);
  const own = `${plugin.kind.name} ${plugin.id}@${plugin.version} ${JSON.stringify(resolution.options)}`;
  if (above.includes(own) || above.length >= DEEPEST) {
    throw new GraphwrightError({
      code: 'plugin-cycle',
      message: `The ${plugin.kind.name} "${plugin.id}" names itself through its options.`,
      found: [...above, own].map((key) => key.split(' ')[1]).slice(-4).join(' → '),
      where: { plugin: `${plugin.id}@${plugin.version}` },
      next: 'Name another plugin at one of these places.',
    });
  }
  const parts = resolution.refs.map((ref) => resolveBelow(ref, registry, facts, [...above, own]));
  const remaining = [...parts];
  const options = asRecord(printed(resolution.options, () => remaining.shift()));
  return { plugin, resolution, parts, options, key: `${plugin.kind.name} ${plugin.id}@${plugin.version} ${JSON.stringify(options)}` };
}

function resolveNamed(plugin: Plugin, reference: Ref<unknown>, facts: Facts): Resolution {
  return plugin.resolve(reference.options, facts);
}

const flattened = new WeakMap<ResolvedPlugin, readonly ResolvedPlugin[]>();

/** The tree as a list, a plugin before its parts; what is named twice with the same options stands once. */
export function flatten(tree: ResolvedPlugin): readonly ResolvedPlugin[] {
  const known = flattened.get(tree);
  if (known !== undefined) return known;
  const seen = new Map<string, ResolvedPlugin>();
  const visit = (node: ResolvedPlugin): void => {
    if (!seen.has(node.key)) seen.set(node.key, node);
    for (const part of node.parts) visit(part);
  };
  visit(tree);
  const list = [...seen.values()];
  flattened.set(tree, list);
  return list;
}

/** What the plugins of a tree need, each with the name of the one that needs it. */
export function needsOf(tree: ResolvedPlugin): readonly { readonly plugin: string; readonly kind: string; readonly needs: Needs }[] {
  return flatten(tree).map(({ plugin, resolution }) => ({ plugin: plugin.id, kind: plugin.kind.name, needs: resolution.needs }));
}

/** The prompts of a tree, each id once. */
export function promptsOf(tree: ResolvedPlugin): readonly AnyPrompt[] {
  const prompts = new Map<string, AnyPrompt>();
  for (const { resolution } of flatten(tree)) {
    for (const prompt of resolution.prompts) if (!prompts.has(prompt.id)) prompts.set(prompt.id, prompt);
  }
  return [...prompts.values()];
}

/** Options as plain JSON, keys in their order; refs as `{ use: id@version, …options }`, in the order in which `refs` lists them. */
function printed(value: unknown, nextPart: () => ResolvedPlugin | undefined): unknown {
  if (isRef(value)) {
    const part = nextPart();
    return part === undefined ? { use: value.use } : { use: `${part.plugin.id}@${part.plugin.version}`, ...part.options };
  }
  if (Array.isArray(value)) return value.map((item: unknown) => printed(item, nextPart));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).flatMap(([key, item]: [string, unknown]) => (item === undefined ? [] : [[key, printed(item, nextPart)]])));
  }
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  // What JSON has no form for (a function, a symbol) shows at least what it is.
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null ? value : typeof value;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
