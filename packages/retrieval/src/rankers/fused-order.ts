import { definePlugin, GraphwrightError, kinds, RecordMap, ref, type Candidate, type Ranker } from '@graphwright/contract';
import { z } from 'zod';
import { orderBy } from '../order.ts';
import { rank } from '../rank.ts';

const ID = 'fused-order';

/**
 * The ranker that fuses the orders of several rankers by reciprocal rank: Σ weight ÷ (k + rank), ranks from 1. Orders of different scales
 * (graph distance, cosine) need no common one. Equal sums go by the first ranker's order. The sum becomes the score. One that cannot rank keeps the
 * order as found, with its own warning, and counts as such.
 *
 * Options: `rankers` (default `occurrence` and `similarity`: nearness in the graph and in meaning), `weights` (one each, > 0; 1 each by
 * default), `k` (default 60).
 *
 * Source: Cormack, Clarke, Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods", SIGIR 2009.
 */
export const fusedOrder = definePlugin(kinds.ranker, {
  id: ID,
  version: '1.0.0',
  description: 'The orders of several rankers, fused by reciprocal rank.',
  options: z.object({
    rankers: z.array(ref(kinds.ranker)).min(1).prefault(['occurrence', 'similarity']),
    weights: z.array(z.number().positive()).optional(),
    k: z.number().min(0).default(60),
  }),
  create({ rankers, weights, k }): Ranker {
    if (weights !== undefined && weights.length !== rankers.length) {
      throw new GraphwrightError({
        code: 'option-invalid',
        message: `${ID} has ${rankers.length} rankers and ${weights.length} weights.`,
        where: { plugin: ID, option: 'weights' },
        next: 'Give one weight for each ranker, or none.',
      });
    }
    return {
      specVersion: 'v1',
      async rank(request, run) {
        const orders: (readonly Candidate[])[] = [];
        for (const ranker of rankers) orders.push(await rank(run, ranker, request));
        const sums = new RecordMap<{ score: number; readonly first: number }>();
        const ways = new RecordMap<Candidate>();
        for (const [list, order] of orders.entries()) {
          for (const [position, candidate] of order.entries()) {
            const before = sums.get(candidate);
            const share = (weights?.[list] ?? 1) / (k + position + 1);
            if (before === undefined) sums.set(candidate, { score: share, first: position });
            else before.score += share;
            const known = ways.get(candidate);
            // A ranker may tell of itself in the ways; the longest list has what all of them told that came before it.
            if (known === undefined || known.via.length < candidate.via.length) ways.set(candidate, candidate);
          }
        }
        const scored = ways.values.map((candidate): Candidate => ({ ...candidate, score: sums.get(candidate)?.score ?? 0 }));
        return orderBy(scored, (candidate) => [candidate.score, -(sums.get(candidate)?.first ?? 0)]);
      },
    };
  },
});
