import { GraphwrightError } from '@graphwright/contract';
import type { RecordBatch, Vector } from 'apache-arrow';
import type { Layout } from './layout.ts';

/** Some rows of a table: `size × dimensions` numbers, and ids that are decoded when asked for. */
export interface Rows {
  readonly size: number;
  readonly vectors: Float32Array;
  /** 0 ≤ row < size. */
  id(row: number): string;
}

/**
 * Reads a record batch. Rows without an id or without a vector are left out; numbers of any width become float32.
 *
 * @param dimensions Length of every vector.
 * @throws GraphwrightError `vector-invalid` for a vector of another length, `column-missing` when the batch lacks a column.
 */
export function readRows(batch: RecordBatch, layout: Layout, dimensions: number): Rows {
  const ids = columnOf(batch, layout.idColumn);
  const column = columnOf(batch, layout.vectorColumn);
  const plain = plainBlock(column, dimensions);
  if (plain !== undefined && ids.nullCount === 0) return { size: batch.numRows, vectors: plain, id: (row) => String(ids.get(row)) };

  const kept: number[] = [];
  const vectors = new Float32Array(batch.numRows * dimensions);
  for (let row = 0; row < batch.numRows; row++) {
    const values = numbersAt(column, row);
    if (values === undefined || !ids.isValid(row)) continue;
    if (values.length !== dimensions) {
      throw new GraphwrightError({
        code: 'vector-invalid',
        message: `The vector of "${String(ids.get(row))}" is not as long as the others of its table.`,
        expected: `${dimensions} numbers`,
        found: `${values.length} numbers`,
        where: { column: layout.vectorColumn },
        next: 'Write the vectors again, with one embedding model.',
      });
    }
    vectors.set(values, kept.length * dimensions);
    kept.push(row);
  }
  return { size: kept.length, vectors: vectors.subarray(0, kept.length * dimensions), id: (row) => String(ids.get(kept[row] ?? row)) };
}

/** The length of the first vector of a batch, undefined when no row of it has one. */
export function lengthIn(batch: RecordBatch, layout: Layout): number | undefined {
  const column = columnOf(batch, layout.vectorColumn);
  for (let row = 0; row < batch.numRows; row++) {
    const values = numbersAt(column, row);
    if (values !== undefined) return values.length;
  }
  return undefined;
}

/** The numbers of a whole column where they lie in one piece of float32, as GraphRAG writes them: no row is touched. */
function plainBlock(column: Vector, dimensions: number): Float32Array | undefined {
  const [data, ...more] = column.data;
  const child = data?.children[0];
  const values: unknown = child?.values;
  if (data === undefined || child === undefined || more.length > 0 || data.offset !== 0 || child.offset !== 0) return undefined;
  if (data.nullCount > 0 || child.nullCount > 0 || !(values instanceof Float32Array) || values.length < data.length * dimensions) return undefined;
  // Only lists of fixed size lie like this; others have offsets.
  return data.valueOffsets === undefined && data.stride === dimensions ? values.subarray(0, data.length * dimensions) : undefined;
}

function numbersAt(column: Vector, row: number): number[] | undefined {
  const value: unknown = column.get(row);
  // Arrow gives a list as a vector of its items, which iterates over numbers whatever their width.
  return isIterable(value) ? Array.from(value, Number) : undefined;
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

function columnOf(batch: RecordBatch, name: string): Vector {
  const column = batch.getChild(name);
  if (column !== null) return column;
  throw new GraphwrightError({ code: 'column-missing', message: `LanceDB gave no column "${name}".`, where: { column: name } });
}
