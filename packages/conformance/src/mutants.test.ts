import { throwIfAborted, type KnowledgeBase, type RelationshipsRequest, type SearchHit, type VectorIndex, type VectorQuery } from '@graphwright/contract';
import { describe, expect, it } from 'vitest';
import { memoryKnowledge } from './fakes/memory-knowledge.ts';
import { fakeVectorIndex } from './fakes/vectors.ts';
import { knowledgeBaseSuite } from './knowledge-base.ts';
import { failuresOf, type ConformanceSuite } from './suite.ts';
import { vectorIndexSuite } from './vector-index.ts';

/** Every case of a suite must fail on at least one broken subject, or it checks nothing. */
async function casesThatCatch(suites: readonly ConformanceSuite[]): Promise<Set<string>> {
  const caught = new Set<string>();
  for (const suite of suites) for (const { name } of await failuresOf(suite)) caught.add(name);
  return caught;
}

describe('the suite of vector indexes', () => {
  const suiteOf = (change: (index: VectorIndex) => Partial<VectorIndex>): ConformanceSuite =>
    vectorIndexSuite({
      name: 'mutant',
      create: (rows) => {
        const index = fakeVectorIndex(rows);
        return Promise.resolve({ ...index, ...change(index) });
      },
    });
  const searching = (search: (query: VectorQuery, index: VectorIndex) => Promise<readonly SearchHit[]>): ConformanceSuite =>
    suiteOf((index) => ({ search: (query) => search(query, index) }));
  const tolerant = (vector: VectorQuery['vector']): Float32Array =>
    vector.length === 3 && vector.every(Number.isFinite) && vector.some((value) => value !== 0) ? Float32Array.from(vector) : Float32Array.of(1, 0, 0);
  let busy = 0;

  const mutants = [
    suiteOf((index) => ({ size: index.size + 1, metrics: [] })),
    searching(async (query, index) => (await index.search({ ...query, k: 6 })).toReversed().slice(0, query.k)),
    searching((query, index) => index.search({ ...query, k: query.k + 1 })),
    searching(({ minScore: _, ...query }, index) => index.search(query)),
    searching(({ filter: _, ...query }, index) => index.search(query)),
    searching(async (query, index) => (await index.search(query)).map(({ id, score }) => ({ id, score: score * Math.hypot(...query.vector) }))),
    searching((query, index) => index.search({ ...query, vector: tolerant(query.vector) })),
    searching(({ metric: _, ...query }, index) => index.search(query)),
    suiteOf((index) => ({ vectorsOf: (ids) => index.vectorsOf(ids.toSorted()) })),
    searching(({ signal: _, ...query }, index) => index.search(query)),
    searching(async (query, index) => {
      busy += 1;
      try {
        const hits = await index.search(query);
        return busy > 1 ? [] : hits;
      } finally {
        busy -= 1;
      }
    }),
    searching(async (query, index) => [...(await index.search(query)), { id: 'ghost', score: 0 }]),
  ];

  it('is passed whole by an index that scores every row', async () => {
    expect(await failuresOf(suiteOf(() => ({})))).toEqual([]);
  });

  it('has no case that nothing fails', async () => {
    const caught = await casesThatCatch(mutants);
    expect(suiteOf(() => ({})).cases.map(({ name }) => name).filter((name) => !caught.has(name))).toEqual([]);
  });
});

describe('the suite of knowledge bases', () => {
  const open = (): KnowledgeBase =>
    memoryKnowledge({
      entities: [
        { id: 'a', title: 'First Thing', degree: 1, communityIds: ['c'] },
        { id: 'b', title: 'Second Thing', degree: 2 },
        { id: 'd', title: 'Third Thing', degree: 2, communityIds: ['c'] },
      ],
      relationships: [
        { id: 'r1', sourceId: 'a', targetId: 'b', combinedDegree: 3 },
        { id: 'r2', sourceId: 'b', targetId: 'd', combinedDegree: 4 },
      ],
      communities: [{ id: 'c', entityIds: ['a', 'd'] }],
    });
  const suiteOf = (change: (knowledge: KnowledgeBase) => Partial<KnowledgeBase>): ConformanceSuite =>
    knowledgeBaseSuite({
      name: 'mutant',
      open: () => {
        const knowledge = open();
        return Promise.resolve({ ...knowledge, ...change(knowledge) });
      },
    });
  let openings = 0;

  const mutants = [
    suiteOf(() => ({ fingerprint: `opening ${openings++}` })),
    suiteOf((knowledge) => ({ facts: { ...knowledge.facts, counts: { ...knowledge.facts.counts, entities: 9 } } })),
    suiteOf((knowledge) => ({ page: (request) => knowledge.page({ ...request, offset: Math.min(1, request.offset) }) })),
    suiteOf((knowledge) => ({ rows: (request) => knowledge.rows({ ...request, values: request.values.toReversed() }) })),
    suiteOf((knowledge) => ({ rows: (request) => knowledge.rows({ ...request, values: request.by === 'name' ? ['none'] : request.values }) })),
    suiteOf((knowledge) => ({ rows: (request) => knowledge.rows({ ...request, values: request.table === 'communities' ? [] : request.values }) })),
    suiteOf((knowledge) => ({
      relationshipsOf: <C extends Parameters<KnowledgeBase['relationshipsOf']>[0]['columns'][number]>({ direction: _, ...request }: RelationshipsRequest<C>) =>
        knowledge.relationshipsOf(request),
    })),
    suiteOf((knowledge) => ({ rows: ({ signal: _, ...request }) => knowledge.rows(request) })),
    suiteOf((knowledge) => ({ rows: ({ limitPerValue: _, ...request }) => knowledge.rows(request) })),
    suiteOf((knowledge) => ({
      rows: async (request) => {
        throwIfAborted(request.signal);
        return knowledge.rows(knowledge.facts.counts[request.table] === undefined ? { ...request, values: [], table: request.table } : request).catch(() => {
          throw new Error('something went wrong');
        });
      },
    })),
  ];

  it('is passed whole by the knowledge base in memory', async () => {
    expect(await failuresOf(suiteOf(() => ({})))).toEqual([]);
  });

  it('has no case that nothing fails', async () => {
    const caught = await casesThatCatch(mutants);
    expect(suiteOf(() => ({})).cases.map(({ name }) => name).filter((name) => !caught.has(name))).toEqual([]);
  });
});
