import { nearest, normaliseName, type Run } from '@graphwright/contract';
import { nearIndexOf } from './near-index.ts';

/** Another name for entities. */
export interface Alias {
  /** As it was given. */
  readonly written: string;
  /** In the form of `normaliseName`. */
  readonly form: string;
  /** The names that it stands for, as they were given. */
  readonly names: readonly string[];
}

/** The other names by which entities are asked for. Made by {@link aliasesOf}. */
export interface Aliases {
  readonly all: readonly Alias[];
  /**
   * Warns of each alias of a question that leads to a name which the index does not have (`alias-unknown`), once a run, naming the
   * nearest name that it has.
   *
   * @param known The names that were found, in the form of `normaliseName`.
   */
  warnOfUnknown(used: readonly Alias[], known: ReadonlySet<string>, run: Run): Promise<void>;
}

/** Aliases from a record of another name to the name, or the names, that it stands for. */
export function aliasesOf(given: Readonly<Record<string, string | readonly string[]>>): Aliases {
  const all = Object.entries(given).map(([written, names]): Alias => ({ written, form: normaliseName(written), names: [names].flat() }));
  // A run has one signal, whatever its stages; what was warned of is forgotten with it.
  const warned = new WeakMap<AbortSignal, Set<string>>();
  return {
    all,
    async warnOfUnknown(used, known, run) {
      const before = warned.get(run.signal) ?? new Set();
      warned.set(run.signal, before);
      for (const { written, names } of used) {
        for (const name of names) {
          const key = JSON.stringify([written, name]);
          if (known.has(normaliseName(name)) || before.has(key)) continue;
          before.add(key);
          const index = await nearIndexOf(run.knowledge, run.signal);
          const near = nearest(name, index.names.map(({ title }) => title));
          const hint = near === undefined ? 'No name in it is near.' : `Did you mean "${near}"?`;
          run.warn({ code: 'alias-unknown', message: `The alias "${written}" leads to "${name}", which the index does not have. ${hint}` });
        }
      }
    },
  };
}
