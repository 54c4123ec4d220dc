import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot, sharedFolder, sharedPath } from '@graphwright-internal/testing';
import { parquetMetadata, parquetReadObjects, type SchemaElement } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { makeSample } from '../src/index.ts';

const files = makeSample(join(repositoryRoot(), 'tooling', 'sample', 'data'));
const committed = join(repositoryRoot(), 'apps', 'cli', 'sample');
const shared = sharedFolder();
if (shared === undefined) process.stderr.write('Shared test data is absent: the schemas of the sample are not compared with those of GraphRAG 3.3.\n');

function bytesOf(path: string): ArrayBuffer {
  const bytes = files.get(path);
  if (bytes === undefined) throw new Error(`The sample has no ${path}.`);
  return Uint8Array.from(bytes).buffer;
}

describe('the committed sample', () => {
  it('is what the script makes of the data, byte for byte: after a change, run "pnpm --filter @graphwright-internal/sample make"', () => {
    const names = readdirSync(committed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(committed.length + 1).replaceAll('\\', '/'));
    expect(new Set(names)).toEqual(new Set(files.keys()));
    for (const [name, bytes] of files) expect(readFileSync(join(committed, name)).equals(bytes), name).toBe(true);
  });

  it('is the same the second time', () => {
    const again = makeSample(join(repositoryRoot(), 'tooling', 'sample', 'data'));
    for (const [name, bytes] of files) expect(Buffer.from(again.get(name) ?? []).equals(bytes), name).toBe(true);
  });

  it('is small, and large enough to be worth asking', async () => {
    expect([...files.values()].reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThan(500_000);
    const rows = async (table: string) => parquetReadObjects({ file: bytesOf(`output/${table}.parquet`) });
    expect((await rows('entities')).length).toBeGreaterThanOrEqual(62);
    expect((await rows('relationships')).length).toBeGreaterThanOrEqual(104);
    expect((await rows('text_units')).length).toBeGreaterThanOrEqual(42);
    expect(new Set((await rows('communities')).map(({ level }) => Number(level)))).toEqual(new Set([0, 1, 2]));
    expect((await rows('community_reports')).map(({ community }) => Number(community)).toSorted((a, b) => a - b)).toEqual((await rows('communities')).map(({ community }) => Number(community)));
    expect((await rows('covariates')).length).toBeGreaterThanOrEqual(9);
    expect((await rows('embeddings.entity_description')).every(({ embedding }) => Array.isArray(embedding) && embedding.length === 256)).toBe(true);
    const titles = (await rows('entities')).map(({ title }) => String(title));
    expect(titles.filter((title) => /\p{Script=Han}/u.test(title)).length).toBeGreaterThanOrEqual(3);
  });
});

describe.skipIf(shared === undefined)('the tables of the sample have the columns and types of GraphRAG 3.3', () => {
  const folder = shared === undefined ? '' : sharedPath('fixtures', 'graphrag', 'fresh-3.3-parquet', 'output');
  const shape = (schema: readonly SchemaElement[]) => schema.slice(1).map(({ name, type, repetition_type, num_children, converted_type, logical_type }) => ({ name, type, repetition_type, num_children, converted_type, logical_type }));
  it.each([...files.keys()].filter((name) => name.endsWith('.parquet')))('%s', (name) => {
    const original = Uint8Array.from(readFileSync(join(folder, name.slice('output/'.length)))).buffer;
    expect(shape(parquetMetadata(bytesOf(name)).schema)).toEqual(shape(parquetMetadata(original).schema));
  });
});
