import type { Warning } from '@graphwright/contract';
import { EXAMPLES, warning } from '../layout/warnings.ts';
import { isNoCommunity, type CommunityShape } from '../mapping/communities-shape.ts';
import type { IndexContext } from '../mapping/context.ts';
import { loadReportShape } from '../mapping/reports.ts';
import type { TableColumns } from '../mapping/table-columns.ts';

/** What is amiss with communities, their tree, their members, and their reports. */
export async function communityWarnings(context: IndexContext): Promise<Warning[]> {
  const shape = await context.communities();
  if (shape === undefined) return [];
  const warnings: Warning[] = [];
  if (shape.table === undefined) {
    const examples = Array.from({ length: Math.min(shape.size, EXAMPLES) }, (_, row) => shape.number(row));
    warnings.push(
      warning('communities-derived', 'There is no table of communities; they are made out of nodes and reports, without relationships and text units.', examples, shape.size),
    );
  }
  warnings.push(...levelWarnings(shape));
  const { dangling: members } = await context.membership();
  if (members.count > 0) {
    warnings.push(warning('community-member-missing', 'Communities name members that are no entities; they are passed over.', members.examples, members.count));
  }
  const { dangling: relatives } = await context.hierarchy();
  if (relatives.length > 0) {
    warnings.push(warning('community-relative-missing', 'Parents or children of communities name communities that are not there.', relatives));
  }
  const reports = context.stored.get('community_reports');
  if (reports !== undefined) warnings.push(...(await reportWarnings(reports, shape, context)));
  return warnings;
}

function levelWarnings(shape: CommunityShape): Warning[] {
  const unknown: string[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  for (let row = 0; row < shape.size; row++) {
    const level = shape.level(row);
    if (level === undefined) unknown.push(shape.number(row));
    else lowest = Math.min(lowest, level);
  }
  return [
    ...(unknown.length > 0 ? [warning('level-missing', 'Communities have no level; they count as level 0.', unknown)] : []),
    ...(lowest > 0 && lowest !== Number.POSITIVE_INFINITY
      ? [warning('no-level-0', `No community is at level 0; the coarsest level is ${lowest}.`, [], shape.size)]
      : []),
  ];
}

async function reportWarnings(reports: TableColumns, shape: CommunityShape, context: IndexContext): Promise<Warning[]> {
  const { numbers, communities } = await loadReportShape(reports, context);
  const reported = new Set(communities);
  const without = Array.from({ length: shape.size }, (_, row) => row).filter((row) => !reported.has(row));
  const none: string[] = [];
  const unknown: string[] = [];
  const repeated: string[] = [];
  const seen = new Set<string>();
  for (const [row, number] of numbers.entries()) {
    if (number === undefined || isNoCommunity(number)) none.push(number ?? `report ${row}`);
    else if ((communities[row] ?? -1) < 0) unknown.push(number);
    else if (seen.has(number)) repeated.push(number);
    seen.add(number ?? '');
  }
  const levels = reports.named('level') === undefined ? undefined : await reports.numberColumn('level')();
  const levelless = [...numbers.keys()].filter((row) => (levels?.get(row) ?? shape.level(communities[row] ?? -1)) === undefined);
  const surplus = reports.size - shape.size;
  return [
    ...(without.length > 0 ? [warning('community-without-report', 'Communities have no report; they are passed over where reports are used.', without.map(shape.number))] : []),
    ...(none.length > 0 ? [warning('report-for-no-community', 'Reports are about no community (-1, or none named); they stay, without a community.', none)] : []),
    ...(unknown.length > 0 ? [warning('report-community-missing', 'Reports are about communities that are not there; they stay, without a community.', unknown)] : []),
    ...(repeated.length > 0 ? [warning('report-repeated', 'Communities have more than one report.', repeated)] : []),
    ...(levelless.length > 0
      ? [warning('report-level-missing', 'Reports have no level, nor has their community; they count as level 0.', levelless.map((row) => numbers[row] ?? `report ${row}`))]
      : []),
    ...(surplus > 0 ? [warning('more-reports-than-communities', 'There are more reports than communities.', [`${reports.size} reports, ${shape.size} communities`], surplus)] : []),
  ];
}
