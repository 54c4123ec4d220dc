import { throwIfAborted, type Finding } from '@graphwright/contract';
import { ABSENT, NumberColumn, TextColumn, type Reader, type TextListColumn } from '../../columnar/columns.ts';
import { StringPoolBuilder } from '../../columnar/string-pool.ts';
import { corruptFile } from '../faults.ts';
import { findingsFromText, listsFromText, vectorFromText } from '../from-text.ts';
import type { SourceColumn, TableSource, VectorBlock } from '../table-source.ts';
import { numberOf } from '../values.ts';
import { readRecords } from './records.ts';

/** Vectors a block: with 3,072 dimensions, 12 MB. */
const BLOCK = 1024;

/**
 * A table in a CSV file. A CSV file has no footer, so the whole of it is read at opening; cells are kept as bytes, and lists,
 * numbers and vectors made of them when asked for. An empty cell is an absent value, as for GraphRAG's own reader.
 */
export class CsvTable implements TableSource {
  readonly format = 'csv';
  readonly path: string;
  readonly rows: number;
  readonly fingerprint: string;
  readonly columns: ReadonlyMap<string, SourceColumn>;
  readonly #texts: ReadonlyMap<string, TextColumn>;

  private constructor(path: string, rows: number, fingerprint: string, texts: ReadonlyMap<string, TextColumn>) {
    this.path = path;
    this.rows = rows;
    this.fingerprint = fingerprint;
    this.#texts = texts;
    this.columns = new Map(
      [...texts].map(([name, { codes }]): [string, SourceColumn] => [
        name,
        { type: 'text', holdsAnything: codes.some((code) => code !== ABSENT) },
      ]),
    );
  }

  /**
   * Reads a file whole.
   *
   * @param keep Which columns are kept; the others are forgotten at once.
   * @throws GraphwrightError `file-corrupt` naming the line, `file-unreadable`, `aborted`.
   */
  static async open(path: string, keep: (column: string) => boolean, signal?: AbortSignal): Promise<CsvTable> {
    const pools: (StringPoolBuilder | undefined)[] = [];
    const codes: number[][] = [];
    const header: string[] = [];
    const fingerprint = await readRecords(
      path,
      (cells, number) => {
        if (number === 0) {
          for (const name of cells) {
            pools.push(keep(name) && !header.includes(name) ? new StringPoolBuilder() : undefined);
            codes.push([]);
            header.push(name);
          }
          return;
        }
        for (const [i, cell] of cells.entries()) {
          const pool = pools[i];
          if (pool !== undefined) codes[i]?.push(cell === '' ? ABSENT : pool.addText(cell));
        }
      },
      signal,
    );
    if (header.length === 0) throw corruptFile(path, 'a CSV file with a header line', 'an empty file');
    const texts = new Map<string, TextColumn>();
    for (const [i, name] of header.entries()) {
      const pool = pools[i];
      if (pool !== undefined) texts.set(name, new TextColumn(pool.finish(), Int32Array.from(codes[i] ?? [])));
    }
    const [first] = texts.values();
    return new CsvTable(path, first?.size ?? 0, fingerprint, texts);
  }

  async text(name: string): Promise<TextColumn> {
    return this.#column(name);
  }

  async numbers(name: string): Promise<NumberColumn> {
    const texts = this.#column(name);
    return new NumberColumn(Float64Array.from({ length: texts.size }, (_, row) => numberOf(texts.get(row))));
  }

  async lists(name: string): Promise<TextListColumn> {
    return listsFromText(this.#column(name), this.path, name);
  }

  async findings(name: string): Promise<Reader<readonly Finding[]>> {
    return findingsFromText(this.#column(name), this.path, name);
  }

  async json(name: string): Promise<Reader<string | undefined>> {
    const texts = this.#column(name);
    return (row) => texts.get(row);
  }

  async vectorShape(name: string): Promise<{ readonly dimensions: number; readonly count: number }> {
    const texts = this.#column(name);
    let dimensions = 0;
    let count = 0;
    for (let row = 0; row < texts.size; row++) {
      if (dimensions === 0) dimensions = vectorFromText(texts.get(row), this.path, name, row)?.length ?? 0;
      if ((texts.codes[row] ?? ABSENT) !== ABSENT && texts.get(row) !== '[]') count += 1;
    }
    return { dimensions, count };
  }

  async *vectors(name: string, dimensions: number, signal?: AbortSignal): AsyncGenerator<VectorBlock> {
    const texts = this.#column(name);
    let rows: number[] = [];
    let vectors = new Float32Array(BLOCK * dimensions);
    for (let row = 0; row < texts.size; row++) {
      const vector = vectorFromText(texts.get(row), this.path, name, row);
      if (vector === undefined) continue;
      const fault = vector.length === dimensions ? undefined : `one of ${vector.length}`;
      const wrong = fault ?? (vector.every(Number.isFinite) ? undefined : 'one with a number that is not finite');
      if (wrong !== undefined) throw corruptFile(this.path, `vectors of ${dimensions} numbers in column "${name}"`, `${wrong} in row ${row}`);
      vectors.set(vector, rows.length * dimensions);
      rows.push(row);
      if (rows.length < BLOCK) continue;
      yield { rows: Uint32Array.from(rows), vectors };
      throwIfAborted(signal);
      rows = [];
      vectors = new Float32Array(BLOCK * dimensions);
    }
    if (rows.length > 0) yield { rows: Uint32Array.from(rows), vectors: vectors.slice(0, rows.length * dimensions) };
  }

  #column(name: string): TextColumn {
    return this.#texts.get(name) ?? new TextColumn(new StringPoolBuilder().finish(), new Int32Array(this.rows).fill(ABSENT));
  }
}
