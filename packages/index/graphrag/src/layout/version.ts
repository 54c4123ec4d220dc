import type { TableSource } from '../files/table-source.ts';
import type { FileTableName } from './table-files.ts';

/** The ranges of versions that can be told apart by what lies in a folder. */
export type VersionRange = '0.1–0.3' | '0.4' | '0.1–0.4' | '0.5–0.9' | '1.x' | '0.5–1.x' | '2.x' | '3.x' | '2.x–3.x';

/**
 * Which GraphRAG wrote the tables, from names and columns alone. Files that were migrated count as what they are now: a
 * `rank_explanation` in a 2.0 table changes nothing.
 *
 * @param prefixed Whether the files are named `create_final_…`.
 */
export function detectVersion(tables: ReadonlyMap<FileTableName, TableSource>, prefixed: boolean): VersionRange {
  const has = (table: FileTableName, column: string): boolean => tables.get(table)?.columns.has(column) ?? false;
  const type = (table: FileTableName, column: string): string | undefined => tables.get(table)?.columns.get(column)?.type;
  if (prefixed) {
    if (has('entities', 'name')) {
      return has('entities', 'description_embedding') || has('communities', 'raw_community') ? '0.1–0.3' : '0.4';
    }
    const early =
      (tables.has('communities') && !has('communities', 'community')) ||
      type('community_reports', 'community') === 'text' ||
      (type('nodes', 'community') === 'text' && !has('entities', 'title'));
    if (early) return has('communities', 'raw_community') ? '0.1–0.3' : '0.1–0.4';
    if (has('communities', 'parent') || has('community_reports', 'parent')) return '1.x';
    return tables.has('communities') || tables.has('community_reports') ? '0.5–0.9' : '0.5–1.x';
  }
  const csv = [...tables.values()].some((table) => table.format === 'csv');
  if (has('text_units', 'document_id') || has('documents', 'raw_data') || csv) return '3.x';
  if (has('text_units', 'document_ids') || has('entities', 'x')) return '2.x';
  return '2.x–3.x';
}
