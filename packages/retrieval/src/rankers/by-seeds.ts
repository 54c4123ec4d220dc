import { definePlugin, kinds, RecordMap, rowFinder, type Candidate, type Ranker } from '@graphwright/contract';
import { z } from 'zod';
import { orderBy } from '../order.ts';
import { requireTables } from './by-column.ts';

/** How seeds bear on a candidate. */
interface SeedShare {
  /** Number of different seeds by which it was reached. */
  readonly seeds: number;
  /** Rank of the best of them, from 1; infinite without one. */
  readonly best: number;
  /** Σ decay^hops ÷ rank of the seed over all ways from seeds. */
  readonly mass: number;
}

/**
 * The ranker of reports: more seeds in the community first, then higher rank as its author rated it, then the finer level, then id.
 *
 * Throws `unsupported` for records of other tables.
 */
export const reportRank = definePlugin(kinds.ranker, {
  id: 'report-rank',
  version: '1.0.0',
  description: 'Reports by the number of seeds in their community, then by their rank.',
  needs: () => ({ optionalTables: { community_reports: ['rank', 'level'] } }),
  create: (): Ranker => ({
    specVersion: 'v1',
    async rank({ candidates, seeds }, run) {
      requireTables('report-rank', candidates, ['community_reports']);
      const ids = candidates.map(({ id }) => id);
      const batch = await run.knowledge.rows({ table: 'community_reports', values: ids, columns: ['rank', 'level'], signal: run.signal });
      const rowOf = rowFinder(batch.ids, ids);
      const shareOf = seedShares(seeds);
      return orderBy(candidates, (candidate, position) => {
        const row = rowOf(position);
        return [shareOf(candidate).seeds, row === undefined ? row : batch.get(row, 'rank'), row === undefined ? row : batch.get(row, 'level')];
      });
    },
  }),
});

/**
 * The ranker of relationships: those between two seeds first, then higher weight, then higher degrees of both ends together, then id.
 *
 * Throws `unsupported` for records of other tables.
 */
export const betweenSeeds = definePlugin(kinds.ranker, {
  id: 'between-seeds',
  version: '1.0.0',
  description: 'Relationships between two seeds first, then by weight.',
  needs: () => ({ optionalTables: { relationships: ['weight', 'combinedDegree'] } }),
  create: (): Ranker => ({
    specVersion: 'v1',
    async rank({ candidates, seeds }, run) {
      requireTables('between-seeds', candidates, ['relationships']);
      const columns = ['weight', 'combinedDegree'] as const;
      const ids = candidates.map(({ id }) => id);
      const batch = await run.knowledge.rows({ table: 'relationships', values: ids, columns, signal: run.signal });
      const rowOf = rowFinder(batch.ids, ids);
      const shareOf = seedShares(seeds);
      return orderBy(candidates, (candidate, position) => {
        const row = rowOf(position);
        return [shareOf(candidate).seeds, row === undefined ? row : batch.get(row, 'weight'), row === undefined ? row : batch.get(row, 'combinedDegree')];
      });
    },
  }),
});

/**
 * The ranker by how much seeds lead to a record: Σ decay^hops ÷ rank of the seed over the ways by which it was reached, descending. A way
 * without a path (a text unit that names the seed, a claim about it) has no hops; along a relationship of the seed it has one; a seed counts
 * for itself. Equal ones go by the best seed, then by id. The sum becomes the score. Takes records of any table and reads none.
 *
 * Options: `decay` (what a way counts less for each hop, in (0, 1]; default 0.5, so that all ways of twice as many hops count less than
 * the direct one as long as a record has not twice as many of them).
 */
export const occurrence = definePlugin(kinds.ranker, {
  id: 'occurrence',
  version: '1.0.0',
  description: 'Number of ways from the seeds, the first seeds and the nearest counting most.',
  options: z.object({ decay: z.number().gt(0).max(1).default(0.5) }),
  create: ({ decay }): Ranker => ({
    specVersion: 'v1',
    rank({ candidates, seeds }) {
      const shareOf = seedShares(seeds, decay);
      const shares = candidates.map(shareOf);
      const scored = candidates.map((candidate, position) => ({ ...candidate, score: shares[position]?.mass ?? 0 }));
      return Promise.resolve(orderBy(scored, ({ score }, position) => [score, -(shares[position]?.best ?? Infinity)]));
    },
  }),
});

/** Reads from a candidate's ways how the seeds bear on it. */
function seedShares(seeds: readonly Candidate[], decay = 1): (candidate: Candidate) => SeedShare {
  const ranks = new RecordMap<number>();
  for (const [index, seed] of seeds.entries()) ranks.set(seed, index + 1);
  return (candidate) => {
    const different: number[] = [];
    let best = Infinity;
    let mass = 0;
    const count = (rank: number | undefined, hops: number): void => {
      if (rank === undefined) return;
      if (!different.includes(rank)) different.push(rank);
      best = Math.min(best, rank);
      mass += decay ** hops / rank;
    };
    count(ranks.get(candidate), 0);
    for (const { seed, path = [] } of candidate.via) if (seed !== undefined) count(ranks.get(seed), path.length);
    return { seeds: different.length, best, mass };
  };
}
