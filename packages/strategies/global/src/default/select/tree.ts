import type { KnowledgeBase } from '@graphwright/contract';
import { reportsUpTo, type PoolReport } from '../../compatible/pool.ts';

/** A report in the tree of communities; what lies between it and the reports below it is left out. */
export interface ReportNode {
  readonly report: PoolReport;
  /** The nearest reports below: where a child has none, those of its children stand in. In the order of `childIds`. */
  readonly children: readonly ReportNode[];
  /** Whether a community below, before the next report, ends without one: what it holds stands in this report alone. */
  readonly uncovered: boolean;
}

/** The reports up to a level as a forest. */
export interface ReportTree {
  readonly roots: readonly ReportNode[];
  /** In the order of their table. */
  readonly pool: readonly PoolReport[];
  /** Reports whose community is not in the index: each is a root of its own. */
  readonly withoutCommunity: readonly PoolReport[];
  /** Communities that were reached only by breaking into a circle of parents. */
  readonly circles: number;
}

interface Community {
  readonly id: string;
  readonly level: number;
  readonly parentId: string | undefined;
  readonly childIds: readonly string[];
}

/**
 * Reads the reports up to a level (all where it is null) as a forest. A community hangs below its parent whether the parent lists it or it
 * names the parent; one whose parent is not there is a root, whatever its level. A community without a report does not cut off what
 * lies below it. A circle of parents is opened at its coarsest community. Each report stands in the forest once.
 */
export async function readReportTree(level: number | null, knowledge: KnowledgeBase, signal: AbortSignal): Promise<ReportTree> {
  const pool = await reportsUpTo(level, knowledge, signal);
  const communities = await readCommunities(knowledge, signal);
  const byId = new Map(communities.map((community) => [community.id, community]));
  const children = childrenOf(communities, byId);
  const reports = new Map<string, PoolReport[]>();
  const withoutCommunity: PoolReport[] = [];
  for (const report of pool) {
    const { communityId } = report;
    if (communityId === undefined || !byId.has(communityId)) withoutCommunity.push(report);
    else reports.set(communityId, [...(reports.get(communityId) ?? []), report]);
  }
  const seen = new Set<string>();
  /** The nearest reports of a community and below; several reports of one community stand side by side, the first above its children. */
  const grow = (id: string): ReportNode[] => {
    if (seen.has(id)) return [];
    seen.add(id);
    const below = (children.get(id) ?? []).map((child) => grow(child));
    const nodes = below.flat();
    const [first, ...others] = reports.get(id) ?? [];
    if (first === undefined) return nodes;
    return [{ report: first, children: nodes, uncovered: below.some((one) => one.length === 0) }, ...others.map((report): ReportNode => ({ report, children: [], uncovered: false }))];
  };
  const roots = communities.filter(({ parentId }) => parentId === undefined || !byId.has(parentId)).flatMap(({ id }) => grow(id));
  let circles = 0;
  for (const { id } of communities.toSorted((a, b) => a.level - b.level)) {
    if (seen.has(id)) continue;
    circles += 1;
    roots.push(...grow(id));
  }
  const alone = withoutCommunity.map((report): ReportNode => ({ report, children: [], uncovered: false }));
  return { roots: [...roots, ...alone], pool, withoutCommunity, circles };
}

async function readCommunities(knowledge: KnowledgeBase, signal: AbortSignal): Promise<Community[]> {
  const limit = knowledge.facts.counts.communities ?? 0;
  if (limit === 0) return [];
  const batch = await knowledge.page({ table: 'communities', columns: ['level', 'parentId', 'childIds'], offset: 0, limit, signal });
  return batch.ids.map((id, row) => ({ id, level: batch.get(row, 'level'), parentId: batch.get(row, 'parentId'), childIds: batch.get(row, 'childIds') }));
}

function childrenOf(communities: readonly Community[], byId: ReadonlyMap<string, Community>): ReadonlyMap<string, readonly string[]> {
  const children = new Map(communities.map(({ id, childIds }) => [id, new Set(childIds.filter((child) => byId.has(child)))]));
  for (const { id, parentId } of communities) if (parentId !== undefined) children.get(parentId)?.add(id);
  return new Map([...children].map(([id, list]) => [id, [...list]]));
}
