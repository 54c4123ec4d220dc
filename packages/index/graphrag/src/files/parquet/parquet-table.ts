import { throwIfAborted, type Finding } from '@graphwright/contract';
import type { AsyncBuffer } from 'hyparquet';
import { ABSENT, NumberColumn, TextColumn, TextListColumn, type Reader } from '../../columnar/columns.ts';
import { StringPoolBuilder, type StringPool } from '../../columnar/string-pool.ts';
import { corruptFile } from '../faults.ts';
import { findingsFromText, listsFromText } from '../from-text.ts';
import type { TableSource, VectorBlock } from '../table-source.ts';
import { numberKind, textKind, textOf, vectorKind } from '../values.ts';
import { FlatAssembler, ListAssembler, VectorAssembler } from './assemble.ts';
import { ColumnReader } from './column-reader.ts';
import { ParquetFile } from './footer.ts';
import type { Leaf, ValueKind } from './pages.ts';
import { columnsOf, type ParquetColumn } from './schema.ts';

/** Vectors a block: with 3,072 dimensions, 12 MB. */
const BLOCK = 1024;

/** Decodes to nothing but the number of values. */
const countKind: ValueKind<Int32Array> = {
  allocate: (length) => new Int32Array(length),
  from: (values) => new Int32Array(values.length),
};

/** A table in a parquet file. */
export class ParquetTable implements TableSource {
  readonly format = 'parquet';
  readonly path: string;
  readonly rows: number;
  readonly fingerprint: string;
  readonly columns: ReadonlyMap<string, ParquetColumn>;
  readonly #file: ParquetFile;
  readonly #reader: ColumnReader;

  private constructor(file: ParquetFile) {
    this.#file = file;
    this.#reader = new ColumnReader(file);
    this.path = file.path;
    this.rows = Number(file.metadata.num_rows);
    this.fingerprint = file.fingerprint;
    this.columns = columnsOf(file.metadata);
  }

  /** Reads the footer of a file. @throws GraphwrightError `file-corrupt`, `file-unreadable`. */
  static async open(path: string): Promise<ParquetTable> {
    const file = await ParquetFile.open(path);
    try {
      return new ParquetTable(file);
    } catch (error) {
      throw corruptFile(path, 'a whole parquet file', 'a schema that makes no sense', error);
    }
  }

