import { accountFaults } from '@graphwright/conformance';
import type { Answer } from '@graphwright/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { askGlobal, globalModel, readIn, reasonsIn, reportOf, TREE, type RateOne } from '../fixture.test.util.ts';

/** a and its children but a2 are relevant; b is not. */
const rate: RateOne = (name) => ({ relevant: ['a', 'a1', 'a11'].includes(name) });
const STEADY = { use: 'select-dynamic', forecast: false, stopWhenEnough: false };

const select = (options: object = {}) => ({ selector: { ...STEADY, ...options } });
const accountSchema = z.looseObject({
  ending: z.string(),
  rounds: z.array(z.looseObject({ from: z.string(), rated: z.number(), relevant: z.number(), notRated: z.number() })),
  reports: z.array(z.looseObject({ id: z.string(), verdict: z.string(), reason: z.string().optional(), agreement: z.number().optional(), kept: z.boolean() })),
});
const accountOf = (answer: Answer): z.output<typeof accountSchema> => accountSchema.parse(answer.details.find(({ name }) => name === 'selection')?.data);

describe('select-dynamic', () => {
  it('walks down, keeps what is finest, and gives a reason for every report', async () => {
    const model = globalModel(rate);
    const answer = await askGlobal(model, select());
    expect(readIn(answer)).toEqual(['a11']);
    expect(reasonsIn(answer)).toEqual({ a: 'superseded', a1: 'superseded', b: 'not-relevant', a2: 'not-relevant', b1: 'not-rated' });
    expect(accountOf(answer)).toMatchObject({ ending: 'at the leaves', rounds: [{ rated: 2, relevant: 1 }, { rated: 2 }, { rated: 1 }] });
    expect(accountOf(answer).reports[0]).toMatchObject({ id: 'r-a', verdict: 'relevant', reason: 'because of a' });
    expect(model.requests.filter(({ prompt }) => prompt.id === 'rate-reports')).toHaveLength(3);
    expect(accountFaults(answer)).toEqual([]);
  });

  const flips: readonly (readonly [option: string, value: unknown, others?: object])[] = [
    ['communityLevel', 1],
    ['plain', 'select-cut', { forecast: true, payUpTo: 0.01 }],
    ['forecast', true, { payUpTo: 0.01 }],
    ['payUpTo', 0.01, { forecast: true }],
    ['stopWhenEnough', true],
    ['fullReports', 'always'],
    ['fullReports', 'never'],
    ['notRated', 'keep'],
    ['repeats', 2],
    ['keepParent', true],
    ['widen', false, { communityLevel: 1 }],
    ['prefilter', { use: 'select-level', communityLevel: 0 }],
    ['batchSize', 1],
    ['maxRounds', 1],
    ['maxCalls', 1],
    ['maxTokens', 1],
    ['policy', { use: 'fixed-shares', shares: { rated: 0.5 } }, { contextCap: 40 }],
    ['contextCap', 40],
    ['outputReserve', 99],
  ];
  it.each(flips.map(([option, value, others = {}]) => ({ option, value, others })))('reads the option $option ($value)', async ({ option, value, others }) => {
    const said: RateOne = (name, form) =>
      option === 'widen' ? { relevant: name === 'b1' } : option === 'notRated' && name === 'a11' ? undefined : { ...rate(name, form), relevant: rate(name, form)?.relevant === true, sure: form === 'full' || name !== 'a2' };
    const observe = async (options: object): Promise<string> => {
      const model = globalModel(said);
      const answer = await askGlobal(model, select({ ...others, ...options }));
      return JSON.stringify([answer.windows, answer.ledger, answer.warnings, accountOf(answer), model.requests.length]);
    };
    expect(await observe({ [option]: value })).not.toBe(await observe({}));
  });

  it('asks for the whole report where the summary does not decide', async () => {
    const answer = await askGlobal(globalModel((name, form) => (name === 'a' ? { relevant: form === 'full', sure: form === 'full' } : rate(name, form))), select());
    expect(readIn(answer)).toEqual(['a11']);
  });

  it.each([
    ['leave-out', ['a1', 'a2', 'b1'], 'not-rated'],
    ['keep', ['a11', 'a2', 'b1'], undefined],
  ])('a report that is passed over twice is not rated, and the option says what becomes of it: %s', async (notRated, read, reason) => {
    const model = globalModel((name) => (name === 'a11' ? undefined : { relevant: true }));
    const answer = await askGlobal(model, select({ notRated }));
    expect(model.requests.filter(({ prompt }) => prompt.id === 'rate-reports')).toHaveLength(4);
    expect([readIn(answer), reasonsIn(answer)['a11']]).toEqual([read, reason]);
    expect(accountOf(answer).reports.find(({ id }) => id === 'r-a11')?.verdict).toBe('not rated');
  });

  it('a call that fails leaves its reports not rated, and the run partial', async () => {
    const answer = await askGlobal(globalModel(rate, { 'rate-reports': ({ prompt: { window = '' } }) => (window.includes('About a1.') ? 'What?' : '{"ratings": [{"id": 0, "relevant": true}, {"id": 1, "relevant": false}]}') }), select());
    expect(answer.status).toBe('partial');
    expect([readIn(answer), reasonsIn(answer)['a1']]).toEqual([['a'], 'not-rated']);
  });

  it('fails where the first round gives nothing', async () => {
    const answer = await askGlobal(globalModel(rate, { 'rate-reports': () => 'What?' }), select());
    expect([answer.status, answer.windows.filter(({ use }) => use === 'evidence').length]).toEqual(['failed', 0]);
  });

  it('says so when nothing is relevant, and asks for no answer', async () => {
    const answer = await askGlobal(globalModel(() => ({ relevant: false })), select());
    expect(answer.status).toBe('no-relevant-data');
    expect(answer.warnings.map(({ code }) => code)).toEqual(['selection-empty']);
    expect(accountOf(answer).rounds.map(({ from }) => from)).toEqual(['roots', 'next level', 'next level']);
  });

  it('takes the majority of votes, and tells how many agree', async () => {
    let vote = 0;
    const answer = await askGlobal(globalModel((name) => ({ relevant: name === 'a' && vote++ !== 1 })), select({ repeats: 3, fullReports: 'never' }));
    expect(accountOf(answer).reports[0]).toMatchObject({ verdict: 'relevant', agreement: 2 / 3 });
  });

  it('stops when what is kept is enough', async () => {
    const enough = '{"subQuestions": [{"question": "x", "covered": true}], "consistent": true, "specific": true, "reason": "All there."}';
    const answer = await askGlobal(globalModel(rate, { 'enough-reports': () => enough }), select({ stopWhenEnough: true }));
    expect([readIn(answer), accountOf(answer).ending]).toEqual([['a'], 'enough']);
  });

  it('takes the plain path where going on will not pay, and says so', async () => {
    const answer = await askGlobal(globalModel(() => ({ relevant: true })), select({ forecast: true, payUpTo: 0.5 }));
    expect(readIn(answer)).toHaveLength(6);
    expect(answer.warnings).toMatchObject([{ code: 'selection-not-paying' }]);
    expect(accountOf(answer).ending).toBe('plain');
  });

  it('is the same twice', async () => {
    const once = async (): Promise<string> => JSON.stringify((await askGlobal(globalModel(rate), select())).ledger);
    expect(await once()).toBe(await once());
  });
});

