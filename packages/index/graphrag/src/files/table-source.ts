import type { Finding } from '@graphwright/contract';
import type { NumberColumn, Reader, TextColumn, TextListColumn } from '../columnar/columns.ts';

/** What a file says of a column without reading it. */
export interface SourceColumn {
  /** Whether some row may hold something: false for a column that is null, or a list of nulls, throughout. */
  readonly holdsAnything: boolean;
  /** The type as the file states it. */
  readonly type: 'text' | 'number' | 'list' | 'list-of-null' | 'null' | 'structure';
}

/** Some vectors of a column of vectors, with the rows they stand in; rows without a vector are left out. */
export interface VectorBlock {
  readonly rows: Uint32Array;
  /** `rows.length × dimensions` numbers. */
  readonly vectors: Float32Array;
}

/**
 * A table in a file, whatever its format. Columns are read when asked for; each call reads again, so whoever asks keeps what
 * it got. All of them throw `folder-changed`, `file-corrupt` or `file-unreadable`, naming the file.
 */
export interface TableSource {
  readonly path: string;
  readonly format: 'parquet' | 'csv';
  readonly rows: number;
  /** Changes with the content; the same on any machine. */
  readonly fingerprint: string;
  /** By name, in the order of the file. */
  readonly columns: ReadonlyMap<string, SourceColumn>;
  /** Texts; numbers as people write them, so that an id is the same whether it is stored as `5`, `5.0` or `"5"`. */
  text(column: string): Promise<TextColumn>;
  /** Numbers; a text that is a number counts, one that is not is absent. */
  numbers(column: string): Promise<NumberColumn>;
  /** Lists of texts; their numbers as in `text`. */
  lists(column: string): Promise<TextListColumn>;
  findings(column: string): Promise<Reader<readonly Finding[]>>;
  /** Anything as JSON text; a text as it is. */
  json(column: string): Promise<Reader<string | undefined>>;
  /** The length of the first vector, 0 when there is none, and how many rows hold one. */
  vectorShape(column: string): Promise<{ readonly dimensions: number; readonly count: number }>;
  /** The vectors, in the order of rows. @throws also `file-corrupt` for a vector of another length, naming its row. */
  vectors(column: string, dimensions: number, signal?: AbortSignal): AsyncIterable<VectorBlock>;
}
