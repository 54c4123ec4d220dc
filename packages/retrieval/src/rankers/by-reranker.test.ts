import type { Candidate, Reranker } from '@graphwright/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runStub } from '../run-stub.test.util.ts';
import { rerankedBy } from './by-reranker.ts';

const tables = { entities: ['a', 'b', 'c', 'd'].map((id) => ({ id, title: id.toUpperCase(), description: `What is said of ${id}.` })) };
const records = ['a', 'b', 'c', 'd'].map((id): Candidate => ({ table: 'entities', id, via: [] }));

/** Scores by text; texts that it was given are remembered. */
function scoring(scores: readonly number[], seen: string[] = []): Reranker {
  return {
    specVersion: 'v1',
    model: 'test',
    score: async ({ texts }) => {
      seen.push(...texts);
      return { scores: texts.map((_, place) => scores[place] ?? 0) };
    },
  };
}
const rankWith = (reranker: Reranker, limit = 10, question = 'Which?', run = runStub({ tables })): Promise<readonly Candidate[]> =>
  Promise.resolve(rerankedBy('test', reranker, limit).rank({ question, section: 'some', candidates: records, seeds: [] }, run));

describe('rerankedBy', () => {
  it('orders by score, ties as they stood, and says so in the ways', async () => {
    const ranked = await rankWith(scoring([0.1, 0.7, 0.7, -3]));
    expect(ranked.map(({ id, via }) => [id, via])).toEqual([
      ['b', [{ by: 'test', score: 0.7, rank: 1 }]],
      ['c', [{ by: 'test', score: 0.7, rank: 2 }]],
      ['a', [{ by: 'test', score: 0.1, rank: 3 }]],
      ['d', [{ by: 'test', score: -3, rank: 4 }]],
    ]);
  });

  it('shows the texts of as many as the limit says and keeps the others below', async () => {
    const seen: string[] = [];
    expect((await rankWith(scoring([0, 1], seen), 2)).map(({ id }) => id)).toEqual(['b', 'a', 'c', 'd']);
    expect(seen).toEqual(['A – What is said of a.', 'B – What is said of b.']);
  });

  it('keeps the order where the call fails, and says why', async () => {
    const run = runStub({ tables, rerank: 'down' });
    expect(await rankWith(scoring([0, 1]), 10, 'Which?', run)).toEqual(records);
    expect(run.warnings).toEqual([{ code: 'ranker-failed', message: 'The section some keeps the order in which it was found: The reranker is down.' }]);
  });

  it('asks nothing without a question', async () => {
    const seen: string[] = [];
    expect(await rankWith(scoring([0, 1], seen), 10, ' ')).toEqual(records);
    expect(seen).toEqual([]);
  });

  it('loses none and makes none, whatever the scores', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.double({ noNaN: true }), { maxLength: 6 }), fc.integer({ min: 1, max: 6 }), async (scores, limit) => {
        expect((await rankWith(scoring(scores), limit)).map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c', 'd']);
      }),
    );
  });
});
