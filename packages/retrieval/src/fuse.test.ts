import fc from 'fast-check';
import { definePlugin, kinds, type Candidate, type Found, type Plugin, type Result, type Retriever } from '@graphwright/contract';
import { describe, expect, it } from 'vitest';
import { nothingFound } from './found.ts';
import { fuse, fuseByReciprocalRank } from './fuse.ts';
import { portOf, runStub, valueOf } from './run-stub.test.util.ts';

function listOf(by: string, ids: readonly string[], dropped: readonly string[] = []): Found {
  const candidate = (id: string, index: number): Candidate => ({ table: 'entities', id, score: 9 - index, via: [{ by, score: 9 - index, rank: index + 1 }] });
  return { ...nothingFound, candidates: ids.map(candidate), dropped: dropped.map((id, index) => ({ ...candidate(id, index), reason: 'below-threshold' })) };
}

function retriever(id: string, result: (limit: number | undefined) => Result<Found>): Plugin {
  return definePlugin(kinds.retriever, {
    id,
    version: '1.0.0',
    description: 'For a test.',
    create: (): Retriever => ({ specVersion: 'v1', retrieve: ({ limit }) => Promise.resolve(result(limit)) }),
  });
}

const broken = (code: string): Result<never> => ({
  ok: false,
  failure: { stage: '', call: code, layer: 'transport', code, message: `It is ${code}.`, attempts: 1, effect: 'None.' },
});
const plugins = [
  retriever('first', () => ({ ok: true, value: listOf('first', ['a', 'b', 'c']) })),
  retriever('second', () => ({ ok: true, value: listOf('second', ['c', 'd'], ['a', 'z']) })),
  retriever('names', () => ({ ok: true, value: listOf('names', ['n']) })),
  retriever('dense', () => ({ ok: true, value: listOf('dense', ['d']) })),
  retriever('down', () => broken('down')),
  retriever('gone', () => broken('gone')),
  retriever('limited', (limit) => ({ ok: true, value: listOf('limited', limit === undefined ? ['a', 'b'] : ['a']) })),
];

async function ask(options: Readonly<Record<string, unknown>> = {}, limit?: number) {
  const run = runStub({ plugins });
  const result = await portOf(kinds.retriever, fuse, options).retrieve({ questions: ['q'], ...(limit === undefined ? {} : { limit }) }, run);
  return { result, warnings: run.warnings };
}
const idsOf = async (options: Readonly<Record<string, unknown>>, limit?: number): Promise<string[]> =>
  valueOf((await ask(options, limit)).result).candidates.map(({ id }) => id);

describe('fuseByReciprocalRank', () => {
  it('adds the reciprocal ranks, and keeps ways with their raw scores', () => {
    const fused = fuseByReciprocalRank([{ found: listOf('x', ['a', 'b']) }, { found: listOf('y', ['b', 'c']), weight: 2 }], 60);
    expect(fused.candidates.map(({ id, score }) => [id, score])).toEqual([
      ['b', 1 / 62 + 2 / 61],
      ['c', 2 / 62],
      ['a', 1 / 61],
    ]);
    expect(fused.candidates[0]?.via).toEqual([{ by: 'x', score: 8, rank: 2 }, { by: 'y', score: 9, rank: 1 }]);
  });

  it('lets the earlier list lead where scores are equal', () => {
    expect(fuseByReciprocalRank([{ found: listOf('x', ['z']) }, { found: listOf('y', ['a']) }], 60).candidates.map(({ id }) => id)).toEqual(['z', 'a']);
  });

  it('keeps what any list kept, once, and falls in score', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));
    fc.assert(
      fc.property(fc.array(fc.tuple(ids, fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 4 }), (lists) => {
        const fused = fuseByReciprocalRank(lists.map(([list, weight], index) => ({ found: listOf(`r${index}`, list), weight })), 60);
        expect(fused.candidates.map(({ id }) => id).toSorted()).toEqual([...new Set(lists.flatMap(([list]) => list))].toSorted());
        const scores = fused.candidates.map(({ score }) => score ?? 0);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      }),
    );
  });
});

describe('fuse', () => {
  it('asks names and dense unless told otherwise', async () => {
    expect(await idsOf({})).toEqual(['n', 'd']);
    expect(await idsOf({ retrievers: ['first'] })).toEqual(['a', 'b', 'c']);
  });

  it('fuses several, kept beats dropped', async () => {
    const found = valueOf((await ask({ retrievers: ['first', 'second'] })).result);
    expect(found.candidates.map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd']);
    expect(found.dropped.map(({ id }) => id)).toEqual(['z']);
    expect(found.candidates.find(({ id }) => id === 'a')?.via.map(({ by }) => by)).toEqual(['first', 'second']);
  });

  it('weighs them, and k damps the first ranks', async () => {
    expect(await idsOf({ retrievers: ['first', 'second'], weights: [1, 3] })).toEqual(['c', 'd', 'a', 'b']);
    const scores = async (k: number) => valueOf((await ask({ retrievers: ['first'], k })).result).candidates.map(({ score }) => score);
    expect(await scores(0)).toEqual([1, 1 / 2, 1 / 3]);
    expect(await scores(60)).toEqual([1 / 61, 1 / 62, 1 / 63]);
    await expect(ask({ retrievers: ['first'], weights: [1, 2] })).rejects.toMatchObject({ code: 'option-invalid' });
  });

  it('limits what it gives, not what it asks for', async () => {
    const found = valueOf((await ask({ retrievers: ['limited'], limit: 1 })).result);
    expect([found.candidates.map(({ id }) => id), found.dropped.map(({ id, reason }) => [id, reason])]).toEqual([['a'], [['b', 'over-limit']]]);
    expect(await idsOf({ retrievers: ['limited'] }, 1)).toEqual(['a']);
  });

  it('goes on without one that fails, and says so; fails when all do', async () => {
    const { result, warnings } = await ask({ retrievers: ['down', 'first', 'gone'], weights: [9, 1, 9] });
    expect(valueOf(result).candidates.map(({ id, score }) => [id, score])[0]).toEqual(['a', 1 / 61]);
    expect(warnings.map(({ code, message }) => [code, message])).toEqual([
      ['retriever-failed', 'The retriever down was left out: It is down.'],
      ['retriever-failed', 'The retriever gone was left out: It is gone.'],
    ]);
    expect((await ask({ retrievers: ['down', 'gone'] })).result).toMatchObject({ ok: false, failure: { code: 'down' } });
  });
});
