import type { Finding } from '@graphwright/contract';
import type { NumberColumn, Reader, TextColumn, TextListColumn } from '../columnar/columns.ts';
import { StringLookup } from '../columnar/string-lookup.ts';
import type { TableSource } from '../files/table-source.ts';
import { lazy, type Lazy } from './lazy.ts';
import type { ColumnPlan } from './plan.ts';

/**
 * The columns of one stored table under all the names they have had. Each is read once, on first use, and shared by whoever
 * needs it. Names are given in order of preference; a column that is not there reads as absent.
 */
export class TableColumns {
  readonly source: TableSource;
  readonly #texts = new Map<string, Lazy<TextColumn>>();
  readonly #numbers = new Map<string, Lazy<NumberColumn>>();
  readonly #lists = new Map<string, Lazy<TextListColumn>>();
  readonly #lookups = new Map<string, Lazy<StringLookup>>();

  constructor(source: TableSource) {
    this.source = source;
  }

  /** Rows. */
  get size(): number {
    return this.source.rows;
  }

  /** The first of the names that is a column here. */
  named(...names: readonly string[]): string | undefined {
    return names.find((name) => this.source.columns.has(name));
  }

  /** Whether the column is there and may hold something. */
  holds(...names: readonly string[]): boolean {
    const name = this.named(...names);
    return name !== undefined && (this.source.columns.get(name)?.holdsAnything ?? false);
  }

  /** Texts of a column; short ones that are read often are kept when decoded. */
  texts(name: string): Lazy<TextColumn> {
    return remembered(this.#texts, name, () => this.source.text(name));
  }

  /** Ids, titles and the like: texts that are kept once they are decoded. */
  labels(name: string): Lazy<TextColumn> {
    const texts = this.texts(name);
    return async () => {
      const column = await texts();
      column.pool.keep();
      return column;
    };
  }

  numberColumn(name: string): Lazy<NumberColumn> {
    return remembered(this.#numbers, name, () => this.source.numbers(name));
  }

  lists(name: string): Lazy<TextListColumn> {
    return remembered(this.#lists, name, () => this.source.lists(name));
  }

  /** Rows by the text of a column. */
  lookup(name: string): Lazy<StringLookup> {
    return remembered(this.#lookups, name, async () => new StringLookup(await this.labels(name)()));
  }

  /** A column of texts. */
  text(...names: readonly string[]): ColumnPlan<string | undefined> {
    return this.#plan(names, undefined, async (name) => {
      const column = await this.texts(name)();
      return (row) => column.get(row);
    });
  }

  /** A column of short texts that are read often. */
  label(...names: readonly string[]): ColumnPlan<string | undefined> {
    return this.#plan(names, undefined, async (name) => {
      const column = await this.labels(name)();
      return (row) => column.get(row);
    });
  }

  /** A column of texts where an absent one is empty. */
  title(...names: readonly string[]): ColumnPlan<string> {
    return this.#plan(names, '', async (name) => {
      const column = await this.labels(name)();
      return (row) => column.get(row) ?? '';
    });
  }

  /** A column of numbers. */
  number(...names: readonly string[]): ColumnPlan<number | undefined> {
    return this.#plan(names, undefined, async (name) => {
      const column = await this.numberColumn(name)();
      return (row) => column.get(row);
    });
  }

  /** A column of lists of ids. */
  ids(...names: readonly string[]): ColumnPlan<readonly string[]> {
    return this.#plan<readonly string[]>(names, [], async (name) => {
      const column = await this.lists(name)();
      column.pool.keep();
      return (row) => column.get(row);
    });
  }

  /** A column of findings. */
  findings(...names: readonly string[]): ColumnPlan<readonly Finding[]> {
    const read = new Map<string, Lazy<Reader<readonly Finding[]>>>();
    return this.#plan<readonly Finding[]>(names, [], (name) => remembered(read, name, () => this.source.findings(name))());
  }

  /** A column of anything, as JSON text. */
  json(...names: readonly string[]): ColumnPlan<string | undefined> {
    const read = new Map<string, Lazy<Reader<string | undefined>>>();
    return this.#plan(names, undefined, (name) => remembered(read, name, () => this.source.json(name))());
  }

  #plan<V>(names: readonly string[], absent: V, load: (name: string) => Promise<Reader<V>>): ColumnPlan<V> {
    const name = this.named(...names);
    if (name === undefined) return { filled: false, load: async () => () => absent };
    return { filled: this.holds(name), load: lazy(() => load(name)) };
  }
}

function remembered<V>(kept: Map<string, Lazy<V>>, name: string, make: () => Promise<V>): Lazy<V> {
  const known = kept.get(name);
  if (known !== undefined) return known;
  const made = lazy(make);
  kept.set(name, made);
  return made;
}
