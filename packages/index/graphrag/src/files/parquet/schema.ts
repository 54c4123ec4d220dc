import type { FileMetaData, SchemaTree } from 'hyparquet';
import { parquetSchema } from 'hyparquet/src/metadata.js';
import type { SourceColumn } from '../table-source.ts';
import { leafOf, type Leaf } from './pages.ts';

/** A top-level column of a parquet file with its leaves. */
export interface ParquetColumn extends SourceColumn {
  readonly leaves: readonly Leaf[];
}

/** The top-level columns of a file by name, in the order of the file. */
export function columnsOf(metadata: FileMetaData): Map<string, ParquetColumn> {
  const root = parquetSchema(metadata);
  const empty = emptyLeaves(metadata);
  return new Map(
    root.children.map((child): [string, ParquetColumn] => {
      const leaves = leavesBelow([root, child]).map(leafOf);
      const holdsAnything = leaves.some((leaf) => !isNull(leaf) && !empty.has(pathKey(leaf)));
      return [child.element.name, { leaves, type: typeOf(child, leaves), holdsAnything }];
    }),
  );
}

/** One string for the place of a leaf. */
export function pathKey(leaf: Leaf): string {
  return leaf.path.at(-1)?.path.join('.') ?? '';
}

function leavesBelow(path: readonly SchemaTree[]): SchemaTree[][] {
  const last = path.at(-1);
  if (last === undefined) return [];
  if (last.children.length === 0) return [[...path]];
  return last.children.flatMap((child) => leavesBelow([...path, child]));
}

function typeOf(column: SchemaTree, leaves: readonly Leaf[]): SourceColumn['type'] {
  const [leaf] = leaves;
  if (leaf === undefined) return 'null';
  if (leaves.length > 1 || leaf.maxRepetition > 1) return 'structure';
  if (leaf.maxRepetition === 1) return isNull(leaf) ? 'list-of-null' : 'list';
  if (column.children.length > 0) return 'structure';
  if (isNull(leaf)) return 'null';
  return isNumber(leaf) ? 'number' : 'text';
}

function isNull(leaf: Leaf): boolean {
  return leaf.path.at(-1)?.element.logical_type?.type === 'NULL';
}

function isNumber(leaf: Leaf): boolean {
  const element = leaf.path.at(-1)?.element;
  const dated = element?.logical_type?.type === 'TIMESTAMP' || element?.logical_type?.type === 'DATE';
  return !dated && (element?.type === 'INT32' || element?.type === 'INT64' || element?.type === 'FLOAT' || element?.type === 'DOUBLE');
}

/** The leaves of which the statistics say that every value is null. */
function emptyLeaves(metadata: FileMetaData): Set<string> {
  const filled = new Set<string>();
  const all = new Set<string>();
  for (const group of metadata.row_groups) {
    for (const { meta_data: chunk } of group.columns) {
      if (chunk === undefined) continue;
      const key = chunk.path_in_schema.join('.');
      all.add(key);
      if (chunk.num_values > 0n && chunk.statistics?.null_count !== chunk.num_values) filled.add(key);
    }
  }
  return new Set([...all].filter((key) => !filled.has(key)));
}
