import { definePlugin, kinds, RecordMap, ref, type Candidate, type Ranker } from '@graphwright/contract';
import { z } from 'zod';
import { orderBy } from '../order.ts';
import { rank } from '../rank.ts';

/**
 * The ranker by distance from the seeds: the seeds themselves in their order, then what lies one relationship away, two, three; within a
 * distance in the order of another ranker. Records with no way from a seed come last. Takes records of any table.
 *
 * Options: `within` (the ranker within a distance, default `fused-order`: nearness in the graph and in meaning).
 */
export const graphDistance = definePlugin(kinds.ranker, {
  id: 'graph-distance',
  version: '1.0.0',
  description: 'Seeds first, then by relationships from them, within a distance by another ranker.',
  options: z.object({ within: ref(kinds.ranker).prefault('fused-order') }),
  create: ({ within }): Ranker => ({
    specVersion: 'v1',
    async rank(request, run) {
      const places = new RecordMap<number>();
      for (const [place, seed] of request.seeds.entries()) places.set(seed, place);
      const ranked = await rank(run, within, request);
      return orderBy(ranked, (candidate, position) => {
        const place = places.get(candidate);
        return place === undefined ? [-hopsTo(candidate), -position] : [1, -place];
      });
    },
  }),
});

/** Relationships on the shortest way to a record; infinitely many where no way begins at a seed. */
function hopsTo({ via }: Candidate): number {
  return Math.min(...via.map(({ seed, path = [] }) => (seed === undefined ? Infinity : path.length)));
}
