import { isAscii } from 'node:buffer';
import { GraphwrightError } from '@graphwright/contract';
import { keep } from './bounded.ts';

/** The largest number of bytes that 32-bit offsets can address. */
const BYTE_LIMIT = 0xffff_ffff;

/**
 * Strings kept as UTF-8 bytes end to end, with offsets: string `code` is `bytes[offsets[code]] … bytes[offsets[code + 1] − 1]`,
 * 0 ≤ code < size. A string is decoded when it is asked for, never before.
 */
export class StringPool {
  readonly bytes: Buffer;
  readonly offsets: Uint32Array;
  readonly #encoding: 'latin1' | 'utf8';
  #kept: Map<number, string> | undefined;

  constructor(bytes: Buffer, offsets: Uint32Array) {
    this.bytes = bytes;
    this.offsets = offsets;
    this.#encoding = isAscii(bytes) ? 'latin1' : 'utf8';
  }

  /** How many strings there are. */
  get size(): number {
    return this.offsets.length - 1;
  }

  /** Keeps decoded strings from now on, so many at most. For short ones that are read again and again (ids, titles). */
  keep(): this {
    this.#kept ??= new Map();
    return this;
  }

  /** String `code`, decoded. */
  get(code: number): string {
    const kept = this.#kept?.get(code);
    if (kept !== undefined) return kept;
    const text = this.bytes.toString(this.#encoding, this.offsets[code], this.offsets[code + 1]);
    return this.#kept === undefined ? text : keep(this.#kept, code, text);
  }
}

/** Builds a {@link StringPool} string by string; the n-th string that is added has code n. */
export class StringPoolBuilder {
  #bytes: Buffer;
  #used = 0;
  #offsets = new Uint32Array(1024);
  #size = 0;
  readonly #codes = new Map<string, number>();

  /** @param capacity Bytes to make room for at once; it grows when they do not do. */
  constructor(capacity = 4096) {
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(64, capacity));
  }

  /** Adds a string that is already UTF-8, and gives its code. */
  addBytes(bytes: Uint8Array): number {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#used);
    return this.#close(bytes.length);
  }

  /** Adds a string, and gives its code. */
  addText(text: string): number {
    // A UTF-16 code unit takes at most three bytes.
    this.#reserve(text.length * 3);
    return this.#close(this.#bytes.write(text, this.#used, 'utf8'));
  }

  /** Adds a string once: the same text gives the same code. For texts with few distinct values. */
  addDistinct(text: string): number {
    const known = this.#codes.get(text);
    if (known !== undefined) return known;
    const code = this.addText(text);
    this.#codes.set(text, code);
    return code;
  }

  /** The pool of what was added. The builder is of no use afterwards. */
  finish(): StringPool {
    const wasteful = this.#bytes.length - this.#used > this.#used / 4;
    const bytes = wasteful ? Buffer.copyBytesFrom(this.#bytes, 0, this.#used) : this.#bytes.subarray(0, this.#used);
    return new StringPool(bytes, this.#offsets.slice(0, this.#size + 1));
  }

  #close(length: number): number {
    this.#used += length;
    this.#size += 1;
    if (this.#size === this.#offsets.length) {
      const larger = new Uint32Array(this.#offsets.length * 2);
      larger.set(this.#offsets);
      this.#offsets = larger;
    }
    this.#offsets[this.#size] = this.#used;
    return this.#size - 1;
  }

  #reserve(length: number): void {
    const needed = this.#used + length;
    if (needed <= this.#bytes.length) return;
    if (needed > BYTE_LIMIT) {
      throw new GraphwrightError({
        code: 'unsupported',
        message: 'A column holds more text than fits in memory as one piece.',
        expected: 'less than 4 GB of text in a column',
        next: 'Split the index, or keep it in a database.',
      });
    }
    const larger = Buffer.allocUnsafeSlow(Math.min(BYTE_LIMIT, Math.max(needed, this.#bytes.length * 2)));
    this.#bytes.copy(larger, 0, 0, this.#used);
    this.#bytes = larger;
  }
}
