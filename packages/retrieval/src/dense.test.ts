import { kinds, type Found, type Result, type RetrieverRequest } from '@graphwright/contract';
import { describe, expect, it } from 'vitest';
import { dense } from './dense.ts';
import { portOf, runStub, valueOf, type RunStub, type RunStubOptions } from './run-stub.test.util.ts';

const spaces = {
  entity_description: { a: [1, 0], b: [0.8, 0.6], c: [0, 1], d: [-1, 0] },
  text_unit_text: { t1: [1, 0], t2: [0, 1] },
  empty: {},
  mine: { a: [0, 1] },
};
const tables: RunStubOptions['tables'] = {
  entities: ['a', 'b', 'c', 'd'].map((id) => ({ id, type: id === 'd' ? 'GEO' : 'PERSON' })),
  documents: [{ id: 'doc', textUnitIds: ['t2'] }],
  text_units: [{ id: 't1', entityIds: ['a'] }, { id: 't2', entityIds: ['c', 'd'] }],
};
const embed = (text: string): number[] => (text === 'up' ? [0, 1] : [1, 0]);
const runOf = (options: RunStubOptions = {}): RunStub => runStub({ spaces, tables, embed, ...options });

async function ask(
  options: Readonly<Record<string, unknown>> = {},
  request: Partial<RetrieverRequest> = {},
  run = runOf(),
): Promise<Result<Found>> {
  return portOf(kinds.retriever, dense, options).retrieve({ questions: ['right'], ...request }, run);
}
const find = async (...request: Parameters<typeof ask>): Promise<Found> => valueOf(await ask(...request));
const scoresIn = (found: Found): (string | number | undefined)[][] => found.candidates.map(({ id, score }) => [id, score]);

describe('dense', () => {
  it('gives the nearest records with cosine and rank', async () => {
    const found = await find({ limit: 2 });
    expect(found).toEqual({
      candidates: [
        { table: 'entities', id: 'a', score: 1, via: [{ by: 'dense', score: 1, rank: 1 }] },
        { table: 'entities', id: 'b', score: 0.8, via: [{ by: 'dense', score: 0.8, rank: 2 }] },
      ],
      dropped: [],
      caps: [{ by: 'dense.limit', limit: 2, total: 4 }],
    });
    expect((await find({ limit: 2 }, { limit: 1 })).candidates).toHaveLength(1);
    expect((await find()).caps).toEqual([]);
  });

  it('drops what does not stand out of the question\'s own cosines, whether they are wide or narrow', async () => {
    const around = (cosines: Readonly<Record<string, number>>): Record<string, number[]> =>
      Object.fromEntries(Object.entries(cosines).map(([id, cosine]) => [id, [cosine, Math.sqrt(1 - cosine ** 2)]]));
    for (const width of [0.02, 0.2]) {
      const noise = Object.fromEntries(Array.from({ length: 40 }, (_, place) => [`n${place}`, place % 2 === 0 ? width : -width]));
      const vectors = around({ ...noise, x: 4 * width, y: 2 * width });
      const run = runOf({ spaces: { entity_description: vectors }, tables: { entities: Object.keys(vectors).map((id) => ({ id })) } });
      const found = await find({ limit: 5 }, {}, run);
      expect(found.candidates.map(({ id }) => id)).toEqual(['x']);
      expect(found.dropped[0]).toMatchObject({ id: 'y', reason: 'below-threshold' });
      expect((await find({ limit: 5, minDeviations: 1.5 }, {}, run)).candidates.map(({ id }) => id)).toEqual(['x', 'y']);
      expect((await find({ limit: 5, minDeviations: 0 }, {}, run)).candidates).toHaveLength(5);
    }
  });

  it('holds no deviation against a space of a few vectors', async () => {
    expect((await find({ minDeviations: 9 })).candidates).toHaveLength(4);
  });

  it('drops what lies below a given score, and says so', async () => {
    const found = await find({ minScore: 0.5 });
    expect(scoresIn(found)).toEqual([['a', 1], ['b', 0.8]]);
    expect(found.dropped.map(({ id, score, reason }) => [id, score, reason])).toEqual([['c', 0, 'below-threshold'], ['d', -1, 'below-threshold']]);
  });

  it('searches another space, whose table it knows or is told', async () => {
    expect((await find({ space: 'text_unit_text', limit: 1 })).candidates[0]).toMatchObject({ table: 'text_units', id: 't1' });
    expect((await find({ space: 'mine', table: 'entities' })).candidates[0]).toMatchObject({ table: 'entities', id: 'a' });
    expect(() => portOf(kinds.retriever, dense, { space: 'mine' })).toThrow(/option "table"/u);
  });

  it('takes the best score over several questions, once a record', async () => {
    const found = await find({ limit: 3 }, { questions: ['right', 'up'] });
    expect(scoresIn(found)).toEqual([['a', 1], ['c', 1], ['b', 0.8]]);
    expect(found.candidates.find(({ id }) => id === 'b')?.via).toEqual([
      { by: 'dense', score: 0.8, rank: 2 },
      { by: 'dense', score: 0.6, rank: 2 },
    ]);
  });

  it('looks on behind what a filter hides', async () => {
    const found = await find({ limit: 1 }, { filter: { entityTypes: ['geo'] } });
    expect(scoresIn(found)).toEqual([['d', -1]]);
    expect(found.dropped.map(({ id, reason }) => [id, reason])).toEqual([['a', 'filtered'], ['b', 'filtered'], ['c', 'filtered']]);
    expect(scoresIn(await find({}, { filter: { documents: ['doc'] } }))).toEqual([['c', 0], ['d', -1]]);
    expect(scoresIn(await find({ space: 'text_unit_text' }, { filter: { documents: ['doc'] } }))).toEqual([['t2', 0]]);
    expect(scoresIn(await find({ limit: 1, minScore: 0.9 }, { filter: { entityTypes: ['geo'] } }))).toEqual([]);
  });

  it('fails as a call does, before anything is paid', async () => {
    const run = runOf();
    expect(await ask({ space: 'absent', table: 'entities' }, {}, run)).toMatchObject({ ok: false, failure: { call: 'dense absent', code: 'space-missing', layer: 'schema' } });
    expect(await ask({ space: 'empty', table: 'entities' }, {}, run)).toMatchObject({ ok: false, failure: { code: 'space-empty' } });
    expect(run.embedded).toEqual([]);
  });

  it('fails for an embedder that is down, of another length, or without direction', async () => {
    const down = runStub({ spaces, tables });
    expect(await ask({}, {}, down)).toMatchObject({ ok: false, failure: { code: 'model-failed' } });
    const other = await ask({}, {}, runOf({ embed: () => [1, 0, 0] }));
    expect(other).toMatchObject({ ok: false, failure: { code: 'dimension-mismatch' } });
    expect(JSON.stringify(other)).toMatch(/3 numbers.*vectors of 2/u);
    expect(await ask({}, {}, runOf({ embed: () => [0, 0] }))).toMatchObject({ ok: false, failure: { code: 'vector-invalid' } });
  });

  it('stops when aborted', async () => {
    await expect(ask({}, {}, runOf({ signal: AbortSignal.abort() }))).rejects.toMatchObject({ code: 'aborted' });
  });
});
