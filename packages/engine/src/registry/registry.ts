import { compareStrings, GraphwrightError, isPlugin, suggestion, type Kind, type Plugin } from '@graphwright/contract';
// One by one: the whole package is 48 files, and every program that answers a question loads this one.
import prerelease from 'semver/functions/prerelease.js';
import rcompare from 'semver/functions/rcompare.js';
import satisfies from 'semver/functions/satisfies.js';
import validRange from 'semver/ranges/valid.js';

/** A kind, as far as a registry needs it. */
export type KindName = Pick<Kind<unknown>, 'name' | 'specVersion'>;

/** The plugins that an engine knows, by kind and id, each in one or several versions. */
export class Registry {
  /** Kind name → id → versions, newest first. */
  readonly #plugins = new Map<string, Map<string, Plugin[]>>();

  /**
   * @throws GraphwrightError `plugin-invalid` for a value that is no plugin, `plugin-ambiguous` for two plugins of one kind, id
   * and version. The same plugin object given twice stands once.
   */
  constructor(plugins: readonly Plugin[]) {
    for (const plugin of plugins) this.#add(plugin);
  }

  /** Plugins of a kind, the newest version of each id, in the order in which the ids were given. */
  ofKind(kind: string): readonly Plugin[] {
    return [...(this.#plugins.get(kind)?.values() ?? [])].flatMap((versions) => versions[0] ?? []);
  }

  /** Every plugin in every version, by kind, id, newest version first. */
  get all(): readonly Plugin[] {
    return [...this.#plugins]
      .toSorted(([a], [b]) => compareStrings(a, b))
      .flatMap(([, ids]) => [...ids].toSorted(([a], [b]) => compareStrings(a, b)).flatMap(([, versions]) => versions));
  }

  /**
   * The plugin that `id` or `id@range` names: of several versions the newest that fits; one that is not released (`2.0.0-beta.1`)
   * only where the range names it or nothing else is there.
   *
   * @throws GraphwrightError `plugin-unknown` (names the nearest known, or the versions that are there),
   * `specification-unsupported` (names both versions of the port), `usage-invalid` for a range out of form.
   */
  find(kind: KindName, use: string): Plugin {
    const { id, range } = parseUse(use, kind.name);
    const versions = this.#plugins.get(kind.name)?.get(id);
    if (versions === undefined) throw this.#unknown(kind.name, id);
    const found = range === undefined ? newest(versions) : versions.find(({ version }) => satisfies(version, range));
    if (found === undefined) {
      throw new GraphwrightError({
        code: 'plugin-unknown',
        message: `No version of the ${kind.name} "${id}" fits ${range ?? '*'}.`,
        found: versions.map(({ version }) => version).join(', '),
        where: { plugin: id },
        next: 'Install a version that fits, or widen the range.',
      });
    }
    if (found.kind.specVersion !== kind.specVersion) {
      throw new GraphwrightError({
        code: 'specification-unsupported',
        message: `The ${kind.name} "${found.id}@${found.version}" is written for version ${found.kind.specVersion} of its port; ${kind.specVersion} is asked for.`,
        expected: `specVersion ${kind.specVersion}`,
        found: `specVersion ${found.kind.specVersion}`,
        where: { plugin: `${found.id}@${found.version}` },
        next: 'Install a version of the plugin and of Graphwright that belong together.',
      });
    }
    return found;
  }

  #add(plugin: Plugin): void {
    if (!isPlugin(plugin)) {
      throw new GraphwrightError({
        code: 'plugin-invalid',
        message: 'What is registered is no plugin.',
        expected: 'what definePlugin returns',
        found: typeof plugin,
      });
    }
    const ids = this.#plugins.get(plugin.kind.name) ?? new Map<string, Plugin[]>();
    this.#plugins.set(plugin.kind.name, ids);
    const versions = ids.get(plugin.id) ?? [];
    const same = versions.find(({ version }) => version === plugin.version);
    if (same === plugin) return;
    if (same !== undefined) {
      throw new GraphwrightError({
        code: 'plugin-ambiguous',
        message: `Two plugins are both the ${plugin.kind.name} "${plugin.id}@${plugin.version}".`,
        where: { plugin: `${plugin.id}@${plugin.version}` },
        next: 'Register one of them, or give one another id.',
      });
    }
    ids.set(plugin.id, [...versions, plugin].sort((a, b) => rcompare(a.version, b.version)));
  }

  #unknown(kind: string, id: string): GraphwrightError {
    return new GraphwrightError({
      code: 'plugin-unknown',
      message: `There is no ${kind} "${id}".`,
      where: { plugin: id },
      next: suggestion(id, this.#plugins.get(kind)?.keys() ?? []),
    });
  }
}

function newest(versions: readonly Plugin[]): Plugin | undefined {
  return versions.find(({ version }) => prerelease(version) === null) ?? versions[0];
}

function parseUse(use: string, kind: string): { id: string; range: string | undefined } {
  const at = use.indexOf('@');
  if (at === -1) return { id: use, range: undefined };
  const range = use.slice(at + 1);
  if (validRange(range) === null) {
    throw new GraphwrightError({
      code: 'usage-invalid',
      message: `"${use}" names no ${kind}: "${range}" is no range of versions.`,
      expected: 'an id, or an id with a range such as local@^1',
    });
  }
  return { id: use.slice(0, at), range };
}