  async text(name: string): Promise<TextColumn> {
    const leaf = this.#leaf(name, ['text', 'number']);
    const codes = new Int32Array(this.rows).fill(ABSENT);
    if (leaf === undefined) return new TextColumn(new StringPoolBuilder().finish(), codes);
    const pool = new StringPoolBuilder(this.#reader.size(leaf));
    const rows = new FlatAssembler<Int32Array>(codes, leaf);
    await this.#reader.read(name, leaf, textKind(pool), (page) => rows.add(page));
    return this.#reader.guard(name, () => new TextColumn(pool.finish(), rows.finish()));
  }

  async numbers(name: string): Promise<NumberColumn> {
    const leaf = this.#leaf(name, ['text', 'number']);
    const values = new Float64Array(this.rows).fill(Number.NaN);
    if (leaf === undefined) return new NumberColumn(values);
    const rows = new FlatAssembler<Float64Array>(values, leaf);
    await this.#reader.read(name, leaf, numberKind, (page) => rows.add(page));
    return this.#reader.guard(name, () => new NumberColumn(rows.finish()));
  }

  async lists(name: string): Promise<TextListColumn> {
    if (this.columns.get(name)?.type === 'text') return listsFromText(await this.text(name), this.path, name);
    const leaf = this.#leaf(name, ['list']);
    if (leaf === undefined) return emptyLists(this.rows);
    const pool = new StringPoolBuilder(this.#reader.size(leaf));
    const { offsets, codes } = await this.#list(name, leaf, pool, undefined);
    return new TextListColumn(pool.finish(), offsets, codes);
  }

  async findings(name: string): Promise<Reader<readonly Finding[]>> {
    const column = this.columns.get(name);
    if (column?.type === 'text') return findingsFromText(await this.text(name), this.path, name);
    if (column?.type === 'list') {
      const lists = await this.lists(name);
      return (row) => lists.get(row).map((summary) => ({ summary, explanation: '' }));
    }
    const [summary, explanation] = ['summary', 'explanation'].map((part) =>
      column?.leaves.find((leaf) => leaf.path.at(-1)?.element.name === part && leaf.maxRepetition === 1),
    );
    if (summary === undefined || explanation === undefined) return () => [];
    const pool = new StringPoolBuilder(this.#reader.size(summary) + this.#reader.size(explanation));
    const summaries = await this.#list(name, summary, pool, ABSENT);
    const explanations = await this.#list(name, explanation, pool, ABSENT);
    return findingsReader(pool.finish(), summaries.offsets, summaries.codes, explanations.codes);
  }

  async json(name: string): Promise<Reader<string | undefined>> {
    const type = this.columns.get(name)?.type;
    if (type === 'text' || type === 'number' || type === 'null') {
      const texts = await this.text(name);
      return (row) => texts.get(row);
    }
    const file: AsyncBuffer = {
      byteLength: this.#file.size,
      slice: async (start, end = this.#file.size) => {
        const [bytes] = await this.#file.read([{ start, end }]);
        return new Uint8Array(bytes ?? []).buffer;
      },
    };
    const options = { file, metadata: this.#file.metadata, columns: [name], geoparquet: false };
    const { parquetReadObjects } = await import('hyparquet');
    const rows = await parquetReadObjects(options).catch((error: unknown) => {
      throw this.#reader.fault(name, error);
    });
    const texts = rows.map((row) => textOf(row[name]));
    return (row) => texts[row];
  }

  async vectorShape(name: string): Promise<{ readonly dimensions: number; readonly count: number }> {
    const leaf = this.#leaf(name, ['list']);
    if (leaf === undefined || this.rows === 0) return { dimensions: 0, count: 0 };
    const numbers = this.#reader.count(leaf);
    const complete = this.#reader.chunks(leaf).every((chunk) => chunk.statistics?.null_count === 0n);
    if (complete && numbers % this.rows === 0) return { dimensions: numbers / this.rows, count: this.rows };
    // Some rows have no vector: the footer alone does not tell how long the others are.
    const lists = new ListAssembler(leaf, this.rows, numbers, undefined);
    await this.#reader.read(name, leaf, countKind, (page) => lists.add(page));
    const { offsets } = this.#reader.guard(name, () => lists.finish());
    const lengths = Array.from({ length: this.rows }, (_, row) => (offsets[row + 1] ?? 0) - (offsets[row] ?? 0));
    const present = lengths.filter((length) => length > 0);
    return { dimensions: present[0] ?? 0, count: present.length };
  }

  async *vectors(name: string, dimensions: number, signal?: AbortSignal): AsyncGenerator<VectorBlock> {
    const leaf = this.#leaf(name, ['list']);
    if (leaf === undefined) return;
    const assembler = new VectorAssembler(leaf, dimensions, BLOCK);
    throwIfAborted(signal);
    for await (const page of this.#reader.pages(name, leaf, vectorKind)) {
      for (const block of this.#vectorGuard(name, assembler, () => assembler.add(page))) {
        yield block;
        throwIfAborted(signal);
      }
    }
    yield* this.#vectorGuard(name, assembler, () => assembler.finish());
  }

  #vectorGuard(name: string, assembler: VectorAssembler, act: () => VectorBlock[]): VectorBlock[] {
    try {
      return act();
    } catch (error) {
      throw corruptFile(this.path, `vectors of one length in column "${name}"`, `${String(error)} in row ${assembler.row}`, error);
    }
  }

  async #list(name: string, leaf: Leaf, pool: StringPoolBuilder, nullElement: number | undefined) {
    const lists = new ListAssembler(leaf, this.rows, this.#reader.count(leaf), nullElement);
    await this.#reader.read(name, leaf, textKind(pool), (page) => lists.add(page));
    return this.#reader.guard(name, () => lists.finish());
  }

  /** The only leaf of a column of one of the wanted types; undefined when there is nothing in it. */
  #leaf(name: string, wanted: readonly ParquetColumn['type'][]): Leaf | undefined {
    const column = this.columns.get(name);
    if (column === undefined || column.type === 'null' || column.type === 'list-of-null') return undefined;
    if (wanted.includes(column.type)) return column.leaves[0];
    throw corruptFile(this.path, `a column "${name}" of type ${wanted.join(' or ')}`, `one of type ${column.type}`);
  }
}

function emptyLists(rows: number): TextListColumn {
  return new TextListColumn(new StringPoolBuilder().finish(), new Uint32Array(rows + 1), new Int32Array(0));
}

function findingsReader(texts: StringPool, offsets: Uint32Array, summaries: Int32Array, explanations: Int32Array) {
  const at = (codes: Int32Array, i: number): string => {
    const code = codes[i] ?? ABSENT;
    return code < 0 ? '' : texts.get(code);
  };
  return (row: number): Finding[] => {
    const found: Finding[] = [];
    const end = offsets[row + 1] ?? 0;
    for (let i = offsets[row] ?? 0; i < end; i++) found.push({ summary: at(summaries, i), explanation: at(explanations, i) });
    return found;
  };
}
