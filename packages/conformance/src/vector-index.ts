import type { VectorIndex } from '@graphwright/contract';
import { check, checkEqual, checkFails, type ConformanceCase, type ConformanceSuite } from './suite.ts';

/** Vectors that a subject of the suite is to hold: rows of `dimensions` numbers. */
export interface VectorRows {
  readonly dimensions: number;
  readonly rows: readonly { readonly id: string; readonly vector: readonly number[] }[];
}

/** What the suite needs of a vector store. */
export interface VectorIndexSubject {
  readonly name: string;
  /** Makes an index over the rows; the suite closes it. */
  create(rows: VectorRows): Promise<VectorIndex>;
}

// Small whole numbers, so that every store computes the same cosine to the last of six digits. b and c are one direction:
// a tie; d has length zero.
const SAMPLE: VectorRows = {
  dimensions: 3,
  rows: [
    { id: 'c', vector: [2, 2, 0] },
    { id: 'a', vector: [1, 0, 0] },
    { id: 'b', vector: [1, 1, 0] },
    { id: 'd', vector: [0, 0, 0] },
    { id: 'e', vector: [-1, 0, 0] },
    { id: 'f', vector: [0, 0, 4] },
  ],
};
const QUERY = new Float32Array([1, 0, 0]);
const HALF = Math.round(Math.SQRT1_2 * 1e6) / 1e6;

/** What every vector index must do. */
export function vectorIndexSuite(subject: VectorIndexSubject): ConformanceSuite {
  const on =
    (rows: VectorRows, work: (index: VectorIndex) => Promise<void>): ConformanceCase['run'] =>
    async () => {
      const index = await subject.create(rows);
      try {
        await work(index);
      } finally {
        await index.close();
      }
    };
  const sample = (name: string, work: (index: VectorIndex) => Promise<void>): ConformanceCase => ({ name, run: on(SAMPLE, work) });
  const ids = (hits: readonly { readonly id: string }[]): string[] => hits.map((hit) => hit.id);

  return {
    name: `vector index: ${subject.name}`,
    cases: [
      sample('states its size, its dimensions and the metric cosine', (index) => {
        checkEqual([index.specVersion, index.size, index.dimensions], ['v1', 6, 3], 'specVersion, size and dimensions');
        check(index.metrics.includes('cosine'), 'cosine is not among the metrics.');
        return Promise.resolve();
      }),
      sample('orders by cosine, descending, ties by id, scores in [-1, 1] to six digits', async (index) => {
        const hits = await index.search({ vector: QUERY, k: 6 });
        checkEqual(ids(hits), ['a', 'b', 'c', 'd', 'f', 'e'], 'the order');
        checkEqual(hits.map((hit) => Math.round(hit.score * 1e6) / 1e6 + 0), [1, HALF, HALF, 0, 0, -1], 'the scores');
      }),
      sample('gives no more than k, and all when k passes the size', async (index) => {
        checkEqual(ids(await index.search({ vector: QUERY, k: 2 })), ['a', 'b'], 'the first two');
        checkEqual((await index.search({ vector: QUERY, k: 100 })).length, 6, 'the number of hits');
        checkEqual(await index.search({ vector: QUERY, k: 0 }), [], 'the hits of k = 0');
      }),
      sample('leaves out hits below minScore and keeps those at it', async (index) => {
        checkEqual(ids(await index.search({ vector: QUERY, k: 6, minScore: HALF })), ['a', 'b', 'c'], 'the hits');
      }),
      sample('filters by id before it counts to k', async (index) => {
        checkEqual(ids(await index.search({ vector: QUERY, k: 2, filter: { only: new Set(['e', 'f', 'x']) } })), ['f', 'e'], 'only');
        checkEqual(ids(await index.search({ vector: QUERY, k: 2, filter: { except: new Set(['a', 'b']) } })), ['c', 'd'], 'except');
        checkEqual(await index.search({ vector: QUERY, k: 2, filter: { only: new Set() } }), [], 'a filter that matches nothing');
      }),
      sample('does not let the length of the query matter', async (index) => {
        checkEqual(
          await index.search({ vector: new Float32Array([1000, 0, 0]), k: 6 }),
          await index.search({ vector: QUERY, k: 6 }),
          'the result of a longer query',
        );
      }),
      sample('refuses a vector of another size, naming both sizes', async (index) => {
        const message = await checkFails(() => index.search({ vector: new Float32Array(5), k: 1 }), 'dimension-mismatch');
        check(message.includes('3') && message.includes('5'), `The message names not both sizes: ${message}`);
      }),
      sample('refuses a vector with a number that is none, and one of length zero', async (index) => {
        await checkFails(() => index.search({ vector: new Float32Array([1, Number.NaN, 0]), k: 1 }), 'vector-invalid');
        await checkFails(() => index.search({ vector: new Float32Array([1, Number.POSITIVE_INFINITY, 0]), k: 1 }), 'vector-invalid');
        await checkFails(() => index.search({ vector: new Float32Array(3), k: 1 }), 'vector-invalid');
      }),
      sample('measures squared L2, ascending, ties by id, or refuses it when it is not declared', async (index) => {
        const search = () => index.search({ vector: QUERY, k: 4, metric: 'squared-l2' });
        if (!index.metrics.includes('squared-l2')) {
          await checkFails(search, 'unsupported');
          return;
        }
        const hits = await search();
        checkEqual(ids(hits), ['a', 'b', 'd', 'e'], 'the order');
        checkEqual(hits.map((hit) => Math.round(hit.score * 1e6) / 1e6), [0, 1, 1, 4], 'the distances');
      }),
      sample('gives stored vectors by id, undefined where there is none', async (index) => {
        const vectors = await index.vectorsOf(['f', 'x', 'a']);
        checkEqual(vectors.map((vector) => (vector === undefined ? null : [...vector])), [[0, 0, 4], null, [1, 0, 0]], 'the vectors');
      }),
      sample('stops for an aborted signal', async (index) => {
        await checkFails(() => index.search({ vector: QUERY, k: 1, signal: AbortSignal.abort() }), 'aborted');
      }),
      sample('answers searches at the same time as one by one', async (index) => {
        const queries = SAMPLE.rows.filter((row) => row.id !== 'd').map((row) => new Float32Array(row.vector));
        const together = await Promise.all(queries.map((vector) => index.search({ vector, k: 3 })));
        const alone = [];
        for (const vector of queries) alone.push(await index.search({ vector, k: 3 }));
        checkEqual(together, alone, 'the results');
      }),
      {
        name: 'has nothing to give when it is empty',
        run: on({ dimensions: 3, rows: [] }, async (index) => {
          checkEqual(index.size, 0, 'the size');
          checkEqual(await index.search({ vector: QUERY, k: 3 }), [], 'the hits');
        }),
      },
    ],
  };
}
