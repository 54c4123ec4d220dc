import type { Batch, KnowledgeBase } from '@graphwright/contract';

/** What selection, weights and order need of a report. */
export interface PoolReport {
  readonly id: string;
  readonly communityId: string | undefined;
  /** The number of its community, by which it is printed and cited. */
  readonly number: string | undefined;
  readonly ordinal: number;
  readonly level: number;
  readonly rank: number | undefined;
}

const COLUMNS = ['communityId', 'humanReadableId', 'ordinal', 'level', 'rank'] as const;

/** The reports up to a level in the order of their table; all where the level is null. */
export async function reportsUpTo(level: number | null, knowledge: KnowledgeBase, signal: AbortSignal): Promise<PoolReport[]> {
  const limit = knowledge.facts.counts.community_reports ?? 0;
  if (limit === 0) return [];
  const batch = await knowledge.page({ table: 'community_reports', columns: COLUMNS, offset: 0, limit, signal });
  return poolReports(batch).filter((report) => level === null || report.level <= level);
}

/** The reports with these ids in the order of the ids; unknown ones are left out. */
export async function reportsById(ids: readonly string[], knowledge: KnowledgeBase, signal: AbortSignal): Promise<PoolReport[]> {
  if (ids.length === 0) return [];
  return poolReports(await knowledge.rows({ table: 'community_reports', values: ids, columns: COLUMNS, signal }));
}

function poolReports(batch: Batch<'community_reports', (typeof COLUMNS)[number]>): PoolReport[] {
  return batch.ids.map((id, row) => ({
    id,
    communityId: batch.get(row, 'communityId'),
    number: batch.get(row, 'humanReadableId'),
    ordinal: batch.get(row, 'ordinal'),
    level: batch.get(row, 'level'),
    rank: batch.get(row, 'rank'),
  }));
}
