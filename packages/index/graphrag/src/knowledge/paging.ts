import { compareStrings, GraphwrightError, type PageRequest, type TableName } from '@graphwright/contract';
import { rowNumbers } from '../columnar/groups.ts';
import type { Reader } from '../columnar/columns.ts';
import { lazy, type Lazy } from '../mapping/lazy.ts';
import type { MappedTables } from '../mapping/plan.ts';

type Order = NonNullable<PageRequest<TableName, never>['orderBy']>;

/** The orders in which tables can be walked, each worked out on first use: rows descending by a number, ties by id. */
export class PageOrders {
  readonly #tables: MappedTables;
  readonly #orders = new Map<string, Lazy<Uint32Array>>();

  constructor(tables: MappedTables) {
    this.#tables = tables;
  }

  /**
   * The rows of a table in an order; undefined for the order of the table itself.
   *
   * @throws GraphwrightError `unsupported` where the table has no such number.
   */
  async rows(table: TableName, order: Order): Promise<Uint32Array | undefined> {
    if (order === 'ordinal') return undefined;
    const key = `${table} ${order}`;
    const known = this.#orders.get(key);
    if (known !== undefined) return known();
    const made = lazy(() => this.#sort(table, order));
    this.#orders.set(key, made);
    return made();
  }

  async #sort(table: TableName, order: Exclude<Order, 'ordinal'>): Promise<Uint32Array> {
    const mapped = this.#tables[table];
    const value = await this.#values(table, order);
    const id = await mapped?.ids();
    const size = mapped?.size ?? 0;
    const ids = Array.from({ length: size }, (_, row) => id?.(row) ?? '');
    return rowNumbers(size).sort((a, b) => {
      const [x, y] = [value(a) ?? Number.NEGATIVE_INFINITY, value(b) ?? Number.NEGATIVE_INFINITY];
      return (x > y ? -1 : x < y ? 1 : 0) || compareStrings(ids[a] ?? '', ids[b] ?? '') || a - b;
    });
  }

  async #values(table: TableName, order: Exclude<Order, 'ordinal'>): Promise<Reader<number | undefined>> {
    const { entities, relationships, community_reports: reports } = this.#tables;
    if (table === 'entities' && order === 'degree' && entities !== undefined) return entities.columns.degree.load();
    if (table === 'community_reports' && order === 'rank' && reports !== undefined) return reports.columns.rank.load();
    if (table === 'relationships' && order === 'rank' && relationships !== undefined) {
      return relationships.columns.combinedDegree.load();
    }
    throw new GraphwrightError({
      code: 'unsupported',
      message: `The table ${table} cannot be walked by ${order}.`,
      expected: 'entities by degree, community_reports by rank, any table by ordinal',
      where: { table },
      next: 'Leave the order out.',
    });
  }
}

/** The rows of a page: a stretch of the table, or of an order over it. */
export function pageRows(size: number, order: Uint32Array | undefined, offset: number, limit: number): Uint32Array {
  const start = Math.min(Math.max(0, offset), size);
  const end = Math.min(size, start + Math.max(0, limit));
  return order?.subarray(start, end) ?? rowNumbers(end - start).map((row) => start + row);
}

/** The names of the columns of a table that hold anything. */
export function filledColumns(plans: { readonly [name: string]: { readonly filled: boolean } }): string[] {
  return Object.entries(plans).flatMap(([name, plan]) => (plan.filled ? [name] : []));
}
