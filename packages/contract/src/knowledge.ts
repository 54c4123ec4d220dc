import type { LookupKeys, TableName, Tables } from './records.ts';
import type { Warning } from './answer.ts';

/**
 * Some rows of a table with the columns that were asked for. Values are decoded when read, so a column that nobody reads
 * costs nothing. Row `i` belongs to `ids[i]`, never to the i-th value asked for: unknown values give no row.
 */
export interface Batch<T extends TableName, C extends keyof Tables[T]> {
  readonly size: number;
  readonly ids: readonly string[];
  /** The value of a column that was asked for, 0 ≤ row < size. */
  get<K extends C>(row: number, column: K): Tables[T][K];
}

/** Asks for rows by a key. */
export interface RowsRequest<T extends TableName, C extends keyof Tables[T]> {
  readonly table: T;
  /** The key; `id` when left out. */
  readonly by?: LookupKeys[T];
  /** Values of the key; unknown ones give no row, repeated ones give their rows once. Numbers for `level` and `ordinal`. */
  readonly values: readonly (string | number)[];
  /** At most so many rows for each value, ≥ 1, the first by ordinal; all when left out. A row counts for every value that it has. */
  readonly limitPerValue?: number;
  readonly columns: readonly C[];
  readonly signal?: AbortSignal;
}

/** Asks for a stretch of a table in an order, for work that is meant to walk a table (listing, checking). */
export interface PageRequest<T extends TableName, C extends keyof Tables[T]> {
  readonly table: T;
  readonly columns: readonly C[];
  /** The order; `ordinal` when left out. The others descend, rows without a value last, ties in ascending order of id. */
  readonly orderBy?: 'ordinal' | 'degree' | 'rank';
  readonly offset: number;
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** Asks for the relationships at some entities. */
export interface RelationshipsRequest<C extends keyof Tables['relationships']> {
  readonly entityIds: readonly string[];
  /** Seen from the entity: `out` where it is the source, `in` where it is the target; `both` when left out. */
  readonly direction?: 'out' | 'in' | 'both';
  /** Order within an entity; `ordinal` when left out; the others descend, ties in ascending ordinal. */
  readonly orderBy?: 'ordinal' | 'combinedDegree' | 'weight';
  /** At most so many relationships an entity, ≥ 0; all when left out. */
  readonly limitPerEntity?: number;
  readonly columns: readonly C[];
  readonly signal?: AbortSignal;
}

/** The relationships at some entities: every relationship once in `batch`, and for each entity its rows. */
export interface RelationshipsResult<C extends keyof Tables['relationships']> {
  readonly batch: Batch<'relationships', C>;
  /** In the order of `entityIds`, unknown ids included with nothing. */
  readonly of: readonly {
    readonly entityId: string;
    /** Rows of `batch`, in the order asked for. A relationship of an entity with itself stands once. */
    readonly rows: readonly number[];
    /** How many there are without the limit. */
    readonly total: number;
  }[];
}

/** What an adjacency spans. */
export type AdjacencySpan = 'relationships' | 'entity-text-unit';

/**
 * The whole graph as offsets (compressed sparse rows). Node `n` is row `n` of `nodes`; its neighbours are
 * `targets[offsets[n]] … targets[offsets[n + 1] − 1]`, with `weights` beside them. Every edge stands in both directions.
 */
export interface Adjacency {
  readonly nodes: { readonly size: number; table(node: number): TableName; id(node: number): string };
  nodeOf(table: TableName, id: string): number | undefined;
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
  readonly weights: Float64Array;
}

/** What is known of an index without reading it: counts, levels, vector spaces. Options can be derived from it. */
export interface IndexFacts {
  /** Rows per table; a table that is not there is left out. */
  readonly counts: Readonly<Partial<Record<TableName, number>>>;
  /** Levels of communities, ascending. */
  readonly levels: readonly number[];
}

/**
 * The port to the records of an index, or of several. Asynchronous and in batches, so that memory, a snapshot file, a
 * database and a remote service all fit; nothing above it knows where data lies.
 */
export interface KnowledgeBase {
  readonly specVersion: 'v1';
  /** Changes whenever the content does; the same content gives the same fingerprint on any machine. */
  readonly fingerprint: string;
  readonly facts: IndexFacts;
  /** The columns that hold anything, per table that is there. */
  readonly columns: Readonly<Partial<Record<TableName, readonly string[]>>>;
  /**
   * Rows by key, in the order of `values`, within a value by ordinal, each row once.
   *
   * @throws GraphwrightError `table-missing`, `folder-changed`, `file-corrupt`, `aborted`.
   */
  rows<T extends TableName, C extends keyof Tables[T]>(request: RowsRequest<T, C>): Promise<Batch<T, C>>;
  /** A stretch of a table in an order; see {@link PageRequest}. */
  page<T extends TableName, C extends keyof Tables[T]>(request: PageRequest<T, C>): Promise<Batch<T, C>>;
  /** The relationships at some entities; see {@link RelationshipsResult}. */
  relationshipsOf<C extends keyof Tables['relationships']>(
    request: RelationshipsRequest<C>,
  ): Promise<RelationshipsResult<C>>;
  /** The whole graph; present where the store can give it (PageRank needs it). */
  adjacency?(request: { readonly spans: readonly AdjacencySpan[]; readonly signal?: AbortSignal }): Promise<Adjacency>;
  close(): Promise<void>;
}

/** Stored vectors of one space, in blocks, from which any vector store can be filled. */
export interface VectorSource {
  /** The standard name: `entity_description`, `community_full_content`, `text_unit_text`, or another. */
  readonly space: string;
  /** The table whose ids the vectors carry. */
  readonly table: TableName;
  readonly dimensions: number;
  readonly count: number;
  /** Changes with the vectors. */
  readonly fingerprint: string;
  /** The model that made them, where the index says so. */
  readonly model?: string;
  /** `vectors` holds `ids.length × dimensions` numbers, row by row. */
  blocks(signal?: AbortSignal): AsyncIterable<{ readonly ids: readonly string[]; readonly vectors: Float32Array }>;
}

/** Stored vectors that lie in a database of their own and are opened by the store that knows its format. */
export interface VectorLocation {
  readonly space: string;
  readonly table: TableName;
  /** The format, which is the id of the vector store that opens it (`lancedb`). */
  readonly format: string;
  /** The database, and the table in it. */
  readonly path: string;
  readonly name: string;
  /** The model that made them, where the index says so. */
  readonly model?: string;
}

/** An index that was opened: its records, its vectors, and what was found amiss on the way. */
export interface OpenedIndex {
  readonly knowledge: KnowledgeBase;
  readonly vectors: readonly VectorSource[];
  readonly vectorLocations: readonly VectorLocation[];
  readonly warnings: readonly Warning[];
  /** What the index is: format, version by what is there, the folder of the tables. */
  readonly source: { readonly format: string; readonly version: string; readonly folder: string };
}

/** The port of index formats: opens a folder (or whatever `root` names) as an index. */
export interface IndexLoader {
  readonly specVersion: 'v1';
  /** Whether `root` looks like this format; cheap, opens nothing. */
  recognises(root: string, signal?: AbortSignal): Promise<boolean>;
  /** @throws GraphwrightError `folder-missing`, `index-missing`, `file-corrupt`, `file-unreadable`. */
  open(request: { readonly root: string; readonly signal?: AbortSignal }): Promise<OpenedIndex>;
}
