import type { FakeTables } from '@graphwright/conformance';
import { kinds, type Candidate, type ExpanderRequest, type Found } from '@graphwright/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { portOf, runStub, valueOf, type RunStub } from '../run-stub.test.util.ts';
import { neighbourhood } from './neighbourhood.ts';

// a → b → c → d, e → a; b has a twin b2 at a with more weight.
const TABLES: FakeTables = {
  entities: ['a', 'b', 'b2', 'c', 'd', 'e'].map((id) => ({ id, title: id, textUnitIds: [`t-${id}`] })),
  relationships: [
    { id: 'ab', sourceId: 'a', targetId: 'b', weight: 1, combinedDegree: 9, textUnitIds: ['t-ab'] },
    { id: 'ab2', sourceId: 'a', targetId: 'b2', weight: 5, combinedDegree: 1, textUnitIds: ['t-ab2'] },
    { id: 'bc', sourceId: 'b', targetId: 'c', weight: 1, textUnitIds: ['t-bc'] },
    { id: 'cd', sourceId: 'c', targetId: 'd', weight: 1, textUnitIds: ['t-cd'] },
    { id: 'ea', sourceId: 'e', targetId: 'a', weight: 2, textUnitIds: ['t-a'] },
    { id: 'lost', sourceId: 'a', targetTitle: 'NOBODY', weight: 0.5, textUnitIds: [] },
  ],
  text_units: [],
  documents: [{ id: 'doc', title: 'one.txt', textUnitIds: ['t-ab'] }],
};

const seed = (id: string): Candidate => ({ table: 'entities', id, via: [] });

async function walk(from: readonly string[], options: object = {}, request: Partial<ExpanderRequest> = {}, run: RunStub = runStub({ tables: TABLES })): Promise<Found> {
  return valueOf(await portOf(kinds.expander, neighbourhood, { ...options }).expand({ from: from.map(seed), ...request }, run));
}
const idsOf = ({ candidates }: Found, table: string): string[] => candidates.flatMap((one) => (one.table === table ? [one.id] : []));

