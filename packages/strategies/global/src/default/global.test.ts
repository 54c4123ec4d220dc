import { accountFaults } from '@graphwright/conformance';
import { describe, expect, it } from 'vitest';
import { askGlobal, globalModel, readIn, reasonsIn, reportOf, TREE } from './fixture.test.util.ts';
import { citedReports, mergePoints } from './points.ts';

const yes = () => ({ relevant: true });
const points = (list: readonly (readonly [string, number])[]): string => JSON.stringify({ points: list.map(([description, score]) => ({ description, score })) });
const long = { ...TREE, community_reports: (TREE.community_reports ?? []).map((report, number) => (number === 5 ? reportOf('a11', 5, 400) : report)) };

describe('global: which reports', () => {
  it.each([
    ['select-cut', ['a11', 'a2', 'b1']],
    [{ use: 'select-cut', communityLevel: 0 }, ['a', 'b']],
    ['select-level', ['a', 'a1', 'a11', 'a2', 'b', 'b1']],
    [{ use: 'select-level', communityLevel: 1 }, ['a', 'a1', 'a2', 'b', 'b1']],
    [{ use: 'select-level', communityLevel: 1, exact: true }, ['a1', 'a2', 'b1']],
  ])('%j', async (selector, read) => {
    const answer = await askGlobal(globalModel(yes), { selector });
    expect(readIn(answer)).toEqual(read);
    expect(accountFaults(answer)).toEqual([]);
  });

  it('a parent stays where a child has no report', async () => {
    const tables = { ...TREE, community_reports: (TREE.community_reports ?? []).filter(({ id }) => id !== 'r-a2') };
    expect(readIn(await askGlobal(globalModel(yes), { selector: 'select-cut' }, tables))).toEqual(['a', 'b1']);
  });
});

describe('global: batches', () => {
  it('are balanced, and no report is lost', async () => {
    const answer = await askGlobal(globalModel(yes), { selector: 'select-level', contextCap: 250 });
    const windows = answer.windows.filter(({ stage }) => stage === 'map');
    expect(readIn(answer)).toHaveLength(6);
    expect(windows.length).toBeGreaterThan(1);
    const sizes = windows.map(({ tokens }) => tokens);
    const longest = Math.max(...answer.ledger.entries.filter(({ section }) => section === 'reports').map(({ tokens = 0 }) => tokens));
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(longest);
  });

  it('a report longer than a window is shortened by findings, and that is said', async () => {
    const answer = await askGlobal(globalModel(yes), { contextCap: 400 }, long);
    expect(answer.warnings).toMatchObject([{ code: 'report-shortened', count: 1, examples: ['r-a11'] }]);
    expect(answer.ledger.entries.find(({ id, outcome }) => id === 'r-a11' && outcome === 'included')?.part).toMatch(/^findings 1–\d+ of 40/u);
    expect([answer.status, readIn(answer), accountFaults(answer)]).toEqual(['answered', ['a11', 'a2', 'b1'], []]);
  });

  it('what fits into no window is a failure', async () => {
    const answer = await askGlobal(globalModel(yes), { contextCap: 12 });
    expect(answer.failures).toMatchObject([{ stage: 'map', code: 'budget-too-small' }]);
  });
});

