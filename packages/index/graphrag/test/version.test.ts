import { describe, expect, it } from 'vitest';
import type { SourceColumn, TableSource } from '../src/files/table-source.ts';
import type { FileTableName } from '../src/layout/table-files.ts';
import { detectVersion } from '../src/layout/version.ts';

type Shape = Readonly<Partial<Record<FileTableName, Readonly<Record<string, SourceColumn['type']>>>>>;

/** Tables of which only the columns and their types matter. */
function tables(shape: Shape, format: 'parquet' | 'csv' = 'parquet'): Map<FileTableName, TableSource> {
  const none = (): never => {
    throw new Error('nothing is read to detect a version');
  };
  const names = Object.keys(shape).filter((name): name is FileTableName => name in shape);
  return new Map(
    names.map((name) => [
      name,
      {
        path: name, format, rows: 0, fingerprint: '',
        columns: new Map(Object.entries(shape[name] ?? {}).map(([column, type]) => [column, { type, holdsAnything: true }])),
        text: none, numbers: none, lists: none, findings: none, json: none, vectorShape: none, vectors: none,
      },
    ]),
  );
}

describe('the version of an index', () => {
  it.each<[string, boolean, Shape]>([
    ['0.1–0.3', true, { entities: { name: 'text', description_embedding: 'list' } }],
    ['0.1–0.3', true, { entities: { name: 'text' }, communities: { id: 'text', raw_community: 'text' } }],
    ['0.1–0.3', true, { communities: { id: 'text', raw_community: 'text' } }],
    ['0.4', true, { entities: { name: 'text' } }],
    ['0.1–0.4', true, { community_reports: { community: 'text' } }],
    ['0.1–0.4', true, { communities: { id: 'text', period: 'text' } }],
    ['0.5–0.9', true, { entities: { title: 'text' }, communities: { community: 'number' } }],
    ['1.x', true, { entities: { title: 'text' }, communities: { community: 'number', parent: 'number' } }],
    ['1.x', true, { community_reports: { community: 'number', parent: 'number' } }],
    ['0.5–1.x', true, { entities: { title: 'text' } }],
    ['2.x', false, { entities: { title: 'text', x: 'number' }, text_units: { document_ids: 'list' } }],
    ['2.x', false, { text_units: { document_ids: 'list' }, community_reports: { community: 'number', rank_explanation: 'text' } }],
    ['3.x', false, { text_units: { document_id: 'text' } }],
    ['3.x', false, { entities: { title: 'text' }, documents: { raw_data: 'null' } }],
    ['2.x–3.x', false, { entities: { title: 'text' } }],
  ])('is %s by what is there (prefixed: %s)', (version, prefixed, shape) => {
    expect(detectVersion(tables(shape), prefixed)).toBe(version);
  });

  it('is 3.x where tables are CSV', () => {
    expect(detectVersion(tables({ entities: { title: 'text' } }, 'csv'), false)).toBe('3.x');
  });
});
