import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registerSuite, vectorIndexSuite } from '@graphwright/conformance';
import { connect, makeArrowTable, type Connection } from '@lancedb/lancedb';
import { Field, FixedSizeList, Float32, Schema, Utf8 } from 'apache-arrow';
import { afterAll, beforeAll, vi } from 'vitest';
import { createStore } from '../src/create-store.ts';
import { indexWith, locationOf } from './tables.ts';

// LanceDB reads it when it is loaded; it warns of every new table.
vi.hoisted(() => {
  process.env['LANCEDB_LOG'] = 'error';
});

let path = '';
let writer: Connection;
let tables = 0;

beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'graphwright-lance-'));
  writer = await connect(path);
});
afterAll(async () => {
  writer.close();
  await rm(path, { recursive: true, force: true });
});

registerSuite(
  vectorIndexSuite({
    name: 'lancedb',
    async create({ rows, dimensions }) {
      const name = `table_${tables++}`;
      const vector = new FixedSizeList(dimensions, new Field('item', new Float32(), true));
      const schema = new Schema([new Field('id', new Utf8(), true), new Field('vector', vector, true)]);
      if (rows.length === 0) await writer.createEmptyTable(name, schema);
      else await writer.createTable(name, makeArrowTable(rows.map(({ id, vector: numbers }) => ({ id, vector: [...numbers] })), { schema }));
      return createStore().open({ index: indexWith({ locations: [locationOf(path, name)] }), space: name });
    },
  }),
);
