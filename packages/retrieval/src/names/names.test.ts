import { kinds, type Found, type RetrieverRequest } from '@graphwright/contract';
import { describe, expect, it } from 'vitest';
import { portOf, runStub, valueOf, type RunStub } from '../run-stub.test.util.ts';
import { names } from './names.ts';

const TITLES = [
  'ALEX MERCER', 'AGENT', 'DULCE', 'DULCE BASE', 'OPERATION: DULCE', 'IT', 'The Who', 'C++', 'R', 'XX项目', '杜尔塞基地', '基地', 'Straße', 'Panel (in Dulce Base)',
  'ELEVATOR DESCENT INTO DULCE BASE', '서울', 'Who',
];

function runOf(titles: readonly string[] = TITLES): RunStub {
  return runStub({
    tables: {
      entities: titles.map((title) => ({ id: title, title, type: title.includes('MERCER') ? 'PERSON' : 'GEO', textUnitIds: [] })),
      documents: [{ id: 'd1', title: 'one.txt', textUnitIds: ['t1'] }],
      text_units: [{ id: 't1', entityIds: ['DULCE', 'ALEX MERCER'] }],
    },
  });
}

async function find(
  question: string | readonly string[],
  options: Readonly<Record<string, unknown>> = {},
  request: Omit<RetrieverRequest, 'questions'> = {},
  run = runOf(),
): Promise<Found> {
  return valueOf(await portOf(kinds.retriever, names, options).retrieve({ questions: [question].flat(), ...request }, run));
}

const idsIn = async (...request: Parameters<typeof find>): Promise<string[]> => (await find(...request)).candidates.map(({ id }) => id);

