import { definePlugin, kinds, refTo, type Candidate, type Plugin, type Ranker, type VectorIndex } from '@graphwright/contract';
import { describe, expect, it } from 'vitest';
import { rank } from '../rank.ts';
import { portOf, runStub, type RunStub, type RunStubOptions } from '../run-stub.test.util.ts';
import { asFound } from './as-found.ts';
import { degree, weight } from './by-column.ts';
import { betweenSeeds, occurrence, reportRank } from './by-seeds.ts';
import { fusedOrder } from './fused-order.ts';
import { graphDistance } from './graph-distance.ts';
import { similarity } from './similarity.ts';

const seeds: Candidate[] = ['s1', 's2', 's3'].map((id) => ({ table: 'entities', id, via: [] }));
const record = (table: string, id: string, ...from: string[]): Candidate => ({
  table,
  id,
  via: from.map((seed) => ({ by: 'local', seed: { table: 'entities', id: seed } })),
});
const furnished: RunStubOptions = {
  tables: {
    entities: [{ id: 'a', degree: 1 }, { id: 'b', degree: 9 }, { id: 'c' }, { id: 'd', degree: 9 }],
    relationships: [
      { id: 'r1', weight: 1, combinedDegree: 9 },
      { id: 'r2', weight: 5, combinedDegree: 2 },
      { id: 'r3', weight: 5, combinedDegree: 3 },
      { id: 'r4' },
    ],
    community_reports: [
      { id: 'p1', rank: 9, level: 0 },
      { id: 'p2', rank: 5, level: 0 },
      { id: 'p3', rank: 5, level: 1 },
      { id: 'p4', level: 0 },
    ],
  },
  spaces: { entity_description: { a: [0, 1], b: [1, 0], d: [1, 1] }, mine: { a: [1, 0], b: [0, 1] } },
  embed: () => [1, 0],
};

async function order(plugin: Plugin, candidates: readonly Candidate[], options = {}, run: RunStub = runStub(furnished)): Promise<string[]> {
  const ranked = await portOf(kinds.ranker, plugin, options).rank({ question: 'q', section: 'some', candidates, seeds }, run);
  return ranked.map(({ id }) => id);
}
const entities = ['c', 'd', 'a', 'b'].map((id) => record('entities', id));
const relationships = ['r4', 'r1', 'r2', 'r3'].map((id) => record('relationships', id, 's1'));

/** A record reached from a seed over some relationships. */
const far = (id: string, seed: string, hops: number): Candidate => ({
  table: 'text_units',
  id,
  via: [{ by: 'walk', seed: { table: 'entities', id: seed }, path: Array.from({ length: hops }, (_, hop) => ({ relationshipId: `${id}${hop}`, direction: 'out', entityId: 'e' }) as const) }],
});

describe('rankers by the graph', () => {
  const plugins = [occurrence, similarity, asFound, fusedOrder, degree];
  const walked = [far('a2', 's1', 2), far('b1', 's2', 1), far('c0', 's3', 0), record('entities', 's2', 's1')];

  it('occurrence counts a way less for each hop', async () => {
    expect(await order(occurrence, [far('two', 's1', 2), far('one', 's1', 1), far('none', 's1', 0)])).toEqual(['none', 'one', 'two']);
    expect(await order(occurrence, [far('late', 's3', 0), far('near', 's1', 1)])).toEqual(['near', 'late']);
    expect(await order(occurrence, [far('late', 's3', 0), far('near', 's1', 1)], { decay: 0.1 })).toEqual(['late', 'near']);
  });

  it('graph-distance puts seeds first in their order, then fewer hops, then another order', async () => {
    const run = runStub({ ...furnished, plugins });
    expect(await order(graphDistance, walked, { within: 'as-found' }, run)).toEqual(['s2', 'c0', 'b1', 'a2']);
    const near = [far('x', 's3', 1), far('y', 's1', 1), record('claims', 'nowhere')];
    expect(await order(graphDistance, near, { within: 'as-found' }, run)).toEqual(['x', 'y', 'nowhere']);
    expect(await order(graphDistance, near, { within: 'occurrence' }, run)).toEqual(['y', 'x', 'nowhere']);
  });

  it('fused-order sums reciprocal ranks of several orders, ties by the first', async () => {
    const run = runStub({ ...furnished, plugins });
    const found = ['c', 'd', 'a', 'b'].map((id) => record('entities', id));
    // as-found: c d a b; degree: b d a c.
    expect(await order(fusedOrder, found, { rankers: ['as-found', 'degree'], k: 0 }, run)).toEqual(['c', 'b', 'd', 'a']);
    expect(await order(fusedOrder, found, { rankers: ['as-found', 'degree'], k: 0, weights: [1, 2] }, run)).toEqual(['b', 'c', 'd', 'a']);
    const ranked = await portOf(kinds.ranker, fusedOrder, { rankers: ['as-found', 'similarity'] }).rank({ question: 'q', section: 's', candidates: found, seeds }, run);
    expect(ranked[0]).toMatchObject({ id: 'd', score: 2 / 62, via: [{ by: 'similarity' }] });
    expect(() => portOf(kinds.ranker, fusedOrder, { weights: [1] })).toThrow(/2 rankers and 1 weights/u);
  });
});