describe('neighbourhood', () => {
  it('walks one relationship in both directions, and says how', async () => {
    const found = await walk(['a'], { hops: 1 });
    expect(idsOf(found, 'relationships')).toEqual(['ab2', 'ea', 'ab', 'lost']);
    expect(idsOf(found, 'entities')).toEqual(['b2', 'e', 'b']);
    expect(idsOf(found, 'text_units')).toEqual(['t-a', 't-ab2', 't-ab']);
    const of = (table: string, id: string): Candidate | undefined => found.candidates.find((one) => one.table === table && one.id === id);
    const { via: seedWay } = { via: { by: 'neighbourhood', seed: { table: 'entities', id: 'a' } } };
    expect(of('entities', 'e')?.via).toEqual([{ ...seedWay, path: [{ relationshipId: 'ea', direction: 'in', entityId: 'e' }] }]);
    expect(of('relationships', 'lost')?.via).toEqual([seedWay]);
    // Named by the seed and told of by a relationship: both ways are kept.
    expect(of('text_units', 't-a')?.via).toEqual([seedWay, { ...seedWay, path: [{ relationshipId: 'ea', direction: 'in', entityId: 'e' }] }]);
  });

  it('walks so many hops, with the whole path', async () => {
    for (const [hops, farthest] of [[1, ['b']], [2, ['b', 'c']], [3, ['b', 'c', 'd']]] as const) {
      expect(idsOf(await walk(['a'], { hops }), 'entities').filter((id) => ['b', 'c', 'd'].includes(id))).toEqual(farthest);
    }
    const found = await walk(['a'], { hops: 3 });
    expect(found.candidates.find(({ id }) => id === 'd')?.via[0]?.path?.map(({ relationshipId }) => relationshipId)).toEqual(['ab', 'bc', 'cd']);
  });

  it('walks no relationship but those between seeds with 0 hops', async () => {
    expect((await walk(['a', 'b'], { hops: 0 })).candidates.map(({ id }) => id)).toEqual(['t-a', 't-b', 'ab', 't-ab']);
    expect(idsOf(await walk(['a'], { hops: 0 }), 'relationships')).toEqual([]);
  });

  it('auto goes on while few text units are reached, and takes back what brings too many', async () => {
    const run = runStub({ tables: TABLES });
    expect(idsOf(await walk(['a'], {}, {}, run), 'entities')).toEqual(['b2', 'e', 'b', 'c', 'd']);
    expect(run.reported).toEqual([['neighbourhood', { hops: 3, textUnits: 5 }]]);
    // b2 and e lead nowhere new; b leads to c, which would be one text unit too many.
    const narrow = await walk(['a'], { enough: 3 });
    expect(idsOf(narrow, 'entities')).toEqual(['b2', 'e', 'b']);
    expect(narrow.dropped.map(({ table, id, reason }) => [table, id, reason])).toEqual([
      ['relationships', 'bc', 'step-undone'],
      ['text_units', 't-bc', 'step-undone'],
      ['entities', 'c', 'step-undone'],
    ]);
    // The nearest outposts go on as far as there is room: b does, the others of its hop do not.
    const wide: FakeTables = {
      entities: ['a', 'b', 'b2', 'c', 'd'].map((id) => ({ id, textUnitIds: [] })),
      relationships: [
        { id: 'ab', sourceId: 'a', targetId: 'b', weight: 9, textUnitIds: ['t1'] },
        { id: 'ab2', sourceId: 'a', targetId: 'b2', weight: 8, textUnitIds: ['t2'] },
        { id: 'bc', sourceId: 'b', targetId: 'c', textUnitIds: ['t3'] },
        { id: 'b2d', sourceId: 'b2', targetId: 'd', textUnitIds: ['t4'] },
      ],
    };
    const partial = await walk(['a'], { enough: 3 }, {}, runStub({ tables: wide }));
    expect(idsOf(partial, 'text_units')).toEqual(['t1', 't2', 't3']);
    expect(partial.dropped.map(({ id }) => id)).toEqual(['b2d', 't4', 'd']);
    // The first hop is never taken back.
    expect(idsOf(await walk(['a'], { enough: 1 }), 'entities')).toEqual(['b2', 'e', 'b']);
  });

  it('cuts hubs and hops off, and says so in caps', async () => {
    const found = await walk(['a'], { hops: 2, relationshipsPerEntity: 3, entitiesPerHop: 2 });
    expect(idsOf(found, 'relationships')).toEqual(['ab2', 'ea', 'ab']);
    expect(found.caps).toEqual([
      { by: 'neighbourhood.relationshipsPerEntity', seed: { table: 'entities', id: 'a' }, limit: 3, total: 4 },
      { by: 'neighbourhood.entitiesPerHop', limit: 2, total: 3 },
    ]);
    expect(idsOf(await walk(['a'], { hops: 1, relationshipsPerEntity: 1, relationshipsBy: 'combinedDegree' }), 'relationships')).toEqual(['ab']);
  });

  it('neither brings nor passes what is excluded', async () => {
    const found = await walk(['a'], { hops: 3 }, { exclude: [{ table: 'entities', id: 'b' }] });
    expect(idsOf(found, 'entities')).toEqual(['b2', 'e']);
    expect(found.dropped.map(({ id, reason }) => [id, reason])).toEqual([['ab', 'excluded']]);
  });

  it('holds to a filter', async () => {
    const found = await walk(['a'], { hops: 1 }, { filter: { documents: ['one.txt'] } });
    expect(idsOf(found, 'relationships')).toEqual(['ab']);
    expect(idsOf(found, 'text_units')).toEqual(['t-ab']);
  });

  it('finds what names the seeds in an index without relationships', async () => {
    const { relationships: _, ...tables } = TABLES;
    expect((await walk(['a', 'gone'], {}, {}, runStub({ tables }))).candidates.map(({ id }) => id)).toEqual(['t-a']);
    expect((await walk([], {})).candidates).toEqual([]);
  });

  it('loses no record and brings none twice, on any graph', async () => {
    const graph = fc.record({
      edges: fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 20 }),
      seeds: fc.uniqueArray(fc.nat(7), { maxLength: 4 }),
      hops: fc.constantFrom<'auto' | 0 | 1 | 2 | 3>('auto', 0, 1, 2, 3),
      enough: fc.integer({ min: 1, max: 6 }),
      limits: fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 })),
    });
    await fc.assert(
      fc.asyncProperty(graph, async ({ edges, seeds, hops, enough, limits: [relationshipsPerEntity, entitiesPerHop] }) => {
        const tables: FakeTables = {
          entities: Array.from({ length: 8 }, (_, id) => ({ id: `e${id}`, textUnitIds: [`t${id}`] })),
          relationships: edges.map(([from, to], id) => ({ id: `r${id}`, sourceId: `e${from}`, targetId: `e${to}`, textUnitIds: [`t${id % 5}`] })),
        };
        const found = await walk(seeds.map((id) => `e${id}`), { hops, enough, relationshipsPerEntity, entitiesPerHop }, {}, runStub({ tables }));
        const records = [...found.candidates, ...found.dropped].map(({ table, id }) => `${table} ${id}`);
        expect(new Set(records).size).toBe(records.length);
        for (const { table, id, via } of found.candidates) {
          expect(table === 'entities' && seeds.some((place) => `e${place}` === id)).toBe(false);
          for (const { seed: begin, path = [] } of via) {
            expect(path.length).toBeLessThanOrEqual(hops === 'auto' ? 3 : Math.max(hops, 1));
            expect(seeds.map((place) => `e${place}`)).toContain(begin?.id);
          }
        }
      }),
    );
  });
});
