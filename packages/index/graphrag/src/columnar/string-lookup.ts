import { keep } from './bounded.ts';
import type { TextColumn } from './columns.ts';
import type { StringPool } from './string-pool.ts';

/** No row has this number. */
const NONE = -1;

/**
 * Finds the rows of a text column by value, over the bytes: no string is decoded to build it. An open-addressing table holds
 * the first row of every distinct text, and each row points at the next one of the same text. 12 to 16 bytes a row. Texts that were
 * found are kept, so many at most: a query asks for the same few ids again and again, and reading 128 bytes each time adds up.
 */
export class StringLookup {
  readonly #column: TextColumn;
  readonly #slots: Int32Array;
  readonly #next: Int32Array;
  readonly #mask: number;
  readonly #found = new Map<string, number>();
  /** Rows whose text stands in an earlier row too. */
  readonly repeated: number;

  constructor(column: TextColumn) {
    this.#column = column;
    const { codes, pool } = column;
    let capacity = 8;
    while (capacity < codes.length * 2) capacity *= 2;
    this.#mask = capacity - 1;
    this.#slots = new Int32Array(capacity).fill(NONE);
    this.#next = new Int32Array(codes.length).fill(NONE);
    let repeated = 0;
    // From the last row to the first, so that every chain ascends.
    for (let row = codes.length - 1; row >= 0; row--) {
      const code = codes[row] ?? NONE;
      if (code < 0) continue;
      const slot = this.#slot(pool.bytes, pool.offsets[code] ?? 0, pool.offsets[code + 1] ?? 0);
      const first = this.#slots[slot] ?? NONE;
      if (first !== NONE) {
        this.#next[row] = first;
        repeated += 1;
      }
      this.#slots[slot] = row;
    }
    this.repeated = repeated;
  }

  /** The first row with this text, or -1. */
  first(text: string): number {
    const found = this.#found.get(text);
    if (found !== undefined) return found;
    const bytes = Buffer.from(text, 'utf8');
    const row = this.#slots[this.#slot(bytes, 0, bytes.length)] ?? NONE;
    return row === NONE ? row : keep(this.#found, text, row);
  }

  /** The first row with the text that a pool holds under a code, or -1; nothing is decoded. */
  firstOf(pool: StringPool, code: number): number {
    return this.#slots[this.#slot(pool.bytes, pool.offsets[code] ?? 0, pool.offsets[code + 1] ?? 0)] ?? NONE;
  }

  /** The next row with the text of `row`, or -1. */
  after(row: number): number {
    return this.#next[row] ?? NONE;
  }

  /** All rows with this text, ascending. */
  all(text: string): number[] {
    const rows: number[] = [];
    for (let row = this.first(text); row !== NONE; row = this.after(row)) rows.push(row);
    return rows;
  }

  /** The slot that holds the text, or the free one where it would go. */
  #slot(bytes: Uint8Array, start: number, end: number): number {
    let slot = hash(bytes, start, end) & this.#mask;
    for (;;) {
      const row = this.#slots[slot] ?? NONE;
      if (row === NONE || this.#equals(row, bytes, start, end)) return slot;
      slot = (slot + 1) & this.#mask;
    }
  }

  #equals(row: number, bytes: Uint8Array, start: number, end: number): boolean {
    const { pool, codes } = this.#column;
    const code = codes[row] ?? 0;
    const from = pool.offsets[code] ?? 0;
    if ((pool.offsets[code + 1] ?? 0) - from !== end - start) return false;
    for (let i = start, j = from; i < end; i++, j++) if (bytes[i] !== pool.bytes[j]) return false;
    return true;
  }
}

/** FNV-1a over bytes, 32 bits, with a last mixing step so that the low bits can be masked off. */
function hash(bytes: Uint8Array, start: number, end: number): number {
  let value = 0x811c9dc5;
  for (let i = start; i < end; i++) value = Math.imul(value ^ (bytes[i] ?? 0), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}

/**
 * For each text of a pool, the first row of another column that holds the same text, or -1: how references by name or id
 * become rows, each distinct text looked up once.
 */
export function rowsOfPool(pool: StringPool, lookup: StringLookup): Int32Array {
  const rows = new Int32Array(pool.size);
  for (let code = 0; code < rows.length; code++) rows[code] = lookup.firstOf(pool, code);
  return rows;
}
