import { GraphwrightError } from '@graphwright/contract';
import type { TableSource } from '../files/table-source.ts';
import type { FileTableName } from '../layout/table-files.ts';
import type { Lazy } from './lazy.ts';
import { findAll, findNothing, type Finder } from './plan.ts';
import { TableColumns } from './table-columns.ts';

/** The stored tables of an index, by GraphRAG's names. */
export type StoredTables = ReadonlyMap<FileTableName, TableColumns>;

/** Without one of the names of each line a table cannot be understood. */
const ESSENTIAL: Readonly<Record<FileTableName, readonly (readonly string[])[]>> = {
  entities: [['id'], ['title', 'name']],
  relationships: [['id'], ['source'], ['target']],
  text_units: [['id']],
  communities: [['id'], ['community', 'id']],
  community_reports: [['id'], ['community']],
  covariates: [['id']],
  documents: [['id']],
  nodes: [['id', 'title'], ['community']],
};

/**
 * The stored tables with their columns by name.
 *
 * @throws GraphwrightError `column-missing`, naming file and column, when a table lacks a column without which its rows mean
 * nothing.
 */
export function storedTables(sources: ReadonlyMap<FileTableName, TableSource>): StoredTables {
  const tables = new Map<FileTableName, TableColumns>();
  for (const [name, source] of sources) {
    const table = new TableColumns(source);
    for (const names of ESSENTIAL[name]) {
      if (table.named(...names) !== undefined) continue;
      throw new GraphwrightError({
        code: 'column-missing',
        message: `The table ${name} lacks a column without which its rows mean nothing.`,
        expected: `a column ${names.join(' or ')}`,
        found: [...source.columns.keys()].join(', ') || 'no column',
        where: { file: source.path, table: name, column: names[0] ?? '' },
        next: 'Index again, or replace the file by one that GraphRAG wrote.',
      });
    }
    tables.set(name, table);
  }
  return tables;
}

/** The name under which a table stores its titles. */
export function titleColumn(table: TableColumns): string {
  return table.named('title', 'name') ?? 'title';
}

/** Finds rows by the short number of a table, where it has one. */
export function findByHumanReadableId(table: TableColumns): Lazy<Finder> {
  return table.named('human_readable_id') === undefined ? findNothing : findAll(table.lookup('human_readable_id'));
}

/** Ids of a table that are not there read as empty. */
export function idReader(table: TableColumns): Lazy<(row: number) => string> {
  return async () => {
    const ids = await table.labels('id')();
    return (row) => ids.get(row) ?? '';
  };
}
