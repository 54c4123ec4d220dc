import { join } from 'node:path';
import { TABLE_NAMES, type TableName, type Warning } from '@graphwright/contract';
import { warning } from './warnings.ts';

/** The tables of an index as GraphRAG writes them: the tables of the contract, and `nodes`, which ended with 1.x. */
export type FileTableName = TableName | 'nodes';

/** Which file holds a table. */
export interface TableFile {
  readonly table: FileTableName;
  readonly path: string;
  readonly format: 'parquet' | 'csv';
}

/** The table files of a folder. */
export interface TableFiles {
  readonly files: readonly TableFile[];
  /** Whether they are named `create_final_<table>`, as up to 1.x. */
  readonly prefixed: boolean;
  readonly warnings: readonly Warning[];
}

const PREFIX = 'create_final_';
const NAMES: readonly FileTableName[] = [...TABLE_NAMES, 'nodes'];
/** A folder of which one of these is there is an index; the others could be a user's own files. */
const TELLING: ReadonlySet<FileTableName> = new Set<FileTableName>([
  'entities', 'relationships', 'text_units', 'communities', 'community_reports',
]);

/**
 * The table files among the names in a folder, or undefined when it is no index. Where tables of both name styles lie side by
 * side (an old index that was written over by a newer GraphRAG) the newer style wins; where a table lies in both formats,
 * `preferred` does. What is left aside is a warning.
 */
export function tableFilesIn(
  folder: string,
  names: ReadonlySet<string>,
  preferred: 'parquet' | 'csv',
): TableFiles | undefined {
  const warnings: Warning[] = [];
  const plain = filesOf(folder, names, '', preferred, warnings);
  const old = filesOf(folder, names, PREFIX, preferred, warnings);
  const [files, aside] = isIndex(plain) || !isIndex(old) ? [plain, isIndex(old) ? old : []] : [old, []];
  if (!isIndex(files)) return undefined;
  if (aside.length > 0) {
    const examples = aside.map((file) => file.path);
    warnings.push(warning('tables-of-two-versions', `Tables named ${PREFIX}… of an older GraphRAG lie beside the newer ones and are not read.`, examples));
  }
  return { files, prefixed: files === old, warnings };
}

function filesOf(
  folder: string,
  names: ReadonlySet<string>,
  prefix: string,
  preferred: 'parquet' | 'csv',
  warnings: Warning[],
): TableFile[] {
  const files: TableFile[] = [];
  const aside: string[] = [];
  for (const table of NAMES) {
    const found = (['parquet', 'csv'] as const).filter((format) => names.has(`${prefix}${table}.${format}`));
    const format = found.includes(preferred) ? preferred : found[0];
    if (format === undefined) continue;
    files.push({ table, format, path: join(folder, `${prefix}${table}.${format}`) });
    aside.push(...found.filter((other) => other !== format).map((other) => `${prefix}${table}.${other}`));
  }
  if (aside.length > 0 && isIndex(files)) {
    warnings.push(warning('tables-in-two-formats', `Tables are there as parquet and as CSV; the ${preferred} files are read.`, aside));
  }
  return files;
}

function isIndex(files: readonly TableFile[]): boolean {
  return files.some((file) => TELLING.has(file.table));
}
