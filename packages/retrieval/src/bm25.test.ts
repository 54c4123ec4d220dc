import { definePlugin, GraphwrightError, kinds, type Found, type Result, type RetrieverRequest, type TextHit, type TextQuery, type TextStore } from '@graphwright/contract';
import { describe, expect, it } from 'vitest';
import { bm25 } from './bm25.ts';
import { portOf, runStub, valueOf } from './run-stub.test.util.ts';

/** A store whose hits are written down; it holds to what a text index promises. */
function storeOf(hits: readonly (readonly [id: string, score: number, share: number])[], asked: TextQuery[] = []): Parameters<typeof definePlugin<TextStore, never>>[1]['create'] {
  return () => ({
    specVersion: 'v1',
    open: ({ space }) => {
      if (space === 'nowhere.text') throw new GraphwrightError({ code: 'space-missing', message: 'The index has no texts in nowhere.text.', next: 'Search another column.' });
      return Promise.resolve({
        specVersion: 'v1',
        space,
        size: hits.length,
        search: (query) => {
          asked.push(query);
          const only = query.filter !== undefined && 'only' in query.filter ? query.filter.only : undefined;
          const found = hits.filter(([id]) => only?.has(id) !== false).map(([id, score, share]): TextHit => ({ id, score, share, terms: [] }));
          return Promise.resolve(found.slice(0, query.k));
        },
      });
    },
  });
}

const HITS = [['t1', 9, 0.8], ['t2', 8, 0.1], ['t3', 7, 0.3], ['t4', 6, 0.9]] as const;
const tables = {
  documents: [{ id: 'doc', title: 'doc', textUnitIds: ['t3', 't4'] }],
  text_units: ['t1', 't2', 't3', 't4'].map((id) => ({ id, entityIds: [] })),
  covariates: ['t1', 't2', 't3', 't4'].map((id) => ({ id, textUnitId: id })),
};

async function ask(options: object = {}, request: Partial<RetrieverRequest> = {}, asked: TextQuery[] = []): Promise<Result<Found>> {
  const store = definePlugin(kinds.textStore, { id: 'written', version: '1.0.0', description: 'Written down.', create: storeOf(HITS, asked) });
  return portOf(kinds.retriever, bm25, { store: 'written', ...options }).retrieve({ questions: ['q'], ...request }, runStub({ tables, plugins: [store] }));
}

describe('bm25', () => {
  it('gives records with score and rank, and drops those that hold too little of the question', async () => {
    const found = valueOf(await ask());
    expect(found.candidates.map(({ table, id, score }) => [table, id, score])).toEqual([['text_units', 't1', 9], ['text_units', 't3', 7], ['text_units', 't4', 6]]);
    expect(found.candidates[1]?.via).toEqual([{ by: 'bm25', score: 7, rank: 3 }]);
    expect(found.dropped).toEqual([{ table: 'text_units', id: 't2', score: 8, via: [{ by: 'bm25', score: 8, rank: 2 }], reason: 'below-threshold' }]);
    expect(valueOf(await ask({ minShare: 0 })).candidates).toHaveLength(4);
  });

  it('says what it cut off, and searches no further for records below the threshold', async () => {
    const asked: TextQuery[] = [];
    const found = valueOf(await ask({ limit: 2, minShare: 0.25 }, {}, asked));
    expect(found.candidates.map(({ id }) => id)).toEqual(['t1']);
    expect(asked.map(({ k }) => k)).toEqual([2]);
    expect(valueOf(await ask({ minShare: 0 }, { limit: 2 })).caps).toEqual([{ by: 'bm25.limit', limit: 2, total: 4 }]);
  });

  it('goes on searching until enough records pass a filter', async () => {
    const asked: TextQuery[] = [];
    const found = valueOf(await ask({ space: 'covariates.description', limit: 1 }, { filter: { documents: ['doc'] } }, asked));
    expect(found.candidates.map(({ id }) => id)).toEqual(['t3']);
    expect(asked.map(({ k }) => k)).toEqual([1, 4]);
  });

  it('holds to a filter, and asks for the best of several questions', async () => {
    const asked: TextQuery[] = [];
    const found = valueOf(await ask({}, { filter: { documents: ['doc'] }, questions: ['a', 'b'] }, asked));
    expect(found.candidates.map(({ id }) => id)).toEqual(['t3', 't4']);
    expect(asked.map(({ text }) => text)).toEqual(['a', 'b']);
  });

  it('fails as a call does where the column is not there', async () => {
    const result = await ask({ space: 'nowhere.text' });
    expect(result).toMatchObject({ ok: false, failure: { code: 'space-missing', message: 'The index has no texts in nowhere.text. Search another column.' } });
  });
});
