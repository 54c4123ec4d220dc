import { chmod, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parquetMetadataAsync, parquetReadObjects, asyncBufferFromFile } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TABLE_NAMES, type OpenedIndex, type TableName, type Tables } from '@graphwright/contract';
import { copyFixture, folderDigest, sharedFolder, sharedPath } from '@graphwright-internal/testing';
import { CsvTable } from '../src/files/csv/csv-table.ts';
import { ParquetTable } from '../src/files/parquet/parquet-table.ts';
import type { TableSource } from '../src/files/table-source.ts';
import { openGraphragIndex } from '../src/open-index.ts';
import { containing } from './made-up.ts';

const shared = sharedFolder() !== undefined;
if (!shared) process.stderr.write('The shared fixtures are not there: real indexes are not tested.\n');

const fixture = (name: string): string => sharedPath('fixtures', 'graphrag', name);
const open = (name: string): Promise<OpenedIndex> => openGraphragIndex({ root: fixture(name), environment: {} });

/** Version, folder of the tables, and every warning with its count. */
const EXPECTED: Readonly<Record<string, { version: string; folder?: string; warnings: Readonly<Record<string, number>> }>> = {
  'dulce-0.3': {
    version: '0.1–0.3',
    warnings: { 'table-missing': 2, 'id-repeated': 207, 'entity-without-community': 185, 'low-community-coverage': 185, 'communities-derived': 6, 'claim-subject-missing': 12 },
  },
  'dulce-1.2': { version: '1.x', warnings: { 'entity-without-community': 20, 'claim-subject-missing': 16 } },
  'dulce-2.7': { version: '2.x', warnings: { 'list-of-null': 2, 'entity-without-community': 2, 'claim-subject-missing': 3 } },
  'dulce-3.1': { version: '3.x', warnings: { 'relationship-end-missing': 2, 'claim-subject-missing': 7 } },
  'verbs-3.1': { version: '3.x', warnings: { 'tables-in-two-formats': 4, 'entity-without-community': 25, 'relationship-end-missing': 84, 'claim-subject-missing': 71 } },
  'fresh-3.3-parquet': { version: '3.x', folder: 'output', warnings: { 'entity-without-community': 3, 'claim-subject-missing': 9 } },
  'fresh-3.3-csv': { version: '3.x', folder: 'output', warnings: { 'entity-without-community': 3, 'claim-subject-missing': 9 } },
};
const FIXTURES = Object.keys(EXPECTED);

/** All rows of a table, as objects. */
async function allRows<T extends TableName, C extends keyof Tables[T]>(index: OpenedIndex, table: T, columns: readonly C[]): Promise<Pick<Tables[T], C>[]> {
  const page = await index.knowledge.page({ table, columns, offset: 0, limit: Number.MAX_SAFE_INTEGER });
  return page.ids.map((_, row) => {
    const record: Partial<Pick<Tables[T], C>> = {};
    for (const column of columns) record[column] = page.get(row, column);
    if (!isWhole(record, columns)) throw new Error('a column was not set');
    return record;
  });
}

function isWhole<R extends object>(record: Partial<R>, columns: readonly (keyof R)[]): record is R {
  return columns.every((column) => column in record);
}

describe.skipIf(!shared).each(FIXTURES)('the index %s', (name) => {
  it('opens with version, counts and gaps, and stays as it is, byte for byte', async () => {
    const before = await folderDigest(fixture(name));
    const index = await open(name);
    const { version, folder = '.', warnings } = EXPECTED[name] ?? { version: '', warnings: {} };
    expect(index.source).toEqual({ format: 'graphrag', version, folder: join(fixture(name), folder) });
    expect(Object.fromEntries(index.warnings.map(({ code, count }) => [code, count]))).toEqual(warnings);
    for (const { examples } of index.warnings) expect(examples?.length).toBeGreaterThan(0);
    const derived = warnings['communities-derived'];
    expect(index.knowledge.facts.counts).toEqual({ ...(await storedCounts(index.source.folder)), ...(derived === undefined ? {} : { communities: derived }) });
    for (const columns of Object.values(index.knowledge.columns)) expect(columns).toContain('id');
    for (const source of index.vectors) for await (const block of source.blocks()) expect(block.vectors.length).toBe(block.ids.length * source.dimensions);
    await index.knowledge.relationshipsOf({ entityIds: ['x'], orderBy: 'weight', columns: ['description'] });
    await index.knowledge.close();
    expect(await folderDigest(fixture(name))).toBe(before);
  });

  it('opens read-only, elsewhere, with the same fingerprint', async () => {
    const copy = await copyFixture(name);
    onTestFinished(() => copy.remove());
    await makeReadOnly(copy.path);
    const [first, second] = await Promise.all([open(name), openGraphragIndex({ root: copy.path, environment: {} })]);
    expect(second.knowledge.fingerprint).toBe(first.knowledge.fingerprint);
    expect(second.vectors.map(({ fingerprint }) => fingerprint)).toEqual(first.vectors.map(({ fingerprint }) => fingerprint));
    expect(second.warnings.length).toBe(first.warnings.length);
  });
});

