import {
  definePlugin,
  kinds,
  type Found,
  type IdFilter,
  type Result,
  type Retriever,
  type Run,
  type SearchHit,
} from '@graphwright/contract';
import { z } from 'zod';
import { applyFilter, resolveFilter, type FilterScope } from './filter.ts';
import { limitFound, mergeFound, nothingFound } from './found.ts';
import { orderBy } from './order.ts';
import { embedQuestions, type QuestionVectors } from './question-vectors.ts';
import { scoreScale } from './score-scale.ts';
import { isTableName, SPACE_TABLES } from './spaces.ts';

const ID = 'dense';

interface DenseOptions {
  readonly table: string;
  readonly limit: number;
  readonly minDeviations: number;
  readonly minScore?: number | undefined;
}

/**
 * The retriever of records whose stored vector is near to the question's.
 *
 * Options: `space` (default `entity_description`), `table` (whose records the space holds: derived for the standard spaces, to be
 * given for another), `limit` (records at most, default 20), and two thresholds, below which a record is dropped as `below-threshold`:
 * `minDeviations` (default 3: so many standard deviations above the mean of the question's cosines over a fixed sample of the space, so that
 * models with narrow and with wide cosines behave alike; not held against spaces of fewer than 16 vectors), `minScore` (cosine in [-1, 1]; none by
 * default, since cosines of two models have no common scale).
 *
 * Score: cosine with the question, the best one of several questions; ties by id. Fails, as a call does, without vectors, without
 * an embedder, and for an embedder whose vectors have another length.
 */
export const dense = definePlugin(kinds.retriever, {
  id: ID,
  version: '1.0.0',
  description: 'Records whose stored vector is near to that of the question.',
  options: z.object({
    space: z.string().min(1).default('entity_description'),
    table: z.string().min(1),
    limit: z.int().min(1).default(20),
    minDeviations: z.number().min(0).default(3),
    minScore: z.number().min(-1).max(1).optional(),
  }),
  derive(known) {
    const table = SPACE_TABLES[known.space ?? ''];
    return table === undefined ? {} : { table };
  },
  // The space is not a need: without it the retriever fails as a call does, and a fusion goes on with the others.
  create: (options): Retriever => ({
    specVersion: 'v1',
    async retrieve({ questions, limit, filter }, run): Promise<Result<Found>> {
      const scope = await resolveFilter(filter, run);
      const embedded = await embedQuestions(questions, options.space, `${ID} ${options.space}`, run);
      if (!embedded.ok) return embedded;
      const founds: Found[] = [];
      const wanted = { ...options, limit: limit ?? options.limit };
      for (const vector of embedded.value.vectors) {
        const found = await nearestTo(vector, embedded.value, wanted, scope, run);
        if (!found.ok) return found;
        founds.push(found.value);
      }
      const merged = mergeFound(founds);
      return { ok: true, value: limitFound({ ...merged, candidates: orderBy(merged.candidates, ({ score }) => [score]) }, wanted.limit) };
    },
  }),
});

/** Widens the search until enough records pass the filter; where nothing is filtered out, one search is enough. */
async function nearestTo(
  vector: Float32Array,
  space: QuestionVectors,
  { table, limit, minDeviations, minScore = -1 }: DenseOptions,
  scope: FilterScope | undefined,
  run: Run,
): Promise<Result<Found>> {
  const only = table === 'entities' ? scope?.entityIds : table === 'text_units' ? scope?.textUnitIds : undefined;
  const filter: { filter?: IdFilter } = only === undefined ? {} : { filter: { only } };
  for (let k = limit; ; k *= 4) {
    const hits = await space.search(vector, { k, ...filter });
    if (!hits.ok) return hits;
    const scale = minDeviations > 0 && isTableName(table) ? await scoreScale(vector, space.index, table, run) : undefined;
    const threshold = scale === undefined ? minScore : Math.max(minScore, scale.mean + minDeviations * scale.deviation);
    const found = await applyFilter(foundOf(hits.value, table, threshold), scope, run);
    const reasons = new Set(found.dropped.map(({ reason }) => reason));
    const mayHoldMore = hits.value.length === k && reasons.has('filtered') && !reasons.has('below-threshold');
    if (mayHoldMore && found.candidates.length < limit) continue;
    const total = only?.size ?? space.index.size;
    return { ok: true, value: { ...found, caps: total > k ? [{ by: `${ID}.limit`, limit: k, total }] : [] } };
  }
}

function foundOf(hits: readonly SearchHit[], table: string, threshold: number): Found {
  const records = hits.map(({ id, score }, index) => ({ table, id, score, via: [{ by: ID, score, rank: index + 1 }] }));
  return {
    ...nothingFound,
    candidates: records.filter(({ score }) => score >= threshold),
    dropped: records.filter(({ score }) => score < threshold).map((record) => ({ ...record, reason: 'below-threshold' })),
  };
}
