import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareRecords, compareStrings, recordKey, RecordMap, type RecordRef } from './index.ts';

const records = fc.record({ table: fc.constantFrom('entities', 'entity', 'text_units'), id: fc.constantFrom('a', 'b', 'a b', '', '__proto__') });

describe('RecordMap', () => {
  it('does what a map by recordKey does, in the same order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(records, fc.nat(9))), records, (settings, asked) => {
        const plain = new Map<string, number>();
        const map = new RecordMap<number>();
        for (const [record, value] of settings) {
          plain.set(recordKey(record), value);
          map.set(record, value);
        }
        expect(map.values).toEqual([...plain.values()]);
        expect(map.size).toBe(plain.size);
        expect(map.get(asked)).toBe(plain.get(recordKey(asked)));
        expect(map.has(asked)).toBe(plain.has(recordKey(asked)));
      }),
    );
  });
});

describe('compareRecords', () => {
  it('orders as recordKey does', () => {
    const sorted = (list: readonly RecordRef[], compare: (a: RecordRef, b: RecordRef) => number): RecordRef[] => list.toSorted(compare);
    fc.assert(
      fc.property(fc.array(records), (list) => {
        expect(sorted(list, compareRecords)).toEqual(sorted(list, (a, b) => compareStrings(recordKey(a), recordKey(b))));
      }),
    );
  });
});
