import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { copyFolder, folderDigest, sharedFolder } from '@graphwright-internal/testing';
import type { VectorIndex } from '@graphwright/contract';
import { memoryVectorStore } from '@graphwright/vector-store-memory';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lancedbVectorStore, openVectorSource } from '../src/index.ts';
import { databaseOf, indexWith, locationsIn, storeOf, type DatabaseName } from './tables.ts';

const store = storeOf(lancedbVectorStore);
const memory = storeOf(memoryVectorStore);
const databases: readonly DatabaseName[] = ['dulce-1.2', 'dulce-2.7', 'dulce-3.1', 'fresh-3.3-parquet', 'fresh-3.3-csv'];

/** Rows and dimensions of every table, as Python's client reads them. */
const SHAPES: Readonly<Record<DatabaseName, Readonly<Record<string, readonly [number, number]>>>> = {
  'dulce-1.2': { 'default-community-full_content': [72, 1536], 'default-entity-description': [373, 1536], 'default-text_unit-text': [38, 1536] },
  'dulce-2.7': { 'default-community-full_content': [2, 1536], 'default-entity-description': [18, 1536], 'default-text_unit-text': [5, 1536] },
  'dulce-3.1': { community_full_content: [10, 3072], entity_description: [39, 3072], text_unit_text: [5, 3072] },
  'fresh-3.3-parquet': { community_full_content: [10, 64], entity_description: [23, 64], text_unit_text: [19, 64] },
  'fresh-3.3-csv': { community_full_content: [10, 64], entity_description: [23, 64], text_unit_text: [19, 64] },
};

describe.skipIf(sharedFolder() === undefined)('the LanceDB tables of the fixtures', () => {
  it.each(databases)('reads every table of %s: each row once, every tenth found again by its own vector', async (name) => {
    const locations = await locationsIn(databaseOf(name));
    const index = indexWith({ locations });
    expect(store.spaces(index)).toEqual(Object.keys(SHAPES[name]));
    for (const location of locations) {
      const vectors = await store.open({ index, space: location.space });
      expect([vectors.size, vectors.dimensions]).toEqual(SHAPES[name][location.name]);
      const source = await openVectorSource(location);
      const seen: string[] = [];
      for await (const block of source.blocks()) {
        for (const [row, id] of block.ids.entries()) {
          seen.push(id);
          if (row % 10 !== 0) continue;
          const vector = block.vectors.subarray(row * source.dimensions, (row + 1) * source.dimensions);
          const [hit, ...others] = await vectors.search({ vector, k: vectors.size, metric: 'squared-l2' });
          expect(hit).toEqual({ id, score: 0 });
          expect(others).toHaveLength(vectors.size - 1);
        }
      }
      expect(new Set(seen).size).toBe(source.count);
      expect(source.count).toBe(vectors.size);
      await vectors.close();
    }
  });

  it.each(databases)('gives for %s what the store in memory gives, bit for bit', async (name) => {
    const locations = await locationsIn(databaseOf(name));
    const sources = await Promise.all(locations.map((location) => openVectorSource(location)));
    const index = indexWith({ locations, sources });
    for (const { space } of locations) {
      const both = await Promise.all([store.open({ index, space }), memory.open({ index, space })]);
      const [first] = await both[0].search({ vector: new Float32Array(both[0].dimensions).fill(1), k: 1 });
      const [vector] = await both[0].vectorsOf([first?.id ?? '']);
      const query = Float64Array.from(vector ?? [], (value, i) => value + Math.sin(i) / 100);
      for (const metric of ['cosine', 'squared-l2'] as const) {
        const ask = (vectors: VectorIndex) => vectors.search({ vector: query, k: 25, metric });
        const [found, expected] = await Promise.all(both.map(ask));
        expect(found).toEqual(expected);
        const filter = { except: new Set(expected?.slice(0, 2).map((hit) => hit.id)) };
        const [rest, expectedRest] = await Promise.all(both.map((vectors) => vectors.search({ vector: query, k: 3, metric, filter })));
        expect(rest).toEqual(expectedRest);
      }
      await Promise.all(both.map((vectors) => vectors.close()));
    }
  });

  it.each(databases)('leaves the folder of %s as it was, byte for byte, and works where it may not write', async (name) => {
    const copy = await copyFolder(databaseOf(name));
    onTestFinished(() => copy.remove());
    const before = await folderDigest(copy.path);
    await useEverything(copy.path);
    expect(await folderDigest(copy.path)).toBe(before);
    expect((await readdir(copy.path)).every((entry) => entry.endsWith('.lance'))).toBe(true);

    await makeReadOnly(copy.path);
    await useEverything(copy.path);
    expect(await folderDigest(copy.path)).toBe(before);
  });

  it('states a fingerprint that a copy shares and a changed table does not', async () => {
    const copy = await copyFolder(databaseOf('fresh-3.3-parquet'));
    onTestFinished(() => copy.remove());
    const [original] = await locationsIn(databaseOf('fresh-3.3-parquet'));
    const [copied] = await locationsIn(copy.path);
    const other = (await locationsIn(databaseOf('fresh-3.3-csv')))[0];
    if (original === undefined || copied === undefined || other === undefined) throw new Error('The fixture holds no table.');
    const { fingerprint } = await openVectorSource(original);
    expect((await openVectorSource(copied)).fingerprint).toBe(fingerprint);
    expect((await openVectorSource(other)).fingerprint).not.toBe(fingerprint);
  });
});

async function useEverything(path: string): Promise<void> {
  const index = indexWith({ locations: await locationsIn(path) });
  for (const space of store.spaces(index)) {
    const vectors = await store.open({ index, space });
    const hits = await vectors.search({ vector: new Float32Array(vectors.dimensions).fill(0.5), k: 3 });
    expect(hits.length).toBe(Math.min(3, vectors.size));
    const ids = hits.map((hit) => hit.id);
    expect((await vectors.vectorsOf([...ids, 'no such id'])).map((vector) => vector?.length)).toEqual([...ids.map(() => vectors.dimensions), undefined]);
    expect(await vectors.search({ vector: new Float32Array(vectors.dimensions).fill(0.5), k: 3, filter: { only: new Set(ids) } })).toEqual(hits);
    await vectors.close();
  }
}

async function makeReadOnly(path: string): Promise<void> {
  if ((await stat(path)).isDirectory()) {
    for (const name of await readdir(path)) await makeReadOnly(join(path, name));
    await chmod(path, 0o555);
  } else {
    await chmod(path, 0o444);
  }
}
