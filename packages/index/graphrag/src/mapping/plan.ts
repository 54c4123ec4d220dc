import type { LookupKeys, TableName, Tables } from '@graphwright/contract';
import type { Reader } from '../columnar/columns.ts';
import type { StringLookup } from '../columnar/string-lookup.ts';
import type { Lazy } from './lazy.ts';

/** How a column of the contract is had from an index: nothing is read before `load`. */
export interface ColumnPlan<V> {
  /** Whether some row may hold something. */
  readonly filled: boolean;
  readonly load: Lazy<Reader<V>>;
}

/** Finds the rows of a value of a key, ascending. */
export type Finder = (value: string | number) => ArrayLike<number>;

/** A table of the contract over the files of an index, whatever their version. */
export interface MappedTable<T extends TableName> {
  readonly size: number;
  /** The id of a row; empty where the file has none. */
  readonly ids: Lazy<Reader<string>>;
  readonly columns: { readonly [C in keyof Tables[T]]: ColumnPlan<Tables[T][C]> };
  readonly keys: { readonly [K in LookupKeys[T]]: Lazy<Finder> };
}

/** The tables that an index has. */
export type MappedTables = { readonly [T in TableName]?: MappedTable<T> };

const NO_ROWS: readonly number[] = [];

/** The number of a row, which is its place in the file. */
export const ordinalPlan: ColumnPlan<number> = { filled: true, load: async () => (row) => row };

/** A plan for what is worked out rather than read. */
export function derived<V>(filled: boolean, load: Lazy<Reader<V>>): ColumnPlan<V> {
  return { filled, load };
}

/** Finds all rows with a text. */
export function findAll(lookup: Lazy<StringLookup>): Lazy<Finder> {
  return async () => {
    const texts = await lookup();
    return (value) => texts.all(String(value));
  };
}

/** Finds the first row with a text: for ids, which a table should not hold twice. */
export function findFirst(lookup: Lazy<StringLookup>): Lazy<Finder> {
  return async () => {
    const texts = await lookup();
    return (value) => {
      const row = texts.first(String(value));
      return row < 0 ? NO_ROWS : [row];
    };
  };
}

/** Finds the rows of an ordinal: at most one. */
export function findOrdinal(size: number): Lazy<Finder> {
  return async () => (value) => {
    const row = Number(value);
    return Number.isInteger(row) && row >= 0 && row < size ? [row] : NO_ROWS;
  };
}

/** Finds nothing: for a key that the files do not have. */
export const findNothing: Lazy<Finder> = async () => () => NO_ROWS;
