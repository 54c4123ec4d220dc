import { compareStrings } from '@graphwright/contract';
import type { Reader } from '../columnar/columns.ts';
import { lazy, type Lazy } from './lazy.ts';
import type { StoredTables } from './stored.ts';
import type { TableColumns } from './table-columns.ts';

/**
 * The communities of an index: those of its table in the order of the table, or, where an index has no such table (some of
 * 0.1–0.3), those that nodes and reports name, by level and then by number.
 */
export interface CommunityShape {
  /** The stored table, undefined when the communities were made out of nodes and reports. */
  readonly table: TableColumns | undefined;
  readonly size: number;
  readonly id: Reader<string>;
  /** The number of a community as text: `"7"`, also where the file has 7.0. */
  readonly number: Reader<string>;
  /** Undefined where the file says none. */
  readonly level: Reader<number | undefined>;
  /** The row of a number, or -1. */
  rowOf(number: string | undefined): number;
  /** The row of an id, or -1. */
  rowOfId(id: string): number;
}

/** A number in one form, whether it was stored as integer, float or text; any other text as it is. */
export function canonicalNumber(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const trimmed = text.trim();
  return /^[+-]?\d+(?:\.0*)?$/u.test(trimmed) ? String(Math.trunc(Number(trimmed))) : trimmed;
}

/** Whether a community's number stands for "no community". */
export function isNoCommunity(number: string | undefined): boolean {
  return number === undefined || number === '' || number === '-1';
}

/** Loads the communities of an index; undefined when nothing names one. */
export function communityShape(stored: StoredTables): Lazy<CommunityShape | undefined> {
  return lazy(async () => {
    const table = stored.get('communities');
    return table === undefined ? fromNodesAndReports(stored) : fromTable(table);
  });
}

async function fromTable(table: TableColumns): Promise<CommunityShape> {
  const numbers = await table.labels(table.named('community', 'id') ?? 'id')();
  const ids = await table.labels('id')();
  const byId = await table.lookup('id')();
  const levels = table.named('level') === undefined ? undefined : await table.numberColumn('level')();
  const names = Array.from({ length: table.size }, (_, row) => canonicalNumber(numbers.get(row)) ?? '');
  return {
    table,
    size: table.size,
    id: (row) => ids.get(row) ?? '',
    number: (row) => names[row] ?? '',
    level: (row) => levels?.get(row),
    rowOf: rowsByName(names),
    rowOfId: (id) => byId.first(id),
  };
}

async function fromNodesAndReports(stored: StoredTables): Promise<CommunityShape | undefined> {
  const levels = new Map<string, number | undefined>();
  for (const table of [stored.get('nodes'), stored.get('community_reports')]) {
    if (table === undefined) continue;
    const communities = await table.texts('community')();
    const column = table.named('level') === undefined ? undefined : await table.numberColumn('level')();
    for (let row = 0; row < table.size; row++) {
      const number = canonicalNumber(communities.get(row));
      if (number === undefined || isNoCommunity(number)) continue;
      const level = column?.get(row);
      const known = levels.get(number);
      if (!levels.has(number) || (level !== undefined && (known === undefined || level < known))) levels.set(number, level);
    }
  }
  if (levels.size === 0) return undefined;
  const found = [...levels].toSorted(
    ([a, levelA], [b, levelB]) => (levelA ?? 0) - (levelB ?? 0) || Number(a) - Number(b) || compareStrings(a, b),
  );
  const names = found.map(([name]) => name);
  const rowOf = rowsByName(names);
  const name = (row: number): string => names[row] ?? '';
  return { table: undefined, size: names.length, id: name, number: name, level: (row) => found[row]?.[1], rowOf, rowOfId: rowOf };
}

function rowsByName(names: readonly string[]): (name: string | undefined) => number {
  const rows = new Map<string, number>();
  for (const [row, name] of names.entries()) if (name !== '' && !rows.has(name)) rows.set(name, row);
  return (name) => (name === undefined ? -1 : (rows.get(name) ?? -1));
}
