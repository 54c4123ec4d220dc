import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, makeArrowTable, type Connection } from '@lancedb/lancedb';
import { isGraphwrightError, type VectorIndex } from '@graphwright/contract';
import { Field, FixedSizeList, Float16, Float32, Float64, Int64, List, Schema, Utf8, type DataType } from 'apache-arrow';
import { loadVectors } from '@graphwright/vector-store-memory';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openVectorSource } from '../src/index.ts';
import { createStore } from '../src/create-store.ts';
import { indexWith, locationOf } from './tables.ts';

// LanceDB reads it when it is loaded; it warns of every new table.
vi.hoisted(() => {
  process.env['LANCEDB_LOG'] = 'error';
});

type Row = Record<string, unknown>;

let path = '';
let writer: Connection;
const store = createStore();

beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'graphwright lance#%20-'));
  writer = await connect(path);
});
afterAll(async () => {
  writer.close();
  await rm(path, { recursive: true, force: true });
});

const fixed = (size: number, item: DataType = new Float32()): DataType => new FixedSizeList(size, new Field('item', item, true));

async function makeTable(name: string, rows: Row[], types: Record<string, DataType>): Promise<void> {
  const schema = new Schema(Object.entries(types).map(([column, type]) => new Field(column, type, true)));
  if (rows.length === 0) await writer.createEmptyTable(name, schema, { mode: 'overwrite' });
  else await writer.createTable(name, makeArrowTable(rows, { schema }), { mode: 'overwrite' });
}

async function open(name: string): Promise<VectorIndex> {
  return store.open({ index: indexWith({ locations: [locationOf(path, name)] }), space: name });
}

async function codeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'none';
  } catch (error) {
    return isGraphwrightError(error) ? error.code : `foreign: ${String(error)}`;
  }
}

const ODD: Row[] = [
  { id: 'zero', vector: [0, 0, 0] },
  { id: 'b', vector: [2, 0, 0] },
  { id: 'a', vector: [4, 0, 0] },
  { id: 'not-a-number', vector: [NaN, 0, 0] },
  { id: 'infinite', vector: [Infinity, 0, 0] },
  { id: 'huge', vector: [3e38, 0, 0] },
  { id: 'tiny', vector: [1e-30, 0, 0] },
  { id: 'opposite', vector: [-1, 0, 0] },
  { id: "it's", vector: [0, 1, 0] },
  { id: 'twice', vector: [0, 0, 1] },
  { id: 'twice', vector: [1, 0, 1] },
  { id: 'none', vector: null },
];

describe('tables as nobody wishes them', () => {
  it('scores zero, huge and tiny vectors rightly, and never hits one that is not a number', async () => {
    await makeTable('odd', ODD, { id: new Utf8(), vector: fixed(3) });
    const index = await open('odd');
    const query = new Float32Array([1, 0, 0]);
    expect(await index.search({ vector: query, k: 20 })).toEqual([
      { id: 'a', score: 1 },
      { id: 'b', score: 1 },
      { id: 'huge', score: 1 },
      { id: 'tiny', score: 1 },
      { id: 'twice', score: Math.round(Math.SQRT1_2 * 1e6) / 1e6 },
      { id: "it's", score: 0 },
      { id: 'zero', score: 0 },
      { id: 'opposite', score: -1 },
    ]);
    const memory = await loadVectors(await openVectorSource(locationOf(path, 'odd')));
    for (const metric of ['cosine', 'squared-l2'] as const) {
      for (const k of [0, 1, 4, 50]) {
        for (const filter of [undefined, { only: new Set(["it's", 'twice', 'zero', 'x']) }, { only: new Set<string>() }, { except: new Set(['a', 'huge']) }]) {
          const question = { vector: query, k, metric, ...(filter && { filter }) };
          expect(await index.search(question)).toEqual(await memory.search(question));
        }
      }
    }
    expect((await index.vectorsOf(["it's", 'twice', 'none', 'b'])).map((vector) => vector && [...vector])).toEqual([[0, 1, 0], [0, 0, 1], undefined, [2, 0, 0]]);
  });

  it.each([
    ['float64', new Float64()],
    ['float16', new Float16()],
  ])('reads vectors of %s', async (name, item) => {
    await makeTable(name, [{ id: 'a', vector: [0.5, 0.25] }, { id: 'b', vector: [-1, 0] }], { id: new Utf8(), vector: fixed(2, item) });
    const index = await open(name);
    expect((await index.vectorsOf(['a']))[0]).toEqual(new Float32Array([0.5, 0.25]));
    expect((await index.search({ vector: new Float32Array([1, 0]), k: 2 })).map((hit) => hit.id)).toEqual(['a', 'b']);
  });

  it('takes an empty table with lists of any length as empty, whatever the query', async () => {
    await makeTable('empty', [], { id: new Utf8(), text: new Utf8(), vector: new List(new Field('item', new Float64(), true)), attributes: new Utf8() });
    const index = await open('empty');
    expect([index.size, index.dimensions]).toEqual([0, 0]);
    expect(await index.search({ vector: new Float32Array(1536).fill(1), k: 5 })).toEqual([]);
    expect((await openVectorSource(locationOf(path, 'empty'))).count).toBe(0);
  });

  it('reads lists of free length that are all of one length, and names the row of another', async () => {
    const types = { id: new Utf8(), vector: new List(new Field('item', new Float64(), true)) };
    await makeTable('lists', [{ id: 'a', vector: [1, 2] }, { id: 'b', vector: [2, 3] }], types);
    const index = await open('lists');
    expect(index.dimensions).toBe(2);
    expect((await index.search({ vector: new Float32Array([1, 2]), k: 1 }))[0]).toEqual({ id: 'a', score: 1 });
    await makeTable('uneven', [{ id: 'a', vector: [1, 2] }, { id: 'b', vector: [2] }], types);
    await expect((await open('uneven')).search({ vector: new Float32Array([1, 2]), k: 1 })).rejects.toThrow(/"b".*2 numbers.*1 numbers/u);
  });

  it('finds columns under other names, and numbers as ids', async () => {
    await makeTable('named', [{ Key: 'a', created: 'x', Embedding: [1, 0] }], { Key: new Utf8(), created: new Utf8(), Embedding: fixed(2) });
    expect((await (await open('named')).vectorsOf(['a']))[0]).toEqual(new Float32Array([1, 0]));
    await makeTable('numbers', [{ id: 7n, vector: [1, 0] }], { id: new Int64(), vector: fixed(2) });
    expect(await (await open('numbers')).search({ vector: new Float32Array([1, 0]), k: 1 })).toEqual([{ id: '7', score: 1 }]);
    await makeTable('without', [{ id: 'a', text: 'b' }], { id: new Utf8(), text: new Utf8() });
    await expect(open('without')).rejects.toThrow(/no column of vectors.*id: Utf8, text: Utf8/u);
  });

  it('looks up more ids than go into one statement, and scans for a filter of many', async () => {
    const rows = Array.from({ length: 2500 }, (_, i) => ({ id: `row-${String(i).padStart(4, '0')}`, vector: [Math.cos(i / 2500), Math.sin(i / 2500)] }));
    await makeTable('many', rows, { id: new Utf8(), vector: fixed(2) });
    const index = await open('many');
    const ids = rows.map((row) => row.id).toReversed();
    expect((await index.vectorsOf(ids)).every((vector, i) => vector?.[0] === Math.fround(Math.cos((2499 - i) / 2500)))).toBe(true);
    const only = new Set(ids.slice(0, 1500));
    expect((await index.search({ vector: new Float32Array([1, 0]), k: 2, filter: { only } })).map((hit) => hit.id)).toEqual(['row-1000', 'row-1001']);
  });
});

