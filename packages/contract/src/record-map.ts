import { compareStrings } from './names.ts';
import type { RecordRef } from './records.ts';

/** Compares two records by table, then by id: the last key of a sort of records of several tables. */
export function compareRecords(a: RecordRef, b: RecordRef): number {
  return compareStrings(a.table, b.table) || compareStrings(a.id, b.id);
}

/**
 * A map by record, in the order in which records were first set. As a map by `recordKey`, without making a string for every
 * look-up: with ids of many characters that is most of what a look-up costs.
 */
export class RecordMap<V> {
  readonly #places = new Map<string, Map<string, number>>();
  readonly #values: V[] = [];

  /** How many records it has. */
  get size(): number {
    return this.#values.length;
  }

  /** The values, in the order in which their records were first set. */
  get values(): readonly V[] {
    return this.#values;
  }

  /** Whether it has a record. */
  has({ table, id }: RecordRef): boolean {
    return this.#places.get(table)?.has(id) === true;
  }

  /** The value of a record, or undefined when it has none. */
  get({ table, id }: RecordRef): V | undefined {
    const place = this.#places.get(table)?.get(id);
    return place === undefined ? undefined : this.#values[place];
  }

  /** Gives a record a value, in place of the one that it had. */
  set({ table, id }: RecordRef, value: V): void {
    let places = this.#places.get(table);
    if (places === undefined) this.#places.set(table, (places = new Map<string, number>()));
    const place = places.get(id);
    if (place === undefined) {
      places.set(id, this.#values.length);
      this.#values.push(value);
    } else {
      this.#values[place] = value;
    }
  }
}
