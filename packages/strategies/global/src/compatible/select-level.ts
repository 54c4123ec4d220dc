import { definePlugin, kinds, type Dropped, type Found, type Result, type Retriever, type Run } from '@graphwright/contract';
import { z } from 'zod';
import { reportsUpTo } from './pool.ts';

const BY = 'select-level-compatible';

const selectLevelOptions = z.object({
  /** The finest level whose reports are read; null for all levels. */
  communityLevel: z.int().nullable().default(2),
});

/**
 * The selector `select-level-compatible`: all reports up to a level, in the order of their table, whatever the question. A report whose
 * community is not in the index up to that level is lost in GraphRAG, and dropped as `unavailable` here.
 */
export const selectLevelCompatible = definePlugin(kinds.retriever, {
  id: BY,
  version: '1.0.0',
  description: 'All community reports up to a level, as GraphRAG reads them for global search.',
  options: selectLevelOptions,
  needs: () => ({ tables: { community_reports: ['level'] }, optionalTables: { communities: ['level'], community_reports: ['communityId', 'rank'] } }),
  create: ({ communityLevel }): Retriever => ({ specVersion: 'v1', retrieve: (_, run) => reportsOfLevel(communityLevel, run) }),
});

async function reportsOfLevel(level: number | null, { knowledge, signal }: Run): Promise<Result<Found>> {
  const reports = await reportsUpTo(level, knowledge, signal);
  const ids = reports.flatMap(({ communityId }) => communityId ?? []);
  const communities = await knowledge.rows({ table: 'communities', values: ids, columns: ['level'], signal });
  const known = new Set(communities.ids.filter((_, row) => level === null || communities.get(row, 'level') <= level));
  const all = reports.map(({ id, communityId }) => ({ candidate: { table: 'community_reports', id, via: [{ by: BY }] }, known: communityId !== undefined && known.has(communityId) }));
  const dropped = all.filter((one) => !one.known).map(({ candidate }): Dropped => ({ ...candidate, reason: 'unavailable' }));
  return { ok: true, value: { candidates: all.filter((one) => one.known).map(({ candidate }) => candidate), dropped, caps: [] } };
}
