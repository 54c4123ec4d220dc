import type { KnowledgeBase } from '@graphwright/contract';
import { reportsUpTo, type PoolReport } from '../pool.ts';

/** A community that may be rated. */
export interface TreeCommunity {
  readonly id: string;
  readonly level: number;
  readonly parentId: string | undefined;
  readonly childIds: readonly string[];
  readonly report: PoolReport;
}

/** The communities that have a report in the pool. */
export interface Tree {
  /** In the order of their table. */
  readonly communities: readonly TreeCommunity[];
  readonly byId: ReadonlyMap<string, TreeCommunity>;
  /** In the order of their table; also those without a community, which cannot be rated. */
  readonly pool: readonly PoolReport[];
}

/** Reads the tree of communities whose reports are of a level up to the one given; of all where it is null. */
export async function readTree(communityLevel: number | null, knowledge: KnowledgeBase, signal: AbortSignal): Promise<Tree> {
  const pool = await reportsUpTo(communityLevel, knowledge, signal);
  const reports = new Map(pool.flatMap((report) => (report.communityId === undefined ? [] : [[report.communityId, report] as const])));
  const limit = knowledge.facts.counts.communities ?? 0;
  if (limit === 0) return { communities: [], byId: new Map(), pool };
  const batch = await knowledge.page({ table: 'communities', columns: ['level', 'parentId', 'childIds'], offset: 0, limit, signal });
  const communities = batch.ids.flatMap((id, row): TreeCommunity[] => {
    const report = reports.get(id);
    return report === undefined ? [] : [{ id, level: batch.get(row, 'level'), parentId: batch.get(row, 'parentId'), childIds: batch.get(row, 'childIds'), report }];
  });
  return { communities, byId: new Map(communities.map((community) => [community.id, community])), pool };
}