describe('global: bad input', () => {
  const good = points([['Good [Data: Reports (3)].', 70]]);
  it.each([
    ['prose around', `Here it is: ${good} I hope it helps.`],
    ['a fence', `\`\`\`json\n${good}\n\`\`\``],
    ['an unclosed list', good.slice(0, -2)],
    ['several objects', `{"note": 1} ${good}`],
    ['control characters', good.replace('Good', 'Go\u0007od')],
  ])('%s is read', async (_, reply) => {
    const answer = await askGlobal(globalModel(yes, { 'global-points': () => reply }));
    expect([answer.status, answer.failures]).toEqual(['answered', []]);
  });

  it.each([
    ['no JSON', 'I cannot.'],
    ['missing keys', '{"points": [{"score": 3}]}'],
    ['a score that is a word', '{"points": [{"description": "x", "score": "high"}]}'],
    ['nothing', ''],
  ])('%s: asked once more, then the batch is told as lost', async (_, reply) => {
    const bad = (text: string): boolean => text.includes('a11x0');
    const model = globalModel(yes, { 'global-points': ({ prompt: { window = '' } }) => (bad(window) ? reply : good) });
    const answer = await askGlobal(model, { contextCap: 150 });
    expect(answer.status).toBe('partial');
    expect(answer.failures).toHaveLength(1);
    expect(answer.details.find(({ name }) => name === 'not-read')?.data).toMatchObject([{ stage: answer.failures[0]?.stage, reports: ['r-a11'] }]);
    const asked = model.requests.filter(({ prompt }) => prompt.id === 'global-points' && bad(prompt.window ?? '')).length;
    expect(asked).toBe(reply === '' ? 1 : 2);
  });

  it('a reply that is mended at the second time counts', async () => {
    const answer = await askGlobal(globalModel(yes, { 'global-points': (_, number) => (number === 0 ? 'Hm.' : good) }));
    expect([answer.status, answer.failures]).toEqual(['answered', []]);
  });

  it('a transport fault in one batch of many leaves the others', async () => {
    const model = globalModel(yes, { 'global-points': ({ prompt: { window = '' } }) => (window.includes('a11x0') ? { throws: new Error('500') } : good) });
    expect((await askGlobal(model, { contextCap: 150 })).status).toBe('partial');
  });

  it('all batches failing is a failure, and no answer is asked for', async () => {
    const model = globalModel(yes, { 'global-points': () => 'no' });
    const answer = await askGlobal(model, { contextCap: 150 });
    expect([answer.status, answer.failures.length, answer.text ?? '']).toEqual(['failed', 3, '']);
    expect(model.requests.some(({ prompt }) => prompt.id === 'global-reduce')).toBe(false);
  });

  it('nothing relevant: no call for an answer', async () => {
    const model = globalModel(yes, { 'global-points': () => points([['Nothing.', 0]]) });
    const answer = await askGlobal(model);
    expect([answer.status, answer.text ?? '', model.requests.length]).toEqual(['no-relevant-data', '', 1]);
  });

  it('a point that cites what is not in its batch is told', async () => {
    const answer = await askGlobal(globalModel(yes, { 'global-points': () => points([['X [Data: Reports (3, 99)].', 9]]) }), { contextCap: 5000 });
    expect(answer.warnings.find(({ code }) => code === 'point-citation-unknown')?.examples).toContain('99');
  });
});

describe('global: points', () => {
  it('are merged with their citations, and reach the answer', async () => {
    const said = ['They want the base at last [Data: Reports (3)].', 'They want the base, at last! [Data: Reports (4, 5)]'];
    const model = globalModel(yes, { 'global-points': (_, number) => points([[said[number % 2] ?? '', 50 + (number % 2)]]) });
    const answer = await askGlobal(model, { contextCap: 200 });
    const window = answer.windows.find(({ stage }) => stage === 'reduce');
    expect(window?.text).toContain('[Data: Reports (4, 5)] [Data: Reports (3)]');
    expect(answer.ledger.entries.filter(({ section, reason }) => section === 'points' && reason === 'duplicate').length).toBeGreaterThan(0);
    expect(answer.citations).toMatchObject([{ section: 'reports', label: '4' }]);
  });

  it('that the ceiling cuts stand in the ledger', async () => {
    const list = Array.from({ length: 9 }, (_, n): [string, number] => [`Point ${n} speaks of thing number ${n} [Data: Reports (3)].`, 90 - n]);
    const answer = await askGlobal(globalModel(yes, { 'global-points': () => points(list) }), { pointsCap: 60 });
    const { points: total } = answer.ledger.totals;
    expect([answer.status, total?.considered, (total?.dropped ?? 0) > 4]).toEqual(['answered', 9, true]);
  });

  it('differ by numbers and negations', () => {
    const noted = ['Five of ten squads met in 2019.', 'Five of ten squads met in 2020.', 'Five of ten squads never met in 2019.'].map((answer, place) => ({ answer, score: 9, analyst: 1, place }));
    expect(mergePoints(noted, 0.5).points).toHaveLength(3);
  });

  it('cite reports in any spelling', () => {
    expect(citedReports('A [Data: Reports (1, 2, +more); Entities (4)] b [data: Report (2,7)]')).toEqual(['1', '2', '7']);
  });
});

it('reasons of a cut stand in the ledger', async () => {
  expect(reasonsIn(await askGlobal(globalModel(yes)))).toEqual({ a: 'superseded', b: 'superseded', a1: 'superseded' });
});

it('refuses a filter, which reports of whole communities cannot be held to', async () => {
  await expect(askGlobal(globalModel(yes), {}, TREE, { filter: { documents: ['one'] } })).rejects.toMatchObject({ code: 'unsupported' });
});

it('leaves out what the caller knows, and says nothing relevant where that is all', async () => {
  const known = ['r-a11', 'r-a2', 'r-b1'].map((id) => ({ table: 'community_reports', id }));
  expect(readIn(await askGlobal(globalModel(yes), {}, TREE, { known: known.slice(1) }))).toEqual(['a11']);
  const answer = await askGlobal(globalModel(yes), {}, TREE, { known });
  expect([answer.status, reasonsIn(answer)['a11'], answer.warnings.map(({ code }) => code)]).toEqual(['no-relevant-data', 'already-known', ['nothing-new']]);
});
