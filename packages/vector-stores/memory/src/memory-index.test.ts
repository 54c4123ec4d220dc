import { isGraphwrightError, kinds, type IdFilter, type Metric, type OpenedIndex, type SearchHit, type VectorSource } from '@graphwright/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadVectors, memoryVectorStore } from './index.ts';

interface Row {
  readonly id: string;
  readonly vector: readonly number[];
}

/** A source that hands its rows out in blocks of a given number. */
function sourceOf(rows: readonly Row[], dimensions: number, perBlock = 2, space = 'entity_description'): VectorSource {
  return {
    space,
    table: 'entities',
    dimensions,
    count: rows.length,
    fingerprint: 'made',
    async *blocks() {
      for (let start = 0; start < rows.length; start += perBlock) {
        const block = rows.slice(start, start + perBlock);
        yield { ids: block.map((row) => row.id), vectors: Float32Array.from(block.flatMap((row) => row.vector)) };
      }
    },
  };
}

/** What the port promises, written as plainly as can be. */
function naive(rows: readonly Row[], query: readonly number[], k: number, metric: Metric, minScore: number | undefined, filter: IdFilter | undefined): SearchHit[] {
  const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
  const best = new Map<string, number>();
  const sign = metric === 'cosine' ? -1 : 1;
  for (const { id, vector } of rows) {
    if (filter !== undefined && ('only' in filter ? !filter.only.has(id) : filter.except.has(id))) continue;
    const lengths = Math.sqrt(dot(vector, vector) * dot(query, query));
    const difference = query.map((value, i) => value - (vector[i] ?? 0));
    const raw = metric === 'squared-l2' ? dot(difference, difference) : lengths === 0 ? 0 : dot(query, vector) / lengths;
    const score = Math.round(raw * 1e6) / 1e6 + 0;
    if (minScore !== undefined && score < minScore) continue;
    const known = best.get(id);
    if (known === undefined || sign * score < sign * known) best.set(id, score);
  }
  return [...best]
    .map(([id, score]) => ({ id, score }))
    .sort((a, b) => sign * (a.score - b.score) || (a.id < b.id ? -1 : 1))
    .slice(0, k);
}

async function codeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'none';
  } catch (error) {
    return isGraphwrightError(error) ? error.code : `foreign: ${String(error)}`;
  }
}

// Small whole numbers: exact in float32, so ties are many and the last bits of a sum play no part.
const whole = fc.integer({ min: -3, max: 3 });
const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'Ä', '中', '10', '9');
const filters = fc.oneof(
  fc.constant(undefined),
  fc.uniqueArray(ids).map((list): IdFilter => ({ only: new Set(list) })),
  fc.uniqueArray(ids).map((list): IdFilter => ({ except: new Set(list) })),
);
const questions = fc.integer({ min: 1, max: 6 }).chain((size) => {
  const vector = fc.array(whole, { minLength: size, maxLength: size });
  return fc.record({
    rows: fc.array(fc.record({ id: ids, vector }), { maxLength: 30 }),
    query: vector.filter((values) => values.some((value) => value !== 0)),
    k: fc.nat(12),
    metric: fc.constantFrom<Metric>('cosine', 'squared-l2'),
    minScore: fc.option(fc.constantFrom(-1, 0, 0.5, 1), { nil: undefined }),
    filter: filters,
  });
});

