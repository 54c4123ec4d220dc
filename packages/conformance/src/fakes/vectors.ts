import { prepareQuery, normOf, NearestHits, scoreOf, throwIfAborted, type VectorIndex, type VectorSource } from '@graphwright/contract';
import type { VectorRows } from '../vector-index.ts';

/** Stored vectors written down in a test, in one block, as whoever loads an index hands them out. */
export function vectorSource({ rows, dimensions }: VectorRows, space = 'entity_description', table: VectorSource['table'] = 'entities'): VectorSource {
  return {
    space,
    table,
    dimensions,
    count: rows.length,
    fingerprint: `${space} ${JSON.stringify(rows)}`,
    async *blocks(signal) {
      throwIfAborted(signal);
      yield { ids: rows.map(({ id }) => id), vectors: Float32Array.from(rows.flatMap(({ vector }) => vector)) };
    },
  };
}

/** A vector index over rows written down in a test: every row is scored for every search. */
export function fakeVectorIndex({ rows, dimensions }: VectorRows, space = 'entity_description'): VectorIndex {
  const stored = rows.map(({ id, vector }) => ({ id, vector: Float32Array.from(vector) }));
  const index: VectorIndex = {
    specVersion: 'v1',
    space,
    dimensions,
    size: rows.length,
    metrics: ['cosine', 'squared-l2'],
    search: (query) =>
      Promise.resolve().then(() => {
        throwIfAborted(query.signal);
        const prepared = prepareQuery(query, index);
        const nearest = new NearestHits(query);
        for (const { id, vector } of stored) nearest.offer(id, scoreOf(prepared, vector, 0, normOf(vector, 0, dimensions)));
        return nearest.hits();
      }),
    vectorsOf: (ids) => Promise.resolve(ids.map((id) => stored.find((row) => row.id === id)?.vector)),
    close: () => Promise.resolve(),
  };
  return index;
}
