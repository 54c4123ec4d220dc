import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NumberColumn, TextColumn, TextListColumn } from './columns.ts';
import { groupBy, groupOf, rowNumbers } from './groups.ts';
import { rowsOfPool, StringLookup } from './string-lookup.ts';
import { StringPoolBuilder } from './string-pool.ts';

/** A column of texts, the distinct ones once in the pool or each for itself. */
function columnOf(values: readonly (string | undefined)[], distinct: boolean): TextColumn {
  const pool = new StringPoolBuilder(0);
  const codes = values.map((value) => (value === undefined ? -1 : distinct ? pool.addDistinct(value) : pool.addText(value)));
  return new TextColumn(pool.finish(), Int32Array.from(codes));
}

const cell = fc.option(fc.oneof(fc.constantFrom('', 'a', 'b', 'ab', 'ä', '項目'), fc.string({ unit: 'grapheme' })), { nil: undefined });
const cells = fc.array(cell, { maxLength: 200 });

describe('a column of texts', () => {
  it('gives back what was put in, kept or not', () => {
    fc.assert(fc.property(cells, fc.boolean(), fc.boolean(), (values, distinct, keep) => {
      const column = columnOf(values, distinct);
      if (keep) column.pool.keep();
      expect(column.size).toBe(values.length);
      for (let pass = 0; pass < 2; pass++) expect(values.map((_, row) => column.get(row))).toEqual(values);
    }));
  });

  it('takes bytes as they are, and grows past its first capacity', () => {
    const pool = new StringPoolBuilder(64);
    const long = 'ö'.repeat(5000);
    const codes = Array.from({ length: 3000 }, (_, i) => pool.addBytes(Buffer.from(i === 1500 ? long : `text ${i}`)));
    const finished = pool.finish();
    expect(finished.size).toBe(3000);
    expect(finished.get(codes[1500] ?? -1)).toBe(long);
    expect(finished.get(codes[2999] ?? -1)).toBe('text 2999');
    expect(finished.bytes.length).toBe(Buffer.byteLength(codes.map((code) => finished.get(code)).join('')));
  });

  it('has nothing beyond its rows', () => {
    expect(columnOf(['a'], true).get(1)).toBeUndefined();
    expect(new NumberColumn(Float64Array.of(1, Number.NaN)).get(1)).toBeUndefined();
    expect(new NumberColumn(Float64Array.of(1)).get(5)).toBeUndefined();
  });
});

describe('StringLookup', () => {
  it('finds just the rows that a scan finds, ascending', () => {
    fc.assert(fc.property(cells, cell, fc.boolean(), (values, extra, distinct) => {
      const lookup = new StringLookup(columnOf(values, distinct));
      for (const text of new Set([...values, extra])) {
        if (text === undefined) continue;
        const rows = [...values.keys()].filter((row) => values[row] === text);
        expect(lookup.all(text)).toEqual(rows);
        expect(lookup.first(text)).toBe(rows[0] ?? -1);
      }
      const present = values.filter((value) => value !== undefined);
      expect(lookup.repeated).toBe(present.length - new Set(present).size);
    }));
  });

  it('resolves the texts of another pool without decoding them', () => {
    fc.assert(fc.property(cells, cells, (values, others) => {
      const lookup = new StringLookup(columnOf(values, false));
      const other = columnOf(others, true);
      const rows = rowsOfPool(other.pool, lookup);
      expect(others.map((_, row) => rows[other.codes[row] ?? -1] ?? -1)).toEqual(
        others.map((value) => (value === undefined ? -1 : values.indexOf(value))),
      );
    }));
  });
});

describe('groupBy', () => {
  it('groups like a scan, in the order of the pairs, and leaves negative keys out', () => {
    fc.assert(fc.property(fc.array(fc.tuple(fc.integer({ min: -1, max: 9 }), fc.nat(1000))), (pairs) => {
      const groups = groupBy(Int32Array.from(pairs, ([key]) => key), pairs.map(([, value]) => value), 10);
      for (let key = 0; key < 10; key++) {
        expect([...groupOf(groups, key)]).toEqual(pairs.filter(([other]) => other === key).map(([, value]) => value));
      }
    }));
  });
});

describe('a column of lists', () => {
  it('gives the list of a row', () => {
    const pool = new StringPoolBuilder();
    const codes = Int32Array.from(['a', 'b', 'a'], (text) => pool.addDistinct(text));
    const column = new TextListColumn(pool.finish(), Uint32Array.of(0, 2, 2, 3), codes);
    expect(column.size).toBe(3);
    expect([...rowNumbers(3)].map((row) => column.get(row))).toEqual([['a', 'b'], [], ['a']]);
  });
});
