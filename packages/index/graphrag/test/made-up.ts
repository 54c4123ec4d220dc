import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished } from 'vitest';
import { parquetWriteBuffer } from 'hyparquet-writer';

type WriteOptions = Parameters<typeof parquetWriteBuffer>[0];
type SchemaElement = NonNullable<WriteOptions['schema']>[number];

/** A column of a made-up table: its schema, and one value a row as the writer wants it. */
export interface MadeUpColumn {
  readonly elements: (name: string) => SchemaElement[];
  readonly data: readonly unknown[];
}

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' } as const;
const INTEGER = { type: 'INT64', repetition_type: 'OPTIONAL' } as const;
const FLOAT = { type: 'DOUBLE', repetition_type: 'OPTIONAL' } as const;
const NULL = { type: 'INT32', logical_type: { type: 'NULL' }, repetition_type: 'OPTIONAL' } as const;

const plain = (element: Omit<SchemaElement, 'name'>, data: readonly unknown[]): MadeUpColumn => ({
  elements: (name) => [{ name, ...element }],
  data,
});
const listOf = (elements: readonly SchemaElement[], data: readonly unknown[]): MadeUpColumn => ({
  elements: (name) => [
    { name, converted_type: 'LIST', repetition_type: 'OPTIONAL', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    ...elements,
  ],
  data,
});
const big = (value: number | null): bigint | null => (value === null ? null : BigInt(value));

/** Texts. */
export const texts = (...data: (string | null)[]): MadeUpColumn => plain(TEXT, data);
/** 64-bit integers. */
export const integers = (...data: (number | null)[]): MadeUpColumn => plain(INTEGER, data.map(big));
/** Doubles; NaN is what pandas writes for an absent one. */
export const floats = (...data: (number | null)[]): MadeUpColumn => plain(FLOAT, data);
/** A column of Arrow's null type. */
export const nulls = (rows: number): MadeUpColumn => plain(NULL, Array.from({ length: rows }, () => null));
/** Days. */
export const dates = (...data: Date[]): MadeUpColumn => plain({ type: 'INT32', converted_type: 'DATE', repetition_type: 'OPTIONAL' }, data);
/** Lists of texts. */
export const textLists = (...data: ((string | null)[] | null)[]): MadeUpColumn => listOf([{ name: 'element', ...TEXT }], data);
/** Lists of 64-bit integers. */
export const integerLists = (...data: (number[] | null)[]): MadeUpColumn =>
  listOf([{ name: 'element', ...INTEGER }], data.map((list) => list?.map(big) ?? null));
/** Lists of doubles. */
export const floatLists = (...data: ((number | null)[] | null)[]): MadeUpColumn => listOf([{ name: 'element', ...FLOAT }], data);
/** Empty lists whose elements have Arrow's null type. */
export const nullLists = (rows: number): MadeUpColumn => listOf([{ name: 'element', ...NULL }], Array.from({ length: rows }, () => []));
/** Findings as GraphRAG stores them. */
export const findings = (...data: ({ summary: string | null; explanation: string | null }[] | null)[]): MadeUpColumn =>
  listOf([{ name: 'element', repetition_type: 'OPTIONAL', num_children: 2 }, { name: 'explanation', ...TEXT }, { name: 'summary', ...TEXT }], data);
/** A structure with one text in it. */
export const structures = (...data: ({ key: string } | null)[]): MadeUpColumn => ({
  elements: (name) => [{ name, repetition_type: 'OPTIONAL', num_children: 1 }, { name: 'key', ...TEXT }],
  data,
});

/** How a made-up file is written. */
export interface WriteStyle {
  readonly codec?: 'UNCOMPRESSED' | 'SNAPPY' | 'GZIP';
  readonly rowGroupSize?: number;
  readonly pageSize?: number;
  readonly statistics?: boolean;
}

/** A table as a parquet file. */
export function parquetBytes(columns: Readonly<Record<string, MadeUpColumn>>, style: WriteStyle = {}): Buffer {
  const entries = Object.entries(columns);
  const schema: SchemaElement[] = [
    { name: 'schema', num_children: entries.length },
    ...entries.flatMap(([name, column]) => column.elements(name)),
  ];
  const bytes = parquetWriteBuffer({
    columnData: entries.map(([name, { data }]) => ({ name, data: [...data] })),
    schema,
    compressors: { GZIP: (input) => gzipSync(input) },
    ...style,
  });
  return Buffer.from(bytes);
}

/** A temporary folder that is deleted when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'graphwright-index-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Files to be written: the path below the folder, and text or bytes. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Writes files below a folder. */
async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** A temporary folder with files in it. */
export async function folderWith(files: Files): Promise<string> {
  const folder = await temporaryFolder();
  await writeFiles(folder, files);
  return folder;
}

/** Two entities, A and B, that are related: the smallest index. */
export const ENTITIES = parquetBytes({
  id: texts('e-a', 'e-b'),
  human_readable_id: integers(0, 1),
  title: texts('A', 'B'),
  type: texts('PERSON', null),
  description: texts('first', null),
  text_unit_ids: textLists(['t-1'], []),
  frequency: integers(1, 1),
  degree: integers(1, 1),
});

/** The relationship A → B. */
export const RELATIONSHIPS = parquetBytes({
  id: texts('r-0'),
  human_readable_id: integers(0),
  source: texts('A'),
  target: texts('B'),
  description: texts('knows'),
  weight: floats(1.5),
  combined_degree: integers(2),
  text_unit_ids: textLists(['t-1']),
});

/** Matches a text that holds another; typed, as vitest's own matcher is not. */
export const containing = (text: string): unknown => expect.stringContaining(text);
/** Matches a text by a pattern. */
export const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