describe('rankers', () => {
  it('as-found leaves the order', async () => {
    expect(await order(asFound, entities)).toEqual(['c', 'd', 'a', 'b']);
  });

  it('degree puts hubs first, records without one last, ties by id', async () => {
    expect(await order(degree, entities)).toEqual(['b', 'd', 'a', 'c']);
    expect(await order(degree, relationships)).toEqual(['r1', 'r3', 'r2', 'r4']);
    await expect(order(degree, [record('text_units', 't')])).rejects.toMatchObject({ code: 'unsupported' });
  });

  it('weight orders relationships', async () => {
    expect(await order(weight, relationships)).toEqual(['r2', 'r3', 'r1', 'r4']);
    await expect(order(weight, entities)).rejects.toMatchObject({ code: 'unsupported' });
  });

  it('similarity orders by cosine, records without a vector behind the others as they were', async () => {
    expect(await order(similarity, entities)).toEqual(['b', 'd', 'a', 'c']);
    expect(await order(similarity, entities, { space: 'mine' })).toEqual(['a', 'b', 'c', 'd']);
    const ranked = await portOf(kinds.ranker, similarity).rank({ question: 'q', section: 'x', candidates: entities, seeds }, runStub(furnished));
    expect(ranked[1]).toEqual({ table: 'entities', id: 'd', score: 0.707107, via: [{ by: 'similarity', score: 0.707107 }] });
  });

  it('similarity reads the vectors of the candidates alone, and searches nothing', async () => {
    const run = runStub(furnished);
    const vectors = async (space: string): Promise<VectorIndex> => {
      const index = await run.vectors(space);
      const { dimensions, size, metrics } = index;
      const search = (): Promise<never> => Promise.reject(new Error('a search'));
      return { specVersion: 'v1', space, dimensions, size, metrics, search, vectorsOf: (ids) => index.vectorsOf(ids), close: () => Promise.resolve() };
    };
    const watched = new Proxy(run, { get: (target, member): unknown => (member === 'vectors' ? vectors : Reflect.get(target, member)) });
    expect(await order(similarity, entities, {}, watched)).toEqual(['b', 'd', 'a', 'c']);
  });

  it('similarity leaves the order, with a warning, where it cannot compare', async () => {
    for (const [candidates, options] of [
      [[record('covariates', 'x'), record('covariates', 'w')], furnished],
      [entities, { ...furnished, spaces: {} }],
      [entities, { ...furnished, embed: () => [1, 2, 3] }],
      [entities, { ...furnished, embed: () => [0, 0] }],
    ] as const) {
      const run = runStub(options);
      expect(await order(similarity, candidates, {}, run)).toEqual(candidates.map(({ id }) => id));
      expect(run.warnings.map(({ code }) => code)).toEqual(['ranker-failed']);
    }
  });

  it('report-rank counts seeds, then the rank, then prefers the finer level', async () => {
    const reports = [record('community_reports', 'p4', 's1'), record('community_reports', 'p2', 's1'), record('community_reports', 'p3', 's1', 's1')];
    expect(await order(reportRank, [...reports, record('community_reports', 'p1', 's2')])).toEqual(['p1', 'p3', 'p2', 'p4']);
    expect(await order(reportRank, [record('community_reports', 'p1', 's2'), record('community_reports', 'p4', 's1', 's3')])).toEqual(['p4', 'p1']);
  });

  it('between-seeds puts relationships between two seeds first', async () => {
    expect(await order(betweenSeeds, [...relationships.slice(1), record('relationships', 'r4', 's2', 's3')])).toEqual(['r4', 'r3', 'r2', 'r1']);
  });

  it('occurrence counts ways from the seeds, the first seeds most, and a seed itself', async () => {
    const units = [record('text_units', 'u1', 's3', 's3'), record('text_units', 'u2', 's1'), record('text_units', 'u3', 's2', 's2'), record('text_units', 'u4', 'unknown')];
    expect(await order(occurrence, units)).toEqual(['u2', 'u3', 'u1', 'u4']);
    const ranked = await portOf(kinds.ranker, occurrence).rank({ question: 'q', section: 'x', candidates: units, seeds }, runStub({}));
    expect(ranked.map(({ score }) => score)).toEqual([1, 1, 2 / 3, 0]);
    const own = record('text_units', 'u5');
    expect(await portOf(kinds.ranker, occurrence).rank({ question: 'q', section: 'x', candidates: [own], seeds: [own] }, runStub({}))).toMatchObject([{ score: 1 }]);
  });
});

describe('rank', () => {
  const ranker = (id: string, change: (candidates: readonly Candidate[]) => readonly Candidate[]): Plugin =>
    definePlugin(kinds.ranker, {
      id,
      version: '1.0.0',
      description: 'For a test.',
      create: (): Ranker => ({ specVersion: 'v1', rank: ({ candidates }) => Promise.resolve(change(candidates)) }),
    });
  const nonsense: Candidate[] = [];
  Reflect.set(nonsense, 0, null);
  const plugins = [
    ranker('reverse', (candidates) => candidates.toReversed()),
    ranker('loses', (candidates) => candidates.slice(1)),
    ranker('forgets', () => nonsense),
    ranker('doubles', (candidates) => [...candidates, ...candidates.slice(0, 1)]),
    ranker('invents', (candidates) => [...candidates.slice(1), record('entities', 'made-up')]),
  ];
  const by = (use: string, candidates = entities) =>
    rank(runStub({ plugins }), refTo(kinds.ranker, use), { question: 'q', section: 'some', candidates, seeds });

  it('takes the order of a ranker', async () => {
    expect((await by('reverse')).map(({ id }) => id)).toEqual(['b', 'a', 'd', 'c']);
    expect(await by('unknown', [])).toEqual([]);
  });

  it('refuses a ranker that loses, doubles or makes up a record, and names it', async () => {
    await expect(by('loses')).rejects.toThrow(/loses.*entities c is missing/u);
    await expect(by('doubles')).rejects.toThrow(/entities c stands in its order once too often/u);
    await expect(by('invents')).rejects.toMatchObject({ code: 'ranker-invalid' });
    await expect(by('forgets')).rejects.toThrow(/forgets.*no list of candidates/u);
  });
});
