import type { DecodedArray } from 'hyparquet';
import { ABSENT } from '../columnar/columns.ts';
import type { StringPoolBuilder } from '../columnar/string-pool.ts';
import type { ValueKind } from './parquet/pages.ts';

/** Decodes to codes of a pool: bytes and strings as they are, everything else as {@link textOf} writes it. */
export function textKind(pool: StringPoolBuilder): ValueKind<Int32Array> {
  return {
    allocate: (length) => new Int32Array(length),
    from(values: DecodedArray) {
      const codes = new Int32Array(values.length);
      for (let i = 0; i < codes.length; i++) {
        const value: unknown = values[i];
        if (value instanceof Uint8Array) {
          codes[i] = pool.addBytes(value);
        } else {
          const text = textOf(value);
          codes[i] = text === undefined ? ABSENT : pool.addDistinct(text);
        }
      }
      return codes;
    },
  };
}

/** Decodes to numbers in double precision, NaN where there is none. */
export const numberKind: ValueKind<Float64Array> = {
  allocate: (length) => new Float64Array(length),
  from: (values: DecodedArray) => (values instanceof Float64Array ? values : Float64Array.from(values, numberOf)),
};

/** Decodes to numbers in single precision, NaN where there is none. */
export const vectorKind: ValueKind<Float32Array> = {
  allocate: (length) => new Float32Array(length),
  from: (values: DecodedArray) => (values instanceof Float32Array ? values : Float32Array.from(values, numberOf)),
};

/**
 * A value as people write it: whole numbers without a fraction whatever their type, dates as ISO 8601. Undefined for null and
 * NaN.
 */
export function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : String(value);
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? Number(part) : part));
}

/** A value as a number, NaN for whatever is none. Text counts when all of it is a number. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint' || typeof value === 'boolean') return Number(value);
  if (value instanceof Date) return value.getTime();
  if (value instanceof Uint8Array) return numberOf(Buffer.from(value).toString('utf8'));
  if (typeof value !== 'string' || value.trim() === '') return Number.NaN;
  return Number(value);
}