describe('what goes wrong', () => {
  it('refuses a query of another size, naming both sizes, before the table is touched', async () => {
    await makeTable('sized', [{ id: 'a', vector: [1, 0, 0] }], { id: new Utf8(), vector: fixed(3) });
    const index = await open('sized');
    await rename(join(path, 'sized.lance'), join(path, 'away.lance'));
    await expect(index.search({ vector: new Float32Array(1536).fill(1), k: 1 })).rejects.toThrow(/1536.*"sized".*3/u);
    await rename(join(path, 'away.lance'), join(path, 'sized.lance'));
  });

  it('says what to install where the client of LanceDB is absent', async () => {
    const without = createStore(() => Promise.reject(new Error("Cannot find package '@lancedb/lancedb'")));
    await makeTable('any', [{ id: 'a', vector: [1] }], { id: new Utf8(), vector: fixed(1) });
    const index = indexWith({ locations: [locationOf(path, 'any')] });
    const opening = without.open({ index, space: 'any' });
    await expect(opening).rejects.toThrow(/npm install @lancedb\/lancedb/u);
    expect(await codeOf(() => without.open({ index, space: 'any' }))).toBe('environment-unsupported');
  });

  it('names the space that is missing, or the table', async () => {
    const index = indexWith({ locations: [locationOf(path, 'absent')] });
    await expect(store.open({ index, space: 'absant' })).rejects.toThrow(/Did you mean "absent"/u);
    expect(await codeOf(() => store.open({ index, space: 'absent' }))).toBe('space-missing');
    expect(await readdir(path)).not.toContain('absent.lance');
  });

  it('reports a cut file, and a table that was changed while it was open', async () => {
    await makeTable('cut', [{ id: 'a', vector: [1, 0] }], { id: new Utf8(), vector: fixed(2) });
    const data = join(path, 'cut.lance', 'data');
    const file = join(data, (await readdir(data))[0] ?? '');
    await writeFile(file, (await readFile(file)).subarray(0, 40));
    const cut = await open('cut');
    expect(await codeOf(() => cut.search({ vector: new Float32Array([1, 0]), k: 1 }))).toBe('file-corrupt');

    await makeTable('moved', [{ id: 'a', vector: [1, 0] }], { id: new Utf8(), vector: fixed(2) });
    const moved = await open('moved');
    const source = await openVectorSource(locationOf(path, 'moved'));
    await rm(join(path, 'moved.lance'), { recursive: true });
    await makeTable('moved', [{ id: 'b', vector: [0, 1] }], { id: new Utf8(), vector: fixed(2) });
    expect(await codeOf(() => moved.search({ vector: new Float32Array([1, 0]), k: 1 }))).toBe('folder-changed');
    expect(await codeOf(() => loadVectors(source))).toBe('folder-changed');
  });

  it('stops for a signal, before and in the middle, and goes on afterwards', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => ({ id: `row-${i}`, vector: [i + 1, 1] }));
    await makeTable('long', rows, { id: new Utf8(), vector: fixed(2) });
    const index = await open('long');
    const question = { vector: new Float32Array([5000, 1]), k: 1, metric: 'squared-l2' as const };
    expect(await codeOf(() => index.search({ ...question, signal: AbortSignal.abort() }))).toBe('aborted');
    const controller = new AbortController();
    const search = index.search({ ...question, signal: controller.signal });
    controller.abort();
    expect(await codeOf(() => search)).toBe('aborted');
    expect(await index.search(question)).toEqual([{ id: 'row-4999', score: 0 }]);
    await index.close();
    await index.close();
    expect(await codeOf(() => index.search(question))).toBe('usage-invalid');
  });
});