describe('search in memory', () => {
  it('agrees with the plain definition for any rows, doubles included, any k, metric, floor and filter', async () => {
    await fc.assert(
      fc.asyncProperty(questions, async ({ rows, query, k, metric, minScore, filter }) => {
        const least = metric === 'cosine' ? minScore : undefined;
        const index = await loadVectors(sourceOf(rows, query.length));
        const found = await index.search({
          vector: Float32Array.from(query),
          k,
          metric,
          ...(least !== undefined && { minScore: least }),
          ...(filter !== undefined && { filter }),
        });
        expect(found).toEqual(naive(rows, query, k, metric, least, filter));
      }),
      { numRuns: 1000 },
    );
  });

  it('gives the same for any order of rows and any size of block', async () => {
    await fc.assert(
      fc.asyncProperty(questions, fc.integer({ min: 1, max: 9 }), async ({ rows, query, k, metric }, perBlock) => {
        const question = { vector: Float32Array.from(query), k, metric };
        const one = await loadVectors(sourceOf(rows, query.length));
        const other = await loadVectors(sourceOf(rows.toReversed(), query.length, perBlock));
        expect(await other.search(question)).toEqual(await one.search(question));
      }),
    );
  });

  it('never hits a vector that is not a number, and gives a zero vector cosine 0', async () => {
    const rows = [
      { id: 'nan', vector: [NaN, 1] },
      { id: 'infinite', vector: [Infinity, 1] },
      { id: 'zero', vector: [0, 0] },
      { id: 'against', vector: [-1, 0] },
    ];
    const index = await loadVectors(sourceOf(rows, 2));
    expect(index.size).toBe(4);
    expect(await index.search({ vector: new Float32Array([1, 0]), k: 9 })).toEqual([
      { id: 'zero', score: 0 },
      { id: 'against', score: -1 },
    ]);
  });

  it('gives stored vectors as copies, the first of an id that comes twice', async () => {
    const index = await loadVectors(sourceOf([{ id: 'a', vector: [1, 2] }, { id: 'a', vector: [3, 4] }], 2));
    const [first] = await index.vectorsOf(['a', 'b']);
    expect(first).toEqual(new Float32Array([1, 2]));
    first?.fill(9);
    expect(await index.vectorsOf(['b', 'a'])).toEqual([undefined, new Float32Array([1, 2])]);
  });

  it('has nothing to give when it is empty, of a known size or not', async () => {
    expect(await (await loadVectors(sourceOf([], 3))).search({ vector: new Float32Array([1, 0, 0]), k: 3 })).toEqual([]);
    expect(await (await loadVectors(sourceOf([], 0))).search({ vector: new Float32Array(1536).fill(1), k: 3 })).toEqual([]);
    expect(await codeOf(async () => (await loadVectors(sourceOf([], 3))).search({ vector: new Float32Array([1]), k: 3 }))).toBe('dimension-mismatch');
  });

  it('stops in the middle of a long search, and answers others meanwhile', async () => {
    const size = 5_000;
    const rows = Array.from({ length: size }, (_, i) => ({ id: `row-${i}`, vector: Array.from({ length: 1000 }, (__, j) => (j === i % 1000 ? 1 + i : 0)) }));
    const index = await loadVectors(sourceOf(rows, 1000, 500));
    const question = { vector: new Float32Array(1000).fill(1), k: 1, metric: 'squared-l2' as const };
    const controller = new AbortController();
    const stopped = index.search({ ...question, signal: controller.signal });
    const other = index.search(question);
    controller.abort();
    expect(await codeOf(() => stopped)).toBe('aborted');
    expect(await other).toEqual([{ id: 'row-0', score: 999 }]);
    const closed = index.search(question);
    await index.close();
    expect(await codeOf(() => closed)).toBe('usage-invalid');
    expect(await codeOf(() => index.vectorsOf(['row-0']))).toBe('usage-invalid');
  });
});

describe('loading', () => {
  it('refuses a source whose blocks are not what it says', async () => {
    const rows = [{ id: 'a', vector: [1, 0] }, { id: 'b', vector: [0, 1] }];
    for (const wrong of [{ ...sourceOf(rows, 2), count: 3 }, { ...sourceOf(rows, 2), count: 1 }, { ...sourceOf(rows, 2), dimensions: 3 }]) {
      expect(await codeOf(() => loadVectors(wrong))).toBe('vector-invalid');
    }
  });

  it('stops for a signal', async () => {
    expect(await codeOf(() => loadVectors(sourceOf([{ id: 'a', vector: [1] }], 1), AbortSignal.abort()))).toBe('aborted');
  });
});

describe('the plugin', () => {
  const store = memoryVectorStore.resolve({}, {}).create();
  // A store looks at the vectors and their places alone.
  const index = (parts: Partial<OpenedIndex>): OpenedIndex => ({
    knowledge: {
      specVersion: 'v1',
      fingerprint: 'none',
      facts: { counts: {}, levels: [] },
      columns: {},
      rows: () => Promise.reject(new Error('not asked')),
      page: () => Promise.reject(new Error('not asked')),
      relationshipsOf: () => Promise.reject(new Error('not asked')),
      close: () => Promise.resolve(),
    },
    vectors: [],
    vectorLocations: [],
    warnings: [],
    source: { format: 'graphrag', version: '3.1', folder: '/an/index' },
    ...parts,
  });

  it('opens the spaces that have a source, and points at the store of one that lies elsewhere', async () => {
    if (!kinds.vectorStore.check(store)) throw new Error('The plugin makes no vector store.');
    const opened = index({
      vectors: [sourceOf([{ id: 'a', vector: [1, 0] }], 2)],
      vectorLocations: [{ space: 'text_unit_text', table: 'text_units', format: 'lancedb', path: '/an/index/lancedb', name: 'text_unit_text' }],
    });
    expect(store.spaces(opened)).toEqual(['entity_description']);
    expect((await store.open({ index: opened, space: 'entity_description' })).space).toBe('entity_description');
    await expect(store.open({ index: opened, space: 'entity_descriptions' })).rejects.toThrow(/Did you mean "entity_description"/u);
    await expect(store.open({ index: opened, space: 'text_unit_text' })).rejects.toThrow(/Use the vector store "lancedb"/u);
  });
});
