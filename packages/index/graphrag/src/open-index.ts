import { createHash } from 'node:crypto';
import { compareStrings, TABLE_NAMES, throwIfAborted, type IndexFacts, type OpenedIndex, type TableName } from '@graphwright/contract';
import { openingWarnings } from './checks/opening.ts';
import { CsvTable } from './files/csv/csv-table.ts';
import { ParquetTable } from './files/parquet/parquet-table.ts';
import type { TableSource } from './files/table-source.ts';
import { MemoryKnowledge } from './knowledge/memory-knowledge.ts';
import { locate } from './layout/locate.ts';
import type { FileTableName, TableFile } from './layout/table-files.ts';
import { detectVersion } from './layout/version.ts';
import { indexContext } from './mapping/context.ts';
import { mapTables } from './mapping/map-tables.ts';
import type { MappedTables } from './mapping/plan.ts';
import { storedTables } from './mapping/stored.ts';
import { lanceLocations } from './vectors/lance.ts';
import { vectorSources } from './vectors/sources.ts';

const FORMAT = 'graphrag';
/** Columns of no use to any table of the contract, and large ones among them. */
const UNUSED: ReadonlySet<string> = new Set(['full_content_json', 'x', 'y', 'graph_embedding', '__index_level_0__']);

/** What to open, and how. */
export interface OpenIndexRequest {
  /** A project folder or its settings file, an output folder, or the folder of the tables. */
  readonly root: string;
  /** Which of several `outputs` that the settings of 2.x may name; needed only where there are several. */
  readonly output?: string | undefined;
  /** The format to take where tables lie in both; what the settings say, else parquet. */
  readonly tableFormat?: 'parquet' | 'csv' | undefined;
  /** Variables that settings may refer to; those of the process when left out. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens the index that GraphRAG 0.1 to 3.3 wrote, parquet or CSV. Reads footers and small columns; everything else is read when
 * it is asked for, and then only if the file is still the same. Nothing is written.
 *
 * @throws GraphwrightError `folder-missing`, `index-missing`, `index-ambiguous`, `file-corrupt`, `file-unreadable`,
 * `column-missing`, `aborted`.
 */
export async function openGraphragIndex(request: OpenIndexRequest): Promise<OpenedIndex> {
  const { signal } = request;
  const environment = request.environment ?? process.env;
  throwIfAborted(signal);
  const location = await locate({ root: request.root, output: request.output, tableFormat: request.tableFormat, environment });
  const { folder, names, settings, tables } = location;
  const sources = await openTables(tables.files, signal);
  const version = detectVersion(sources, tables.prefixed);
  const context = indexContext(storedTables(sources));
  const mapped = await mapTables(context);
  throwIfAborted(signal);
  const preferred = request.tableFormat ?? settings?.tableFormat ?? 'parquet';
  const vectors = await vectorSources({ folder, names, preferred, context, signal });
  const lance = await lanceLocations(folder, settings, version === '3.x');
  const gaps = await openingWarnings(context, folder);
  throwIfAborted(signal);
  const facts = await indexFacts(mapped);
  const maker = settings?.embeddingModel === undefined ? {} : { model: settings.embeddingModel };
  return {
    knowledge: new MemoryKnowledge(context, mapped, facts, fingerprintOf(sources)),
    vectors: vectors.sources.map((one) => ({ ...one, ...maker })),
    vectorLocations: lance.locations.map((one) => ({ ...one, ...maker })),
    warnings: [...location.warnings, ...gaps, ...vectors.warnings, ...lance.warnings],
    source: { format: FORMAT, version, folder },
  };
}

async function openTables(
  files: readonly TableFile[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<FileTableName, TableSource>> {
  const opened = await Promise.all(
    files.map(async ({ table, path, format }): Promise<[FileTableName, TableSource]> => [
      table,
      format === 'csv' ? await CsvTable.open(path, (column) => !UNUSED.has(column), signal) : await ParquetTable.open(path),
    ]),
  );
  return new Map(opened);
}

async function indexFacts(tables: MappedTables): Promise<IndexFacts> {
  const counts: Partial<Record<TableName, number>> = {};
  for (const name of TABLE_NAMES) {
    const table = tables[name];
    if (table !== undefined) counts[name] = table.size;
  }
  const levels = new Set<number>();
  const { communities } = tables;
  if (communities !== undefined) {
    const level = await communities.columns.level.load();
    for (let row = 0; row < communities.size; row++) levels.add(level(row));
  }
  return { counts, levels: [...levels].toSorted((a, b) => a - b) };
}

/** One fingerprint over the tables by name: the same content gives the same, wherever the folder lies. */
function fingerprintOf(sources: ReadonlyMap<FileTableName, TableSource>): string {
  const hash = createHash('sha256');
  for (const [name, { format, fingerprint }] of [...sources].toSorted(([a], [b]) => compareStrings(a, b))) {
    hash.update(`${name}\0${format}\0${fingerprint}\0`);
  }
  return hash.digest('hex');
}
