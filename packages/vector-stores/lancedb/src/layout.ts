import { GraphwrightError } from '@graphwright/contract';
import type { DataType, Field, FixedSizeList, Schema } from 'apache-arrow';

/** Which columns of a table hold ids and vectors. */
export interface Layout {
  readonly idColumn: string;
  readonly vectorColumn: string;
  /** The length of the vectors where the table's type states it; 0 where the lists may be of any length. */
  readonly dimensions: number;
}

/**
 * Finds the columns in a table of any version of GraphRAG: `id` and `vector`, or under the names that the settings of 2.6 and
 * later may give them: then the first column of text and the only list of numbers.
 *
 * @param file The table, for the error.
 * @throws GraphwrightError `column-missing`, listing the columns that are there.
 */
export function layoutOf(schema: Schema, file: string): Layout {
  const fields: readonly Field<DataType>[] = schema.fields;
  const lists = fields.filter(({ type }) => isFixedSize(type) || isListOfNumbers(type));
  const vector = lists.find((field) => field.name === 'vector') ?? (lists.length === 1 ? lists[0] : undefined);
  const id = fields.find((field) => field.name === 'id') ?? fields.find(({ type }) => is(type, 'Utf8') || is(type, 'LargeUtf8'));
  if (vector === undefined || id === undefined) {
    throw new GraphwrightError({
      code: 'column-missing',
      message: vector === undefined ? 'The table holds no column of vectors.' : 'The table holds no column of ids.',
      expected: 'a column "id" of text, and a column "vector" of lists of numbers',
      found: fields.map((field) => field.toString()).join(', '),
      where: { file },
    });
  }
  return { idColumn: id.name, vectorColumn: vector.name, dimensions: isFixedSize(vector.type) ? vector.type.listSize : 0 };
}

// Types are told by their tag: Arrow's own tests would load all of Arrow before a table is opened.

function is(type: DataType, tag: string): boolean {
  return type[Symbol.toStringTag] === tag;
}

function isFixedSize(type: DataType): type is FixedSizeList {
  return is(type, 'FixedSizeList') && holdsNumbers(type);
}

function isListOfNumbers(type: DataType): boolean {
  return is(type, 'List') && holdsNumbers(type);
}

function holdsNumbers(type: DataType): boolean {
  const items: readonly Field<DataType>[] = type.children;
  return items.some((item) => is(item.type, 'Float'));
}