/** Rows of the tables of a folder, from the footers; of CSV tables, what the parquet ones of the same settings have. */
async function storedCounts(folder: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const parquet = folder.replace('fresh-3.3-csv', 'fresh-3.3-parquet');
  for (const file of await readdir(parquet)) {
    const table = TABLE_NAMES.find((name) => file === `${name}.parquet` || file === `create_final_${name}.parquet`);
    if (table !== undefined) counts[table] = Number((await parquetMetadataAsync(await asyncBufferFromFile(join(parquet, file)))).num_rows);
  }
  return counts;
}

async function makeReadOnly(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o555 : 0o444);
  }
  await chmod(folder, 0o555);
}

describe.skipIf(!shared)('every column of every parquet file', () => {
  it('reads as the library itself reads it, row by row', async () => {
    let columns = 0;
    for (const entry of await readdir(sharedPath('fixtures', 'graphrag'), { withFileTypes: true, recursive: true })) {
      if (!entry.name.endsWith('.parquet')) continue;
      const path = join(entry.parentPath, entry.name);
      const file = await asyncBufferFromFile(path);
      const metadata = await parquetMetadataAsync(file);
      // The library's own decoder drops a byte order mark at the start of a text, which Python keeps.
      const parsers = { stringFromBytes: (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8') };
      const rows = await parquetReadObjects({ file, metadata, compressors, parsers });
      const table = await ParquetTable.open(path);
      expect(table.rows).toBe(rows.length);
      for (const [name, { type }] of table.columns) {
        columns += 1;
        const values = rows.map((row): unknown => row[name]);
        const got = await readAny(table, name, type);
        expect({ path, name, values: values.map((_, row) => got(row)) }).toEqual({ path, name, values: values.map((value) => plain(value, type)) });
      }
    }
    expect(columns).toBeGreaterThan(300);
  });
});

async function readAny(table: TableSource, name: string, type: string): Promise<(row: number) => unknown> {
  if (type === 'number') {
    const column = await table.numbers(name);
    return (row) => column.get(row);
  }
  if (type === 'list' || type === 'list-of-null') {
    const column = await table.lists(name);
    return (row) => column.get(row);
  }
  if (type === 'structure') return table.findings(name);
  const column = await table.text(name);
  return (row) => column.get(row);
}

/** A value of the library in our form. */
function plain(value: unknown, type: string): unknown {
  if (type === 'list' || type === 'list-of-null') return Array.isArray(value) ? value.filter((item) => item !== null && item !== undefined).map(String) : [];
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number' && Number.isNaN(value)) return undefined;
  return value ?? undefined;
}

describe.skipIf(!shared)('the same index as CSV and as parquet', () => {
  it.each(['entities', 'relationships', 'text_units', 'covariates'])('has the same %s', async (name) => {
    const parquet = await ParquetTable.open(join(fixture('verbs-3.1'), `${name}.parquet`));
    const csv = await CsvTable.open(join(fixture('verbs-3.1'), `${name}.csv`), () => true);
    expect(csv.rows).toBe(parquet.rows);
    for (const [column, { type }] of parquet.columns) {
      const [a, b] = [await readAny(parquet, column, type), await readAny(csv, column, type)];
      // An empty text and an absent one are both an empty cell.
      for (let row = 0; row < csv.rows; row++) expect(b(row) ?? '').toEqual(a(row) ?? '');
    }
  });

  it('of 3.3 has the same shape: tables, columns, texts by title, reports by number', async () => {
    const [a, b] = [await open('fresh-3.3-parquet'), await open('fresh-3.3-csv')];
    expect(b.knowledge.facts).toEqual(a.knowledge.facts);
    expect(b.knowledge.columns).toEqual(a.knowledge.columns);
    const entities = async (index: OpenedIndex) => (await allRows(index, 'entities', ['title', 'type', 'degree', 'frequency', 'humanReadableId'])).toSorted((x, y) => (x.title < y.title ? -1 : 1));
    expect((await entities(b)).map(({ humanReadableId: _, ...rest }) => rest)).toEqual((await entities(a)).map(({ humanReadableId: _, ...rest }) => rest));
    for (const index of [a, b]) {
      const reports = await allRows(index, 'community_reports', ['humanReadableId', 'level', 'findings', 'fullContent', 'rank', 'rankExplanation', 'communityId']);
      expect(reports.map(({ level }) => level)).toEqual(reports.map(({ level }) => level).toSorted((x, y) => y - x));
      for (const report of reports) {
        expect(report.communityId).toBeDefined();
        expect(report.findings.length).toBeGreaterThan(0);
        for (const { summary, explanation } of report.findings) expect(report.fullContent).toContain(`## ${summary}\n\n${explanation}`);
      }
    }
  });
});

describe.skipIf(!shared)('what real files hold', () => {
  it('0.3: members and degrees from nodes, vectors from the entities, claims counted from 1', async () => {
    const index = await open('dulce-0.3');
    expect(index.knowledge.facts).toEqual({ counts: { entities: 217, relationships: 276, text_units: 12, communities: 6, community_reports: 6, covariates: 89 }, levels: [0, 1] });
    const entities = await allRows(index, 'entities', ['communityIds', 'degree', 'textUnitIds']);
    expect(entities.filter(({ communityIds }) => communityIds.length > 0).length).toBe(32);
    expect(entities.every(({ degree }) => degree !== undefined)).toBe(true);
    const [claim] = await allRows(index, 'covariates', ['humanReadableId', 'subjectId']);
    expect(claim?.humanReadableId).toBe('1');
    expect(index.vectors).toMatchObject([{ space: 'entity_description', table: 'entities', dimensions: 1536, count: 217 }]);
    expect((await allRows(index, 'text_units', ['humanReadableId']))[0]).toEqual({ humanReadableId: undefined });
    expect((await allRows(index, 'relationships', ['combinedDegree']))[0]).toEqual({ combinedDegree: 21 });
    const reports = await allRows(index, 'community_reports', ['communityId', 'humanReadableId']);
    expect(reports.every(({ communityId, humanReadableId }) => communityId === humanReadableId)).toBe(true);
  });

  it('1.2: members from the communities, text units counted from 1, three levels with parents', async () => {
    const index = await open('dulce-1.2');
    const communities = await allRows(index, 'communities', ['id', 'level', 'parentId', 'childIds', 'entityIds']);
    const byId = new Map(communities.map((community) => [community.id, community]));
    expect(index.knowledge.facts.levels).toEqual([0, 1, 2]);
    for (const { id, level, parentId, childIds } of communities) {
      expect(parentId === undefined).toBe(level === 0);
      expect(byId.get(parentId ?? '')?.childIds.includes(id) ?? level === 0).toBe(true);
      for (const child of childIds) expect(byId.get(child)?.parentId).toBe(id);
    }
    expect((await allRows(index, 'text_units', ['humanReadableId', 'ordinal', 'documentIds']))[0]).toMatchObject({ humanReadableId: '1', ordinal: 0 });
    expect((await allRows(index, 'entities', ['degree'])).every(({ degree }) => degree !== undefined)).toBe(true);
    expect(index.vectorLocations.map(({ space, name }) => [space, name])).toEqual([
      ['community_full_content', 'default-community-full_content'], ['entity_description', 'default-entity-description'], ['text_unit_text', 'default-text_unit-text'],
    ]);
  });

  it('3.1: levels of parents, ends that name nothing, a document each', async () => {
    const index = await open('dulce-3.1');
    const relationships = await allRows(index, 'relationships', ['sourceId', 'sourceTitle', 'targetId', 'targetTitle']);
    expect(relationships.filter(({ sourceId }) => sourceId === undefined).map(({ sourceTitle }) => sourceTitle)).toEqual(['ELEVATOR', 'CONCRETE HALLWAY']);
    expect(relationships.every(({ targetId }) => targetId !== undefined)).toBe(true);
    const [document] = await allRows(index, 'documents', ['id', 'metadata', 'text']);
    expect((await allRows(index, 'text_units', ['documentIds'])).every(({ documentIds }) => documentIds.length === 1 && documentIds[0] === document?.id)).toBe(true);
    expect(document?.metadata).toBeUndefined();
    expect(index.knowledge.columns.documents).not.toContain('metadata');
    expect(index.vectors).toMatchObject([{ space: 'community_full_content', dimensions: 3072, count: 10 }]);
    const ids = new Set((await allRows(index, 'community_reports', ['id'])).map(({ id }) => id));
    for await (const block of index.vectors[0]?.blocks() ?? []) expect(block.ids.every((id) => ids.has(id))).toBe(true);
  });

  it('verbs-3.1: communities of an entity in the order of the table, as another reading gives them', async () => {
    const index = await open('verbs-3.1');
    const communities = await allRows(index, 'communities', ['id', 'entityIds']);
    const expected = new Map<string, string[]>();
    for (const { id, entityIds } of communities) for (const entity of entityIds) expected.set(entity, [...(expected.get(entity) ?? []), id]);
    for (const { id, communityIds } of await allRows(index, 'entities', ['id', 'communityIds'])) expect(communityIds).toEqual(expected.get(id) ?? []);
    const relationships = await allRows(index, 'relationships', ['sourceId', 'targetId']);
    expect([relationships.filter(({ sourceId }) => sourceId === undefined).length, relationships.filter(({ targetId }) => targetId === undefined).length]).toEqual([46, 38]);
  });

  it('3.3: claims that list nothing, a pair related both ways, unconnected entities, marks of the parser', async () => {
    for (const name of ['fresh-3.3-parquet', 'fresh-3.3-csv']) {
      const index = await open(name);
      const claims = await allRows(index, 'covariates', ['subjectId', 'subjectTitle', 'status', 'description']);
      const empty = claims.filter(({ status }) => status === undefined);
      expect(empty.length).toBe(8);
      // Parquet keeps the empty text apart from null, a CSV cell does not.
      expect(empty[0]).toEqual({ subjectId: undefined, subjectTitle: name === 'fresh-3.3-csv' ? undefined : '', status: undefined, description: undefined });
      const pairs = (await allRows(index, 'relationships', ['sourceTitle', 'targetTitle'])).map(({ sourceTitle, targetTitle }) => `${sourceTitle}→${targetTitle}`);
      expect(pairs.some((pair) => pairs.includes(pair.split('→').toReversed().join('→')))).toBe(true);
      const entities = await allRows(index, 'entities', ['degree', 'communityIds', 'description']);
      expect(entities.filter(({ degree, communityIds }) => degree === 0 && communityIds.length === 0).length).toBe(3);
      expect(entities.some(({ description }) => description?.includes(')<|COMPLETE|>'))).toBe(true);
      expect(index.vectors.map(({ space, dimensions, count }) => [space, dimensions, count])).toEqual([['community_full_content', 64, 10], ['entity_description', 64, 23], ['text_unit_text', 64, 19]]);
      for (const source of index.vectors) {
        const table = await index.knowledge.page({ table: source.table, columns: [], offset: 0, limit: 100 });
        for await (const { ids } of source.blocks()) expect([...ids].toSorted()).toEqual(table.ids.toSorted());
      }
      expect(index.vectorLocations.map((location) => basename(location.path))).toEqual(['lancedb', 'lancedb', 'lancedb']);
    }
  });

  it.each(['0.3.6', '0.9.0', '1.2.0', '2.0.0', '2.7.0', '3.0.9', '3.1.2', '3.3.0'])('the settings that %s writes lead to `output`', async (version) => {
    await expect(openGraphragIndex({ root: fixture(`projects/${version}`), environment: {} })).rejects.toMatchObject({
      code: 'index-missing', found: containing(`no tables in ${fixture(`projects/${version}`)}/output`),
    });
  });
});
