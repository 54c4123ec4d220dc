import type { StringPool } from './string-pool.ts';

/** Reads the value of one column in a row, 0 ≤ row < size. */
export type Reader<V> = (row: number) => V;

/** The code of an absent text. */
export const ABSENT = -1;

/** A column of texts: the text of a row is `pool[codes[row]]`, absent where the code is -1. Equal texts may share a code. */
export class TextColumn {
  readonly pool: StringPool;
  readonly codes: Int32Array;

  constructor(pool: StringPool, codes: Int32Array) {
    this.pool = pool;
    this.codes = codes;
  }

  /** Rows. */
  get size(): number {
    return this.codes.length;
  }

  /** The text of a row, decoded now. */
  get(row: number): string | undefined {
    const code = this.codes[row] ?? ABSENT;
    return code < 0 ? undefined : this.pool.get(code);
  }
}

/** A column of numbers; NaN marks an absent one and never leaves this class. */
export class NumberColumn {
  readonly values: Float64Array;

  constructor(values: Float64Array) {
    this.values = values;
  }

  /** Rows. */
  get size(): number {
    return this.values.length;
  }

  /** The number of a row. */
  get(row: number): number | undefined {
    const value = this.values[row] ?? Number.NaN;
    return Number.isNaN(value) ? undefined : value;
  }
}

/**
 * A column of lists of texts: those of a row are `pool[codes[i]]` for offsets[row] ≤ i < offsets[row + 1]. An absent list is an
 * empty one, absent elements are left out.
 */
export class TextListColumn {
  readonly pool: StringPool;
  readonly offsets: Uint32Array;
  readonly codes: Int32Array;

  constructor(pool: StringPool, offsets: Uint32Array, codes: Int32Array) {
    this.pool = pool;
    this.offsets = offsets;
    this.codes = codes;
  }

  /** Rows. */
  get size(): number {
    return this.offsets.length - 1;
  }

  /** The texts of a row, decoded now. */
  get(row: number): string[] {
    const texts: string[] = [];
    const end = this.offsets[row + 1] ?? 0;
    for (let i = this.offsets[row] ?? 0; i < end; i++) texts.push(this.pool.get(this.codes[i] ?? 0));
    return texts;
  }
}
