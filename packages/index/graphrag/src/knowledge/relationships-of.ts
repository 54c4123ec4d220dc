import type { RelationshipsRequest, Tables } from '@graphwright/contract';
import type { NumberColumn } from '../columnar/columns.ts';
import { groupBy, groupOf, rowNumbers, type Groups } from '../columnar/groups.ts';
import { lazy, type Lazy } from '../mapping/lazy.ts';
import type { RelationshipEnds, TitleReferences } from '../mapping/ends.ts';
import type { TableColumns } from '../mapping/table-columns.ts';

type Direction = 'out' | 'in' | 'both';
type Order = NonNullable<RelationshipsRequest<keyof Tables['relationships']>['orderBy']>;

/** The rows of relationships at each entity, as offsets: no table is searched for them. */
export interface Neighbourhoods {
  /** The relationships of an entity by its row, in the order asked for. A loop stands once. */
  of(entity: number): Uint32Array;
}

/**
 * Groups relationships by the entities at their ends, per direction and order, each on first use. Entities are put in order
 * one by one, when they are first asked for, so the first question after opening does not pay for the whole graph.
 */
export class RelationshipGroups {
  readonly #ends: Lazy<RelationshipEnds>;
  readonly #table: TableColumns;
  readonly #entityCount: number;
  readonly #groups: Readonly<Record<Direction, Lazy<Groups>>>;
  readonly #ordered = new Map<string, Lazy<Neighbourhoods>>();

  constructor(table: TableColumns, ends: Lazy<RelationshipEnds>, entityCount: number) {
    this.#table = table;
    this.#ends = ends;
    this.#entityCount = entityCount;
    this.#groups = { out: lazy(() => this.#group('out')), in: lazy(() => this.#group('in')), both: lazy(() => this.#group('both')) };
  }

  /** The relationships in a direction and an order. */
  ordered(direction: Direction, order: Order): Promise<Neighbourhoods> {
    const key = `${direction} ${order}`;
    const known = this.#ordered.get(key);
    if (known !== undefined) return known();
    const made = lazy(async () => {
      const groups = await this.#groups[direction]();
      if (order === 'ordinal') return { of: (entity: number) => groupOf(groups, entity) };
      const column = this.#table.named(...(order === 'weight' ? ['weight'] : ['combined_degree', 'rank']));
      const values = await this.#table.numberColumn(column ?? order)();
      return descending({ offsets: groups.offsets, values: groups.values.slice() }, values);
    });
    this.#ordered.set(key, made);
    return made();
  }

  async #group(direction: Direction): Promise<Groups> {
    const { sources, targets } = await this.#ends();
    const rows = await distinctRows(this.#table);
    const ends = (references: TitleReferences): Int32Array => endsOf(references, rows);
    if (direction === 'out') return groupBy(ends(sources), rows, this.#entityCount);
    if (direction === 'in') return groupBy(ends(targets), rows, this.#entityCount);
    const keys = new Int32Array(rows.length * 2);
    const values = new Uint32Array(rows.length * 2);
    for (const [i, row] of rows.entries()) {
      const source = sources.rows[row] ?? -1;
      const target = targets.rows[row] ?? -1;
      keys[i * 2] = source;
      keys[i * 2 + 1] = target === source ? -1 : target;
      values[i * 2] = row;
      values[i * 2 + 1] = row;
    }
    return groupBy(keys, values, this.#entityCount);
  }
}

/** The entities that some rows name at one end. */
export function endsOf(references: TitleReferences, rows: Uint32Array): Int32Array {
  const ends = new Int32Array(rows.length);
  for (let i = 0; i < ends.length; i++) ends[i] = references.rows[rows[i] ?? 0] ?? -1;
  return ends;
}

/**
 * The rows of a table of which none repeats the id of an earlier one: a record is one, however often it is stored (0.3 may
 * store a relationship once for each pair of levels of its ends).
 */
export async function distinctRows(table: TableColumns): Promise<Uint32Array> {
  const lookup = await table.lookup('id')();
  const all = rowNumbers(table.size);
  if (lookup.repeated === 0) return all;
  const repeats = new Set<number>();
  for (const row of all) {
    const next = lookup.after(row);
    if (next >= 0) repeats.add(next);
  }
  return all.filter((row) => !repeats.has(row));
}

/** Sorts the rows of an entity by a number, descending, absent ones last, ties in the order of the table. */
function descending(groups: Groups, numbers: NumberColumn): Neighbourhoods {
  const sorted = new Uint8Array(groups.offsets.length);
  const value = (row: number): number => numbers.get(row) ?? Number.NEGATIVE_INFINITY;
  return {
    of(entity) {
      const rows = groupOf(groups, entity);
      if (sorted[entity] === 0) {
        rows.sort((a, b) => compareDescending(value(a), value(b)) || a - b);
        sorted[entity] = 1;
      }
      return rows;
    },
  };
}

function compareDescending(a: number, b: number): number {
  return a > b ? -1 : a < b ? 1 : 0;
}
