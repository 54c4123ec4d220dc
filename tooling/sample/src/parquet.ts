import { parquetWriteBuffer } from 'hyparquet-writer';

/** The type of a column, as GraphRAG 3.3 writes it. */
export type ColumnType = 'string' | 'integer' | 'double' | 'null' | 'strings' | 'integers' | 'doubles' | 'findings';

/** A column: its name, its type, one value a row. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly values: readonly unknown[];
}

type SchemaElement = NonNullable<Parameters<typeof parquetWriteBuffer>[0]['schema']>[number];

const STRING = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' }, repetition_type: 'OPTIONAL' } as const;
const INTEGER = { type: 'INT64', repetition_type: 'OPTIONAL' } as const;
const DOUBLE = { type: 'DOUBLE', repetition_type: 'OPTIONAL' } as const;

/**
 * A table as a parquet file: the schema and its types are those of GraphRAG 3.3 (lists of three levels with `element`, all columns
 * optional, SNAPPY). The same columns give the same bytes.
 */
export function parquetOf(columns: readonly Column[]): Uint8Array {
  const schema: SchemaElement[] = [{ name: 'schema', repetition_type: 'REQUIRED', num_children: columns.length }, ...columns.flatMap(elementsOf)];
  const columnData = columns.map(({ name, type, values }) => ({ name, data: values.map((value) => encoded(type, value)) }));
  return new Uint8Array(parquetWriteBuffer({ columnData, schema, createdBy: 'graphwright sample', statistics: false }));
}

function elementsOf({ name, type }: Column): SchemaElement[] {
  switch (type) {
    case 'string':
      return [{ name, ...STRING }];
    case 'integer':
      return [{ name, ...INTEGER }];
    case 'double':
      return [{ name, ...DOUBLE }];
    case 'null':
      return [{ name, type: 'INT32', logical_type: { type: 'NULL' }, repetition_type: 'OPTIONAL' }];
    case 'strings':
      return listOf(name, [{ name: 'element', ...STRING }]);
    case 'integers':
      return listOf(name, [{ name: 'element', ...INTEGER }]);
    case 'doubles':
      return listOf(name, [{ name: 'element', ...DOUBLE }]);
    case 'findings':
      return listOf(name, [
        { name: 'element', repetition_type: 'OPTIONAL', num_children: 2 },
        { name: 'explanation', ...STRING },
        { name: 'summary', ...STRING },
      ]);
  }
}

function listOf(name: string, element: readonly SchemaElement[]): SchemaElement[] {
  return [
    { name, converted_type: 'LIST', logical_type: { type: 'LIST' }, repetition_type: 'OPTIONAL', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    ...element,
  ];
}

/** Whole numbers of 64 bit have to be given as BigInt. */
function encoded(type: ColumnType, value: unknown): unknown {
  if (type === 'integer' && typeof value === 'number') return BigInt(value);
  if (type === 'integers' && Array.isArray(value)) return value.map((item: unknown) => (typeof item === 'number' ? BigInt(item) : item));
  return value;
}