describe('select-dynamic: odd trees', () => {
  const tables = (change: Partial<typeof TREE>): typeof TREE => ({ ...TREE, ...change });
  const without = (...ids: string[]): typeof TREE => tables({ community_reports: (TREE.community_reports ?? []).filter(({ id }) => !ids.includes(id)) });

  it('a community without a report does not cut off what lies below it', async () => {
    expect(readIn(await askGlobal(globalModel(rate), select(), without('r-a1')))).toEqual(['a11']);
    expect(readIn(await askGlobal(globalModel(rate), select(), without('r-a', 'r-b')))).toEqual(['a11']);
  });

  it('without a level 0, and with orphans', async () => {
    const communities = (TREE.communities ?? []).filter(({ id }) => id !== 'a');
    const answer = await askGlobal(globalModel(rate), select(), tables({ communities }));
    expect(readIn(answer)).toEqual(['a', 'a11']);
    expect(answer.warnings.map(({ code }) => code)).toContain('report-without-community');
  });

  it('a circle of parents is opened, and told', async () => {
    const communities = (TREE.communities ?? []).map((one) => (one.id === 'a' ? { ...one, parentId: 'a11' } : one.id === 'a11' ? { ...one, childIds: ['a'] } : one));
    const answer = await askGlobal(globalModel(rate), select(), tables({ communities }));
    expect([readIn(answer), answer.warnings.map(({ code }) => code)]).toEqual([['a11'], ['community-circle']]);
  });

  it('parents that do not list their children', async () => {
    const communities = (TREE.communities ?? []).map((one) => ({ ...one, childIds: [] }));
    expect(readIn(await askGlobal(globalModel(rate), select(), tables({ communities })))).toEqual(['a11']);
  });

  it('no communities at all: every report is rated', async () => {
    const { communities: _, ...others } = TREE;
    expect(readIn(await askGlobal(globalModel(rate), select(), others))).toEqual(['a', 'a1', 'a11']);
  });

  it('a report without a summary is rated whole', async () => {
    const reports = (TREE.community_reports ?? []).map(({ summary: _, ...one }) => one);
    expect(readIn(await askGlobal(globalModel((name, form) => (form === 'full' ? rate(name, form) : undefined)), select(), tables({ community_reports: reports })))).toEqual(['a11']);
  });

  it('a report longer than a window is rated by its findings', async () => {
    const reports = (TREE.community_reports ?? []).map((one, number) => (number === 0 ? reportOf('a', 0, 400) : one));
    const answer = await askGlobal(globalModel(rate), select({ fullReports: 'always', contextCap: 400 }), tables({ community_reports: reports }));
    expect(readIn(answer)).toEqual(['a11']);
  });
});
