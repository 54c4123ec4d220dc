import { isGraphwrightError, messageOf } from '@graphwright/contract';
import type { ColumnMetaData } from 'hyparquet';
import { corruptFile } from '../faults.ts';
import { compressorsFor } from './codecs.ts';
import type { ParquetFile } from './footer.ts';
import { pagesOf, type Leaf, type Page, type ValueKind } from './pages.ts';
import { pathKey } from './schema.ts';

/** Reads single columns of a parquet file, page by page, and says file and column in every error. */
export class ColumnReader {
  readonly #file: ParquetFile;

  constructor(file: ParquetFile) {
    this.#file = file;
  }

  /** The chunks of a leaf, one a row group. */
  chunks(leaf: Leaf): ColumnMetaData[] {
    const key = pathKey(leaf);
    return this.#file.metadata.row_groups.flatMap((group) =>
      group.columns.flatMap(({ meta_data: chunk }) => (chunk?.path_in_schema.join('.') === key ? [chunk] : [])),
    );
  }

  /** Bytes of a leaf when decompressed: a bound for its texts. */
  size(leaf: Leaf): number {
    return this.chunks(leaf).reduce((sum, chunk) => sum + Number(chunk.total_uncompressed_size), 0);
  }

  /** Levels of a leaf: a bound for its values. */
  count(leaf: Leaf): number {
    return this.chunks(leaf).reduce((sum, chunk) => sum + Number(chunk.num_values), 0);
  }

  /**
   * The pages of a leaf, in order; one chunk is in memory at a time.
   *
   * @throws GraphwrightError `file-corrupt`, `folder-changed`, `file-unreadable`.
   */
  async *pages<A extends Int32Array | Float64Array | Float32Array>(
    column: string,
    leaf: Leaf,
    kind: ValueKind<A>,
  ): AsyncGenerator<Page<A>> {
    for (const chunk of this.chunks(leaf)) {
      const [bytes] = await this.#file.read([rangeOf(chunk)]);
      if (bytes === undefined) return;
      const pages = pagesOf(bytes, chunk, leaf, kind, await compressorsFor(chunk.codec));
      for (;;) {
        const page = this.guard(column, () => pages.next());
        if (page.done === true) break;
        yield page.value;
      }
    }
  }

  /** Gives all pages of a leaf to a consumer. */
  async read<A extends Int32Array | Float64Array | Float32Array>(
    column: string,
    leaf: Leaf,
    kind: ValueKind<A>,
    take: (page: Page<A>) => void,
  ): Promise<void> {
    for await (const page of this.pages(column, leaf, kind)) this.guard(column, () => take(page));
  }

  /** Does something with decoded data; whatever it throws is a fault of the file. */
  guard<R>(column: string, act: () => R): R {
    try {
      return act();
    } catch (error) {
      throw this.fault(column, error);
    }
  }

  /** The error for a column that cannot be decoded. */
  fault(column: string, error: unknown): Error {
    if (isGraphwrightError(error)) return error;
    return corruptFile(this.#file.path, `a readable column "${column}"`, messageOf(error), error);
  }
}

function rangeOf(chunk: ColumnMetaData): { start: number; end: number } {
  const data = Number(chunk.data_page_offset);
  const dictionary = Number(chunk.dictionary_page_offset ?? 0);
  // Some writers say 0 for "no dictionary page".
  const start = dictionary > 0 && dictionary < data ? dictionary : data;
  return { start, end: start + Number(chunk.total_compressed_size) };
}