describe('names: whole names', () => {
  it('are found whatever their case, width and spaces', async () => {
    expect(await idsIn('what does alex  mercer want')).toEqual(['ALEX MERCER']);
    expect(await idsIn('who runs ＸＸ 项目')).toEqual(['XX项目']);
    expect(await idsIn('谁领导xx项目？')).toEqual(['XX项目']);
    expect(await idsIn('wo liegt die STRASSE, die straße')).toEqual(['Straße']);
  });

  it('are found in a question of 480 KB within seconds: time grows with the question, not with its square', async () => {
    const asked = Array.from({ length: 40_000 }, (_, word) => ['where', 'graphs', `plan${word % 700}`, 'mercer'][word % 4] ?? '').join(' twice ');
    expect(asked.length).toBeGreaterThan(450_000);
    const began = performance.now();
    expect(await idsIn(`${asked} at dulce base`, { near: false })).toEqual(['DULCE BASE', 'ALEX MERCER']);
    // Half a second where nothing else runs; with the square of the length it was 15.
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it('win over the names inside them, which are dropped as superseded', async () => {
    const found = await find('Where is Dulce Base?', { sharedBy: 0 });
    expect(found.candidates).toEqual([{ table: 'entities', id: 'DULCE BASE', score: 1, via: [{ by: 'names', score: 1, rank: 1 }] }]);
    expect(found.dropped).toMatchObject([{ id: 'DULCE', reason: 'superseded' }]);
    expect(await idsIn('Is Dulce near Dulce Base?', { sharedBy: 0 })).toEqual(['DULCE', 'DULCE BASE']);
  });

  it('are found in languages without spaces', async () => {
    const found = await find('杜尔塞基地在哪里');
    expect(found.candidates.map(({ id }) => id)).toEqual(['杜尔塞基地']);
    expect(found.dropped.map(({ id }) => id)).toEqual(['基地']);
    expect(await idsIn('서울은 어디에 있나요')).toEqual(['서울']);
  });

  it('keep their punctuation', async () => {
    expect(await idsIn('Is C++ fast?')).toEqual(['C++']);
    expect(await idsIn('What is Operation: Dulce?', { sharedBy: 0 })).toEqual(['OPERATION: DULCE']);
    expect(await idsIn('Open the panel (in Dulce Base)!', { sharedBy: 0 })).toEqual(['Panel (in Dulce Base)']);
  });

  it('that are common words or letters are found only where they are written as names', async () => {
    expect(await idsIn('what is it')).toEqual([]);
    expect(await idsIn('go with me')).toEqual([]);
    expect(await idsIn('WHAT IS IT')).toEqual([]);
    expect(await idsIn('It is raining')).toEqual([]);
    expect(await idsIn('who works in IT here')).toEqual(['IT']);
    expect(await idsIn('IT is what?')).toEqual(['IT']);
    expect(await idsIn('is R a language')).toEqual(['R']);
    expect(await idsIn('what does r mean')).toEqual([]);
    expect(await idsIn('Who did it?')).toEqual([]);
    expect(await idsIn('when did The Who split')).toEqual(['The Who']);
  });

  it('come in the order of the question, each once', async () => {
    expect(await idsIn('agent, dulce, agent and it', { sharedBy: 0 })).toEqual(['AGENT', 'DULCE']);
    expect(await idsIn(['agent?', 'dulce or agent?'], { sharedBy: 0 })).toEqual(['AGENT', 'DULCE']);
  });

  it('longer than the option allows are not looked for', async () => {
    expect(await idsIn('alex mercer', { longest: 9, sharedBy: 0 })).toEqual([]);
    expect(await idsIn('alex mercer', { longest: 10, sharedBy: 0 })).toEqual(['ALEX MERCER']);
  });
});

describe('names: words of a name', () => {
  it('point at it when few names hold them', async () => {
    const found = await find('Who is Agent Mercer?');
    expect(found.candidates).toEqual([
      { table: 'entities', id: 'AGENT', score: 1, via: [{ by: 'names', score: 1, rank: 1 }] },
      { table: 'entities', id: 'ALEX MERCER', score: 0.5, via: [{ by: 'names', score: 0.5, rank: 2 }] },
    ]);
    expect(await idsIn('Who is Agent Mercer?', { sharedBy: 0 })).toEqual(['AGENT']);
  });

  it('point from a name of one word to longer ones, from a longer name to none', async () => {
    const run = runOf(['CRUZ', 'TAYLOR CRUZ', 'CRUZ MISSILE RANGE', 'TAYLOR SWIFT']);
    expect((await find('What does Cruz do?', {}, {}, run)).candidates.map(({ id, score }) => [id, score])).toEqual([['CRUZ', 1], ['TAYLOR CRUZ', 0.5 / 3]]);
    expect(await idsIn('What does Taylor Cruz do?', {}, {}, run)).toEqual(['TAYLOR CRUZ']);
  });

  it('share their score among the names that hold them, up to the option', async () => {
    const run = runOf(['Alex Mercer', 'Ann Mercer', 'Bea Mercer']);
    expect((await find('Mercer', {}, {}, run)).candidates.map(({ id, score }) => [id, score])).toEqual([
      ['Alex Mercer', 0.5 / 3],
      ['Ann Mercer', 0.5 / 3],
      ['Bea Mercer', 0.5 / 3],
    ]);
    expect(await idsIn('Mercer', { sharedBy: 2 }, {}, run)).toEqual([]);
    expect(await idsIn('Ann and Mercer', { sharedBy: 2 }, {}, run)).toEqual(['Ann Mercer']);
  });

  it('must be enough of its words', async () => {
    expect(await idsIn('is there an elevator')).toEqual([]);
    expect(await idsIn('is there an elevator', { minCoverage: 0.2 })).toEqual(['ELEVATOR DESCENT INTO DULCE BASE']);
    expect(await idsIn('operation dulce', { minCoverage: 1 })).toEqual(['OPERATION: DULCE', 'DULCE']);
  });

  it('are written with a capital where the question has capitals', async () => {
    const run = runOf(['Reporters without Borders', 'Alex Mercer', '高 Mercer']);
    expect(await idsIn('Which state borders the one where Mercer lives?', {}, {}, run)).toEqual(['Alex Mercer', '高 Mercer']);
    expect(await idsIn('Borders of what?', {}, {}, run)).toEqual(['Reporters without Borders']);
    expect(await idsIn('Who is agent mercer?', {}, {}, run)).toEqual(['Alex Mercer', '高 Mercer']);
    expect(await idsIn('where is مرسر in London', {}, {}, runOf(['اليكس مرسر']))).toEqual(['اليكس مرسر']);
  });

  it('are no stop words, and no stretch of a script without word bounds', async () => {
    expect(await idsIn('who is with the band', {}, {}, runOf(['With Love', 'The Band Aid']))).toEqual(['The Band Aid']);
    expect(await idsIn('基地是什么', {}, {}, runOf(['基地 一号']))).toEqual([]);
  });

  it('ask for no more rows than few names need, however many hold a word', async () => {
    const run = runOf(Array.from({ length: 500 }, (_, number) => `station ${number}x`));
    expect(await idsIn('which station?', {}, {}, run)).toEqual([]);
    expect(run.knowledge.requests.map(({ rows }) => rows)).toEqual([0, 4]);
  });
});

describe('names: requests', () => {
  it('drop what a filter hides', async () => {
    const found = await find('agent or alex mercer', {}, { filter: { entityTypes: ['person'] } });
    expect([found.candidates.map(({ id }) => id), found.dropped.map(({ id, reason }) => [id, reason])]).toEqual([['ALEX MERCER'], [['AGENT', 'filtered']]]);
    expect(await idsIn('agent, dulce', { sharedBy: 0 }, { filter: { documents: ['one.txt'] } })).toEqual(['DULCE']);
    expect(await idsIn('agent, dulce', { sharedBy: 0 }, { filter: { documents: ['d1'], entityTypes: ['PERSON'] } })).toEqual([]);
  });

  it('refuse a filter that they cannot hold', async () => {
    await expect(find('agent', {}, { filter: { dates: { from: '2020-01-01' } } })).rejects.toMatchObject({ code: 'unsupported' });
    await expect(find('agent', {}, { filter: { documents: ['ones.txt'] } })).rejects.toThrow(/"ones\.txt".*Did you mean "one\.txt"/u);
  });

  it('limit the candidates', async () => {
    const found = await find('agent, dulce, alex mercer', { limit: 2, sharedBy: 0 });
    expect([found.candidates.length, found.dropped.map(({ reason }) => reason)]).toEqual([2, ['over-limit']]);
    expect(await idsIn('agent, dulce, alex mercer', { limit: 2 }, { limit: 1 })).toHaveLength(1);
  });

  it('find nothing in an empty question, and stop when aborted', async () => {
    expect(await idsIn('')).toEqual([]);
    const run = runStub({ tables: { entities: [] }, signal: AbortSignal.abort() });
    await expect(find('agent', {}, {}, run)).rejects.toMatchObject({ code: 'aborted' });
  });
});
