import { GraphwrightError, type Batch, type TableName, type Tables } from '@graphwright/contract';
import type { Reader } from '../columnar/columns.ts';
import type { MappedTable } from '../mapping/plan.ts';

/** Readers of some columns of a table. */
type Readers<T extends TableName> = { [C in keyof Tables[T]]?: Reader<Tables[T][C]> };

/**
 * A batch over rows of a table. Its columns are loaded here, whole and once for the table; the values of a row are decoded
 * when they are read.
 */
export async function loadBatch<T extends TableName, C extends keyof Tables[T]>(
  name: T,
  table: MappedTable<T>,
  columns: readonly C[],
  rows: ArrayLike<number>,
): Promise<Batch<T, C>> {
  const readers: Readers<T> = {};
  for (const column of columns) await loadColumn(name, table, column, readers);
  const id = await table.ids();
  return {
    size: rows.length,
    ids: Array.from(rows, id),
    get(row, column) {
      const reader = readers[column];
      const at = rows[row];
      if (reader !== undefined && at !== undefined) return reader(at);
      throw new GraphwrightError({
        code: 'usage-invalid',
        message: 'A batch was asked for something that it does not hold.',
        expected: `a row below ${rows.length} and one of the columns ${columns.join(', ')}`,
        found: `row ${row}, column ${String(column)}`,
        where: { table: name },
        next: 'Name the column in the request.',
      });
    },
  };
}

async function loadColumn<T extends TableName, C extends keyof Tables[T]>(
  name: T,
  table: MappedTable<T>,
  column: C,
  readers: Readers<T>,
): Promise<void> {
  const plan = table.columns[column];
  if (plan === undefined) {
    throw new GraphwrightError({
      code: 'column-missing',
      message: `The table ${name} has no column "${String(column)}".`,
      expected: Object.keys(table.columns).join(', '),
      where: { table: name, column: String(column) },
      next: 'Ask for a column of the contract.',
    });
  }
  readers[column] = await plan.load();
}
