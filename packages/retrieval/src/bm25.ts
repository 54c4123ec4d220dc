import { definePlugin, isGraphwrightError, kinds, ref, type Found, type IdFilter, type Result, type Retriever, type Run, type TextHit, type TextIndex } from '@graphwright/contract';
import { z } from 'zod';
import { retrievalFailure } from './failed.ts';
import { applyFilter, resolveFilter, type FilterScope } from './filter.ts';
import { limitFound, mergeFound, nothingFound } from './found.ts';
import { orderBy } from './order.ts';

const ID = 'bm25';

interface Bm25RetrieverOptions {
  readonly space: string;
  readonly limit: number;
  readonly minShare: number;
}

/**
 * The retriever of records that hold the words of the question.
 *
 * Options: `space` (the column that is searched, default `text_units.text`), `store` (the text store, default `bm25-memory`), `limit` (records at
 * most, default 20), `minShare` (the share of the question's weight that the words of a record must make up, in [0, 1], default 0.2: rare words
 * weigh most, and words that the index does not know count as missing; what lies below is dropped as `below-threshold`).
 *
 * Score: BM25, the best one of several questions; ties by id. Fails, as a call does, where the column is not there.
 */
export const bm25 = definePlugin(kinds.retriever, {
  id: ID,
  version: '1.0.0',
  description: 'Records that hold the words of the question, by BM25.',
  options: z.object({
    space: z.string().min(1).default('text_units.text'),
    store: ref(kinds.textStore).prefault('bm25-memory'),
    limit: z.int().min(1).default(20),
    minShare: z.number().min(0).max(1).default(0.2),
  }),
  create: ({ store, ...options }): Retriever => ({
    specVersion: 'v1',
    async retrieve({ questions, limit = options.limit, filter }, run): Promise<Result<Found>> {
      const scope = await resolveFilter(filter, run);
      const index = await opened(await run.use(store), options.space, run);
      if (!index.ok) return index;
      const founds: Found[] = [];
      for (const question of questions) founds.push(await matching(question, index.value, { ...options, limit }, scope, run));
      const merged = mergeFound(founds);
      return { ok: true, value: limitFound({ ...merged, candidates: orderBy(merged.candidates, ({ score }) => [score]) }, limit) };
    },
  }),
});

async function opened(store: { open: (request: { knowledge: Run['knowledge']; space: string; signal: AbortSignal }) => Promise<TextIndex> }, space: string, run: Run): Promise<Result<TextIndex>> {
  try {
    return { ok: true, value: await store.open({ knowledge: run.knowledge, space, signal: run.signal }) };
  } catch (error) {
    if (!isGraphwrightError(error) || error.code !== 'space-missing') throw error;
    return retrievalFailure(run, { call: `${ID} ${space}`, code: error.code, message: [error.summary, error.next ?? ''].join(' ').trim(), effect: `Nothing is found by words in ${space}.` });
  }
}

/** Widens the search until enough records pass the filter; where nothing is filtered out, one search is enough. */
async function matching(question: string, index: TextIndex, { space, limit, minShare }: Bm25RetrieverOptions, scope: FilterScope | undefined, run: Run): Promise<Found> {
  const [table = ''] = space.split('.');
  const only = table === 'entities' ? scope?.entityIds : table === 'text_units' ? scope?.textUnitIds : undefined;
  const filter: { filter?: IdFilter } = only === undefined ? {} : { filter: { only } };
  for (let k = limit; ; k *= 4) {
    const hits = await index.search({ text: question, k, ...filter, signal: run.signal });
    const found = await applyFilter(foundOf(hits, table, minShare), scope, run);
    const hidden = found.dropped.some(({ reason }) => reason === 'filtered');
    if (hidden && hits.length === k && found.candidates.length < limit) continue;
    const total = only?.size ?? index.size;
    return { ...found, caps: hits.length === k && total > k ? [{ by: `${ID}.limit`, limit: k, total }] : [] };
  }
}

function foundOf(hits: readonly TextHit[], table: string, minShare: number): Found {
  const records = hits.map(({ id, score, share }, place) => ({ table, id, score, share, via: [{ by: ID, score, rank: place + 1 }] }));
  return {
    ...nothingFound,
    candidates: records.filter(({ share }) => share >= minShare).map(({ share: _, ...record }) => record),
    dropped: records.filter(({ share }) => share < minShare).map(({ share: _, ...record }) => ({ ...record, reason: 'below-threshold' })),
  };
}
