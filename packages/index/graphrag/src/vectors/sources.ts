import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { compareStrings, type TableName, type VectorSource, type Warning } from '@graphwright/contract';
import { CsvTable } from '../files/csv/csv-table.ts';
import { ParquetTable } from '../files/parquet/parquet-table.ts';
import type { TableSource } from '../files/table-source.ts';
import { warning } from '../layout/warnings.ts';
import { canonicalNumber } from '../mapping/communities-shape.ts';
import type { IndexContext } from '../mapping/context.ts';
import { loadReportShape } from '../mapping/reports.ts';
import { spaceOf, tableOfSpace } from './spaces.ts';

const SNAPSHOT = /^embeddings\.(.+)\.(parquet|csv)$/u;
const VECTOR_COLUMNS = ['embedding', 'vector'];
const ENTITY_COLUMN = 'description_embedding';
const ENTITY_SPACE = 'entity_description';

/** Where vectors lie among the tables. */
export interface SourcesRequest {
  readonly folder: string;
  /** The names in the folder. */
  readonly names: ReadonlySet<string>;
  readonly preferred: 'parquet' | 'csv';
  readonly context: IndexContext;
  readonly signal?: AbortSignal | undefined;
}

/** A column of vectors and the column of ids beside it. */
interface StoredVectors {
  readonly space: string;
  readonly table: TableName;
  readonly source: TableSource;
  readonly column: string;
}

/**
 * The vectors that lie beside the tables: snapshots (`embeddings.<name>`, one file a space) and the column
 * `description_embedding` of the entities (0.1–0.3), which a snapshot of the same space goes before. Spaces come in the order
 * of their names.
 *
 * @throws GraphwrightError `file-corrupt`, `file-unreadable`, `aborted`.
 */
export async function vectorSources(request: SourcesRequest): Promise<{ sources: VectorSource[]; warnings: Warning[] }> {
  const warnings: Warning[] = [];
  const stored = await snapshots(request, warnings);
  const entities = request.context.stored.get('entities');
  if (entities?.holds(ENTITY_COLUMN) === true && !stored.some(({ space }) => space === ENTITY_SPACE)) {
    stored.push({ space: ENTITY_SPACE, table: 'entities', source: entities.source, column: ENTITY_COLUMN });
  }
  const sources: VectorSource[] = [];
  for (const vectors of stored.toSorted((a, b) => compareStrings(a.space, b.space))) {
    const { dimensions, count } = await vectors.source.vectorShape(vectors.column);
    if (dimensions === 0 || count === 0) {
      warnings.push(warning('vectors-empty', `The vectors of "${vectors.space}" are stored, but there is none.`, [vectors.source.path]));
    } else {
      sources.push(vectorSource(vectors, dimensions, count, request.context));
    }
  }
  return { sources, warnings };
}

async function snapshots({ folder, names, preferred, signal }: SourcesRequest, warnings: Warning[]): Promise<StoredVectors[]> {
  const files = new Map<string, { name: string; format: string }>();
  for (const name of [...names].toSorted()) {
    const [, embedding, format] = SNAPSHOT.exec(name) ?? [];
    if (embedding === undefined || format === undefined) continue;
    const space = spaceOf(embedding);
    if (!files.has(space) || format === preferred) files.set(space, { name, format });
  }
  const stored: StoredVectors[] = [];
  const unknown: string[] = [];
  for (const [space, { name, format }] of files) {
    const path = join(folder, name);
    const table = tableOfSpace(space);
    const source = format === 'csv' ? await CsvTable.open(path, () => true, signal) : await ParquetTable.open(path);
    const column = VECTOR_COLUMNS.find((candidate) => source.columns.has(candidate));
    if (table === undefined || column === undefined || !source.columns.has('id')) unknown.push(name);
    else stored.push({ space, table, source, column });
  }
  if (unknown.length > 0) {
    warnings.push(warning('vectors-unknown', 'Files of vectors are not GraphRAG\'s: their names or columns are unknown.', unknown));
  }
  return stored;
}

function vectorSource(stored: StoredVectors, dimensions: number, count: number, context: IndexContext): VectorSource {
  const { space, table, source, column } = stored;
  return {
    space,
    table,
    dimensions,
    count,
    fingerprint: createHash('sha256').update(`${source.fingerprint}\0${column}`).digest('hex'),
    async *blocks(signal) {
      const ids = await source.text('id');
      const translate = table === 'community_reports' ? await reportIds(context) : (id: string): string => id;
      for await (const { rows, vectors } of source.vectors(column, dimensions, signal)) {
        yield { ids: Array.from(rows, (row) => translate(ids.get(row) ?? '')), vectors };
      }
    },
  };
}

/** Old indexes write the number of the community where the report's id belongs; an id that is known stays as it is. */
async function reportIds(context: IndexContext): Promise<(id: string) => string> {
  const table = context.stored.get('community_reports');
  if (table === undefined) return (id) => id;
  const byId = await table.lookup('id')();
  const ids = await table.labels('id')();
  const { numbers } = await loadReportShape(table, context);
  const byNumber = new Map<string, string>();
  for (const [row, number] of numbers.entries()) {
    const id = ids.get(row);
    if (number !== undefined && id !== undefined && !byNumber.has(number)) byNumber.set(number, id);
  }
  return (id) => (byId.first(id) >= 0 ? id : (byNumber.get(canonicalNumber(id) ?? '') ?? id));
}
