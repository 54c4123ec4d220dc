import {
  definePlugin,
  GraphwrightError,
  kinds,
  RecordMap,
  ref,
  type Candidate,
  type Found,
  type Ref,
  type Result,
  type Retriever,
  type RetrieverRequest,
  type Run,
} from '@graphwright/contract';
import { z } from 'zod';
import { limitFound, mergeFound } from './found.ts';
import { orderBy } from './order.ts';

const ID = 'fuse';
/** Text units up to which indexing their words takes about as long as opening the index: some seconds. */
const MOST_UNITS = 20_000;
/** The faults of an embedder that is not the one of the index. */
const UNFIT: ReadonlySet<string> = new Set(['dimension-mismatch', 'embedding-model-differs']);

/** One of the lists that are fused. */
export interface RankedFound {
  readonly found: Found;
  /** How much it counts, > 0; 1 when left out. */
  readonly weight?: number;
}

/**
 * Reciprocal rank fusion: the score of a record is Σ weight ÷ (k + rank) over the lists that hold it, ranks from 1. Scores of the
 * lists need no common scale. Kept by one list is kept; ways are united with their raw scores. Equal scores go by the best
 * rank weighted first in the earlier list, then by id.
 *
 * Source: Cormack, Clarke, Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods", SIGIR 2009.
 *
 * @param k Damps the first ranks; 60 in the paper.
 */
export function fuseByReciprocalRank(lists: readonly RankedFound[], k: number): Found {
  const scores = new RecordMap<{ score: number; first: number }>();
  for (const [list, { found, weight = 1 }] of lists.entries()) {
    for (const [position, candidate] of found.candidates.entries()) {
      const before = scores.get(candidate);
      scores.set(candidate, { score: (before?.score ?? 0) + weight / (k + position + 1), first: before?.first ?? list });
    }
  }
  const merged = mergeFound(lists.map(({ found }) => found));
  const scored = merged.candidates.map((candidate): Candidate => ({ ...candidate, score: scores.get(candidate)?.score ?? 0 }));
  return {
    ...merged,
    candidates: orderBy(scored, (candidate) => [candidate.score, -(scores.get(candidate)?.first ?? 0)]),
  };
}

/**
 * The retriever that asks several retrievers and fuses what they find by {@link fuseByReciprocalRank}. One that fails is left out
 * with a warning; when all fail, or the embedder does not fit the space, the failure is its own.
 *
 * Options: `retrievers` (derived: names and dense, and bm25 where the index has at most 20,000 text units, since the words of all of them are
 * indexed on first use), `weights` (one each, > 0; 1 each by default), `k` (default 60, from the paper),
 * `limit` (candidates of one table at most, default 20; the others are dropped as `over-limit`).
 */
export const fuse = definePlugin(kinds.retriever, {
  id: ID,
  version: '1.0.0',
  description: 'Several retrievers, fused by reciprocal rank.',
  options: z.object({
    retrievers: z.array(ref(kinds.retriever)).min(1),
    weights: z.array(z.number().positive()).optional(),
    k: z.number().min(0).default(60),
    limit: z.int().min(1).default(20),
  }),
  derive(_, { index }) {
    const units = index?.counts.text_units ?? 0;
    return { retrievers: ['names', 'dense', ...(units > 0 && units <= MOST_UNITS ? ['bm25'] : [])] };
  },
  create({ retrievers, weights, k, limit }): Retriever {
    if (weights !== undefined && weights.length !== retrievers.length) {
      throw new GraphwrightError({
        code: 'option-invalid',
        message: `${ID} has ${retrievers.length} retrievers and ${weights.length} weights.`,
        where: { plugin: ID, option: 'weights' },
        next: 'Give one weight for each retriever, or none.',
      });
    }
    return {
      specVersion: 'v1',
      async retrieve(request, run) {
        const lists = await retrieveAll(retrievers, request, run);
        if (!lists.ok) return lists;
        const weighted = lists.value.map(({ index, found }): RankedFound => ({ found, weight: weights?.[index] ?? 1 }));
        return { ok: true, value: limitFound(fuseByReciprocalRank(weighted, k), request.limit ?? limit) };
      },
    };
  },
});

/**
 * Asks several retrievers side by side. Those that fail are left out, each with a warning in the order of the retrievers (but for the want of an
 * embedder, of which the run itself speaks). Vectors
 * of another model are no gap to go around: somebody chose the wrong embedder, and has to hear it.
 *
 * @returns What the others found, with the position of the retriever; the first failure when all fail, or `dimension-mismatch` or
 * `embedding-model-differs`.
 */
export async function retrieveAll(
  retrievers: readonly Ref<Retriever>[],
  { limit: _, ...request }: RetrieverRequest,
  run: Run,
): Promise<Result<readonly { readonly index: number; readonly found: Found }[]>> {
  const results = await Promise.all(retrievers.map(async (reference) => (await run.use(reference)).retrieve(request, run)));
  const lists: { readonly index: number; readonly found: Found }[] = [];
  let failed: Result<never> | undefined;
  for (const [index, result] of results.entries()) {
    if (result.ok) {
      lists.push({ index, found: result.value });
      continue;
    }
    if (UNFIT.has(result.failure.code)) return result;
    failed ??= result;
    if (result.failure.code === 'no-embedder') continue;
    run.warn({
      code: 'retriever-failed',
      message: `The retriever ${retrievers[index]?.use ?? ''} was left out: ${result.failure.message}`,
    });
  }
  return failed !== undefined && lists.length === 0 ? failed : { ok: true, value: lists };
}
