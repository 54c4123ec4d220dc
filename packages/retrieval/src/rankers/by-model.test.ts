import { kinds, recordKey, type Candidate } from '@graphwright/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { portOf, runStub, type RunStub, type RunStubOptions } from '../run-stub.test.util.ts';
import { modelOrder, modelRanker } from './by-model.ts';

const tables: RunStubOptions['tables'] = {
  entities: ['a', 'b', 'c', 'd'].map((id) => ({ id: `id-${id}`, title: id.toUpperCase(), description: `What there is\nto say of ${id}.` })),
  text_units: [{ id: 'id-t', text: 'One two three four five.' }],
};
const record = (id: string, table = 'entities'): Candidate => ({ table, id: `id-${id}`, via: [] });
const records = [record('a'), record('b'), record('c'), record('gone')];

function rankBy(run: RunStub, candidates: readonly Candidate[] = records, options = {}): Promise<readonly Candidate[]> {
  return portOf(kinds.ranker, modelRanker, options).rank({ question: 'Which?', section: 'some', candidates, seeds: [] }, run);
}
const idsOf = (candidates: readonly Candidate[]): string[] => candidates.map(({ id }) => id.slice(3));
const replying = (order: unknown): RunStub => runStub({ tables, reply: () => ({ order }) });

describe('model', () => {
  it('takes the order of the model, and says so in the ways', async () => {
    const run = replying([3, 1, 4, 2]);
    const ranked = await rankBy(run);
    expect(idsOf(ranked)).toEqual(['c', 'a', 'gone', 'b']);
    expect(ranked.map(({ via }) => via)).toEqual([1, 2, 3, 4].map((rank) => [{ by: 'model', rank }]));
    expect(run.warnings).toEqual([]);
  });

  it('shows labels and texts of any table, one line each, and no ids', async () => {
    const inputs: object[] = [];
    await rankBy(runStub({ tables, reply: (input) => inputs.push(input) }), [record('a'), record('t', 'text_units'), record('x', 'points'), record('gone')]);
    expect(inputs).toEqual([{ question: 'Which?', records: '[1] A – What there is to say of a.\n[2] One two three four five.\n[3] \n[4] ', count: 4 }]);
    expect(modelOrder.input.safeParse(inputs[0]).success).toBe(true);
  });

  it('cuts texts by tokens', async () => {
    const inputs: object[] = [];
    await rankBy(runStub({ tables, reply: (input) => inputs.push(input) }), [record('t', 'text_units'), record('a')], { tokensEach: 2 });
    expect(inputs).toMatchObject([{ records: '[1] One two …\n[2] A – …' }]);
  });

  it('shows as many as the option says and keeps the others below', async () => {
    expect(idsOf(await rankBy(replying([2, 1]), records, { limit: 2 }))).toEqual(['b', 'a', 'c', 'gone']);
  });

  it.each([[[1, 2, 3]], [[1, 2, 3, 3]], [[0, 1, 2, 3]], [[1, 2, 3, 4, 5]], ['1, 2, 3, 4'], [[]]])('keeps the order where the reply is no permutation: %j', async (order) => {
    const run = replying(order);
    expect(await rankBy(run)).toEqual(records);
    expect(run.warnings.map(({ code }) => code)).toEqual(['ranker-failed']);
  });

  it('keeps the order where the call fails, and says why', async () => {
    const run = runStub({ tables });
    expect(await rankBy(run)).toEqual(records);
    expect(run.warnings).toEqual([{ code: 'ranker-failed', message: 'The section some keeps the order in which it was found: The model is down.' }]);
  });

  it('asks nothing for a single candidate', async () => {
    const run = runStub({ tables });
    expect(await rankBy(run, records.slice(0, 1))).toEqual(records.slice(0, 1));
    expect(run.warnings).toEqual([]);
  });

  it('loses none and makes up none, whatever the model says', async () => {
    const candidates = fc.uniqueArray(fc.record({ table: fc.constantFrom('entities', 'text_units', 'points'), id: fc.string(), via: fc.constant([]) }), { selector: recordKey, maxLength: 12 });
    const label = fc.integer({ min: -1, max: 13 });
    const order = fc.oneof(fc.array(label), fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 2 }), fc.anything());
    await fc.assert(
      fc.asyncProperty(candidates, order, fc.integer({ min: 2, max: 8 }), async (given, said, limit) => {
        const ranked = await rankBy(replying(said), given, { limit });
        expect(ranked.map(recordKey).toSorted()).toEqual(given.map(recordKey).toSorted());
        expect(ranked.slice(limit)).toEqual(given.slice(limit));
      }),
    );
  });
});
