import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { sharedFolder, sharedPath } from '@graphwright-internal/testing';
import type { VectorIndex, VectorSource } from '@graphwright/contract';
import { loadVectors } from '@graphwright/vector-store-memory';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lancedbVectorStore, openVectorSource } from '../src/index.ts';
import { databaseOf, indexWith, locationOf, storeOf } from './tables.ts';

// What GraphRAG 3.3's own LanceDB store gave for the query vectors of the golden cases of local search: see the README there.

const caseSchema = z.object({
  fixture: z.string(),
  queryVector: z
    .object({ from: z.string(), id: z.string().optional(), combination: z.array(z.object({ id: z.string(), weight: z.number() })).optional() })
    .nullish(),
  expect: z.object({
    searchK: z.number().nullish(),
    hits: z.array(z.object({ id: z.string(), distance: z.number() })).nullish(),
    embeddedTexts: z.array(z.string()).nullish(),
  }),
});

const TABLES: Readonly<Record<string, string>> = {
  'dulce-1.2': 'default-entity-description',
  'dulce-2.7': 'default-entity-description',
  'dulce-3.1': 'entity_description',
};

/** By the README: byte b of the text's SHA-256 becomes (b − 127.5) / 127.5. */
function hashedVector(text: string): Float32Array {
  return Float32Array.from(createHash('sha256').update(text, 'utf8').digest(), (byte) => (byte - 127.5) / 127.5);
}

async function hashedEntities(fixture: string): Promise<VectorSource> {
  const file = await asyncBufferFromFile(sharedPath('fixtures', 'graphrag', fixture, 'entities.parquet'));
  const rows = z.array(z.object({ id: z.string(), title: z.string() })).parse(await parquetReadObjects({ file, columns: ['id', 'title'], compressors }));
  return {
    space: 'entity_description',
    table: 'entities',
    dimensions: 32,
    count: rows.length,
    fingerprint: fixture,
    async *blocks() {
      for (const { id, title } of rows) yield { ids: [id], vectors: hashedVector(title) };
    },
  };
}

describe.skipIf(sharedFolder() === undefined)('hits of the golden cases of local search', async () => {
  const folder = sharedFolder() === undefined ? undefined : sharedPath('oracle', 'local');
  const files = folder === undefined ? [] : (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const cases = await Promise.all(
    files.map(async (file) => ({ file, ...caseSchema.parse(JSON.parse(await readFile(sharedPath('oracle', 'local', file), 'utf8'))) })),
  );
  const searched = cases.filter((golden) => (golden.expect.hits ?? []).length > 0);
  const stores = new Map<string, readonly VectorIndex[]>();

  beforeAll(async () => {
    const store = storeOf(lancedbVectorStore);
    for (const [fixture, name] of Object.entries(TABLES)) {
      const location = locationOf(databaseOf(z.enum(['dulce-1.2', 'dulce-2.7', 'dulce-3.1']).parse(fixture)), name);
      const memory = await loadVectors(await openVectorSource(location));
      stores.set(fixture, [memory, await store.open({ index: indexWith({ locations: [location] }), space: name })]);
    }
    stores.set('verbs-3.1', [await loadVectors(await hashedEntities('verbs-3.1'))]);
  });
  afterAll(async () => {
    for (const indexes of stores.values()) await Promise.all(indexes.map((index) => index.close()));
  });

  async function vectorOf(golden: (typeof cases)[number], index: VectorIndex): Promise<Float32Array> {
    const { from, id, combination } = golden.queryVector ?? { from: 'hash' };
    if (from === 'hash') return hashedVector(golden.expect.embeddedTexts?.[0] ?? '');
    const parts = combination ?? [{ id: id ?? '', weight: 1 }];
    const vectors = await index.vectorsOf(parts.map((part) => part.id));
    return Float32Array.from({ length: index.dimensions }, (_, i) => parts.reduce((sum, part, p) => sum + part.weight * (vectors[p]?.[i] ?? NaN), 0));
  }

  it('covers every case that searched', () => {
    expect(cases).toHaveLength(87);
    expect(searched).toHaveLength(83);
  });

  it.each(searched)('$file', async (golden) => {
    const indexes = stores.get(golden.fixture) ?? [];
    expect(indexes.length).toBeGreaterThan(0);
    const expected = golden.expect.hits ?? [];
    for (const index of indexes) {
      const hits = await index.search({ vector: await vectorOf(golden, index), k: golden.expect.searchK ?? 0, metric: 'squared-l2' });
      expect(hits.map((hit) => hit.id)).toEqual(expected.map((hit) => hit.id));
      for (const [place, { distance }] of expected.entries()) expect(hits[place]?.score).toBeCloseTo(distance, 5);
    }
  });
});
