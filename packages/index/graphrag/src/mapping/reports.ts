import { groupBy, groupOf, rowNumbers } from '../columnar/groups.ts';
import { findByLevel } from './communities.ts';
import { canonicalNumber, type CommunityShape } from './communities-shape.ts';
import type { IndexContext } from './context.ts';
import { lazy, type Lazy } from './lazy.ts';
import { derived, findFirst, ordinalPlan, type Finder, type MappedTable } from './plan.ts';
import { idReader } from './stored.ts';
import type { TableColumns } from './table-columns.ts';

/** The reports with the communities they are about. */
export interface ReportShape {
  /** The community's number of each report, in one form. */
  readonly numbers: readonly (string | undefined)[];
  /** The community's row of each report, -1 where the number names none. */
  readonly communities: Int32Array;
  readonly shape: CommunityShape | undefined;
}

/** Joins reports to communities by number, whatever type it has on either side. */
export async function loadReportShape(table: TableColumns, { communities }: IndexContext): Promise<ReportShape> {
  const shape = await communities();
  const column = await table.texts('community')();
  const numbers = Array.from({ length: table.size }, (_, row) => canonicalNumber(column.get(row)));
  return { numbers, communities: Int32Array.from(numbers, (number) => shape?.rowOf(number) ?? -1), shape };
}

/** Maps the community reports: what explains the rank was `rank_explanation` up to 1.x. */
export function mapReports(table: TableColumns, context: IndexContext): MappedTable<'community_reports'> {
  const ids = idReader(table);
  const reports = lazy(() => loadReportShape(table, context));
  const level: Lazy<(row: number) => number> = lazy(async () => {
    const stored = table.named('level') === undefined ? undefined : await table.numberColumn('level')();
    const { communities, shape } = await reports();
    return (row) => stored?.get(row) ?? shape?.level(communities[row] ?? -1) ?? 0;
  });
  return {
    size: table.size,
    ids,
    columns: {
      id: derived(true, ids),
      ordinal: ordinalPlan,
      humanReadableId: derived(true, lazy(async () => {
        const { numbers } = await reports();
        return (row) => numbers[row];
      })),
      communityId: derived(true, lazy(async () => {
        const { communities, shape } = await reports();
        return (row) => {
          const community = communities[row] ?? -1;
          return community < 0 ? undefined : shape?.id(community);
        };
      })),
      level: derived(true, level),
      title: table.title('title'),
      summary: table.text('summary'),
      fullContent: table.text('full_content'),
      findings: table.findings('findings'),
      rank: table.number('rank'),
      rankExplanation: table.text('rating_explanation', 'rank_explanation'),
    },
    keys: {
      id: findFirst(table.lookup('id')),
      humanReadableId: lazy(async () => findByNumber((await reports()).numbers)),
      communityId: lazy(async () => findByCommunity(await reports())),
      level: lazy(async () => findByLevel(table.size, await level())),
    },
  };
}

function findByNumber(numbers: readonly (string | undefined)[]): Finder {
  const rows = new Map<string, number[]>();
  for (const [row, number] of numbers.entries()) {
    if (number !== undefined) rows.set(number, [...(rows.get(number) ?? []), row]);
  }
  return (value) => rows.get(String(value)) ?? [];
}

function findByCommunity({ communities, shape }: ReportShape): Finder {
  const rows = groupBy(communities, rowNumbers(communities.length), shape?.size ?? 0);
  return (value) => {
    const community = shape?.rowOfId(String(value)) ?? -1;
    return community < 0 ? [] : groupOf(rows, community);
  };
}
