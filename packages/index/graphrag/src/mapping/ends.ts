import type { TextColumn } from '../columnar/columns.ts';
import { rowsOfPool, type StringLookup } from '../columnar/string-lookup.ts';
import { titleColumn, type StoredTables } from './stored.ts';

/** References by title, as rows of entities: -1 where the title names none. */
export interface TitleReferences {
  readonly titles: TextColumn;
  readonly rows: Int32Array;
}

/** The ends of the relationships. */
export interface RelationshipEnds {
  readonly sources: TitleReferences;
  readonly targets: TitleReferences;
}

/** Resolves the titles at the ends of the relationships. */
export async function loadEnds(stored: StoredTables): Promise<RelationshipEnds> {
  return { sources: await referencesBy(stored, 'relationships', 'source'), targets: await referencesBy(stored, 'relationships', 'target') };
}

/** Resolves the subjects of the claims. */
export async function loadSubjects(stored: StoredTables): Promise<TitleReferences> {
  return referencesBy(stored, 'covariates', 'subject_id');
}

/**
 * Resolves a column of titles. A title that several entities have means the first of them.
 */
async function referencesBy(stored: StoredTables, table: 'relationships' | 'covariates', column: string): Promise<TitleReferences> {
  const columns = stored.get(table);
  const entities = stored.get('entities');
  if (columns === undefined) throw new Error(`there is no table ${table} to resolve`);
  const titles = await columns.labels(column)();
  if (entities === undefined) return { titles, rows: new Int32Array(titles.size).fill(-1) };
  const lookup: StringLookup = await entities.lookup(titleColumn(entities))();
  const byCode = rowsOfPool(titles.pool, lookup);
  return { titles, rows: titles.codes.map((code) => byCode[code] ?? -1) };
}
