import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namesakes, nearNames } from './near-names.ts';

const rowsOf = (...names: string[]) => names.map((name, index) => ({ id: `${index}`, name }));
const pairsOf = (...names: string[]) => nearNames(rowsOf(...names)).map(([row, other]) => `${row.name} ~ ${other.name}`);

describe('nearNames', () => {
  it('pairs names a letter apart, two when they are long, wherever the letter is', () => {
    expect(pairsOf('Mercer', 'Mercier')).toEqual(['Mercier ~ Mercer']);
    expect(pairsOf('Dulce', 'xDulce')).toEqual(['xDulce ~ Dulce']);
    expect(pairsOf('Paranormal Division', 'Paranormel Divison')).toEqual(['Paranormel Divison ~ Paranormal Division']);
    expect(pairsOf('NORTH HAMPTON', 'NORTHAMPTON')).toEqual(['NORTHAMPTON ~ NORTH HAMPTON']);
  });

  it('pairs the same words in another order or with other marks', () => {
    expect(pairsOf('Mercer, Alex', 'Cruz', 'ALEX MERCER')).toEqual(['ALEX MERCER ~ Mercer, Alex']);
    expect(pairsOf('COVID-19', 'Covid 19')).toEqual(['Covid 19 ~ COVID-19']);
  });

  it('leaves apart what differs by a number, in a short word, or by more', () => {
    expect(pairsOf('Phase 1', 'Phase 2', 'Report 2023', 'Report 2024')).toEqual([]);
    expect(pairsOf('Mr. Fezziwig', 'Mrs. Fezziwig', 'Local search', 'Global search')).toEqual([]);
    expect(pairsOf('Cat', 'Car', 'Rivera', 'Santos', '')).toEqual([]);
  });

  it('finds a letter changed in the middle among many other names', () => {
    const word = fc.string({ unit: fc.integer({ min: 97, max: 122 }).map((code) => String.fromCharCode(code)), minLength: 8, maxLength: 20 });
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 30 }), (name, others) => {
        const middle = Math.floor(name.length / 2);
        const changed = `${name.slice(0, middle)}é${name.slice(middle + 1)}`;
        const rows = rowsOf(...new Set([name, ...others]), changed);
        expect(nearNames(rows).map(([row]) => row.name)).toContain(changed);
      }),
    );
  });

  it('gives no row twice, and never one with itself', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', ' '), minLength: 4, maxLength: 9 });
    fc.assert(
      fc.property(fc.array(name, { maxLength: 20 }), (names) => {
        const firsts = namesakes(rowsOf(...names)).flatMap(([first]) => first ?? []);
        const pairs = nearNames(firsts);
        expect(new Set(pairs.map(([row]) => row)).size).toBe(pairs.length);
        for (const [row, other] of pairs) expect(firsts.indexOf(other)).toBeLessThan(firsts.indexOf(row));
      }),
    );
  });
});

describe('namesakes', () => {
  it('groups by name without case, width and blanks; rows without a name stand alone', () => {
    expect(namesakes(rowsOf('New York', 'ＮＥＷ ＹＯＲＫ', '', 'newyork', '')).map((group) => group.map(({ id }) => id))).toEqual([['0', '1', '3'], ['2'], ['4']]);
  });
});
