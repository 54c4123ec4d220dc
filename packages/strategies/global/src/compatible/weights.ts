import type { KnowledgeBase } from '@graphwright/contract';
import type { PoolReport } from './pool.ts';

/**
 * The occurrence weight of the communities of reports: distinct text units of their entities, divided by the largest where
 * `normalize` is set (0 where none has any).
 *
 * @returns By id of the community; undefined for an index without entities: GraphRAG then shows no weight.
 */
export async function occurrenceWeights(
  reports: readonly PoolReport[],
  normalize: boolean,
  knowledge: KnowledgeBase,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number> | undefined> {
  if ((knowledge.facts.counts.entities ?? 0) === 0) return undefined;
  const units = new Map(reports.flatMap(({ communityId }): [string, Set<string>][] => (communityId === undefined ? [] : [[communityId, new Set()]])));
  const batch = await knowledge.rows({ table: 'entities', by: 'communityId', values: [...units.keys()], columns: ['communityIds', 'textUnitIds'], signal });
  for (const row of batch.ids.keys()) {
    for (const communityId of batch.get(row, 'communityIds')) {
      const own = units.get(communityId);
      if (own !== undefined) for (const unit of batch.get(row, 'textUnitIds')) own.add(unit);
    }
  }
  const largest = [...units.values()].reduce((most, { size }) => Math.max(most, size), 1);
  return new Map([...units].map(([id, { size }]) => [id, normalize ? size / largest : size]));
}
