import fc from 'fast-check';
import { recordKey, type Candidate, type Dropped, type Found } from '@graphwright/contract';
import { describe, expect, it } from 'vitest';
import { dropFrom, filterFound, limitFound, mergeFound, nothingFound, recordSet } from './found.ts';

const entity = (id: string, score?: number, by = 'names'): Candidate => ({
  table: 'entities',
  id,
  ...(score === undefined ? {} : { score }),
  via: [{ by, ...(score === undefined ? {} : { score }) }],
});
const found = (candidates: Candidate[], dropped: Dropped[] = []): Found => ({ candidates, dropped, caps: [] });

const foundArbitrary = fc
  .uniqueArray(
    fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), score: fc.integer({ min: 0, max: 3 }), by: fc.constantFrom('x', 'y'), lost: fc.boolean() }),
    { selector: ({ id }) => id },
  )
  .map((records): Found => {
    const all = records.map(({ id, score, by, lost }) => ({ record: entity(id, score, by), lost }));
    return {
      candidates: all.filter(({ lost }) => !lost).map(({ record }) => record),
      dropped: all.filter(({ lost }) => lost).map(({ record }) => ({ ...record, reason: 'below-threshold' })),
      caps: [],
    };
  });

describe('mergeFound', () => {
  it('holds a record once, with both ways and the higher score', () => {
    const merged = mergeFound([found([entity('a', 0.2), entity('b')]), found([entity('a', 0.7, 'dense')])]);
    expect(merged.candidates).toEqual([
      { table: 'entities', id: 'a', score: 0.7, via: [{ by: 'names', score: 0.2 }, { by: 'dense', score: 0.7 }] },
      entity('b'),
    ]);
  });

  it('keeps what one way kept and another dropped, with the ways of both', () => {
    const merged = mergeFound([found([], [{ ...entity('a', 0.1), reason: 'below-threshold' }]), found([entity('a', 1, 'dense')])]);
    expect(merged.dropped).toEqual([]);
    expect(merged.candidates[0]?.via.map(({ by }) => by)).toEqual(['dense', 'names']);
  });

  it('holds a cap once, however often it was met', () => {
    const cap = { by: 'dense.limit', limit: 5, total: 9 };
    expect(mergeFound([{ ...nothingFound, caps: [cap] }, { ...nothingFound, caps: [cap, { ...cap, total: 8 }] }]).caps).toEqual([
      cap,
      { ...cap, total: 8 },
    ]);
  });

  it('loses no record, doubles none, and prefers kept to dropped', () => {
    fc.assert(
      fc.property(fc.array(foundArbitrary, { maxLength: 4 }), (founds) => {
        const merged = mergeFound(founds);
        const all = [...merged.candidates, ...merged.dropped].map(recordKey);
        const given = founds.flatMap(({ candidates, dropped }) => [...candidates, ...dropped].map(recordKey));
        const kept = new Set(founds.flatMap(({ candidates }) => candidates.map(recordKey)));
        expect(new Set(all).size).toBe(all.length);
        expect(new Set(all)).toEqual(new Set(given));
        expect(new Set(merged.candidates.map(recordKey))).toEqual(kept);
      }),
    );
  });
});

describe('what is taken out of a Found', () => {
  const three = found([entity('a'), entity('b'), entity('c')], [{ ...entity('z'), reason: 'superseded' }]);

  it('moves to dropped with its reason, in order', () => {
    const result = dropFrom(three, 'filtered', ({ id }) => id !== 'b');
    expect(result.candidates.map(({ id }) => id)).toEqual(['b']);
    expect(result.dropped.map(({ id, reason }) => [id, reason])).toEqual([['z', 'superseded'], ['a', 'filtered'], ['c', 'filtered']]);
    expect(dropFrom(three, 'filtered', () => false)).toBe(three);
  });

  it('is over the limit behind the first', () => {
    expect(limitFound(three, 2).dropped.at(-1)).toMatchObject({ id: 'c', reason: 'over-limit' });
    expect(limitFound(three, 3).candidates).toHaveLength(3);
  });

  it('is excluded before it is known', () => {
    const result = filterFound(three, { exclude: recordSet([entity('a')]), known: recordSet([entity('a'), entity('b')]) });
    expect(result.candidates.map(({ id }) => id)).toEqual(['c']);
    expect(result.dropped.slice(1).map(({ id, reason }) => [id, reason])).toEqual([['a', 'excluded'], ['b', 'already-known']]);
  });

  it('is compared by table and id', () => {
    const set = recordSet([{ table: 'relationships', id: 'a' }]);
    expect([set.has({ table: 'relationships', id: 'a' }), set.has({ table: 'entities', id: 'a' }), set.size]).toEqual([true, false, 1]);
  });
});
