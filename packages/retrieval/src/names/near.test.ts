import { kinds, type Found } from '@graphwright/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { portOf, runStub, valueOf, type RunStub } from '../run-stub.test.util.ts';
import { alignmentDistance, editBound, editsBetween, foldName } from './fold.ts';
import { names } from './names.ts';
import { nearIndex } from './near-index.ts';

const TITLES = [
  'PERSONALIZED PAGERANK', 'RERANKING', 'MULTI-HOP', 'KNOWLEDGE GRAPH', 'AGENT', 'ALEX MERCER', 'GPT-3', 'OLYMPICS 2018', 'WORLD WAR I', 'JOHN SMITHSON',
  'XX项目', '杜尔塞基地', 'ELECTRODYNAMICS', 'МОСКОВСКИЙ', 'Café Royal', 'BEFORE', 'THE BEATLES', 'RIVERA', 'VITAMIN A',
];
const runOf = (titles: readonly string[] = TITLES): RunStub => runStub({ tables: { entities: titles.map((title) => ({ id: title, title })) } });

async function find(question: string, options: Readonly<Record<string, unknown>> = {}, run = runOf()): Promise<Found> {
  return valueOf(await portOf(kinds.retriever, names, { sharedBy: 0, ...options }).retrieve({ questions: [question] }, run));
}
const idsIn = async (...request: Parameters<typeof find>): Promise<string[]> => (await find(...request)).candidates.map(({ id }) => id);

describe('names: near forms', () => {
  it.each([
    ['what is personalised pagerank', 'PERSONALIZED PAGERANK'],
    ['what is personalized pagernak', 'PERSONALIZED PAGERANK'],
    ['how does re-ranking work', 'RERANKING'],
    ['is it a multihop question', 'MULTI-HOP'],
    ['is it a multi hop question', 'MULTI-HOP'],
    ['what are knowledge graphs', 'KNOWLEDGE GRAPH'],
    ['which agents are there', 'AGENT'],
    ['Where does Alex Mercre live?', 'ALEX MERCER'],
    ['谁领导xx項目', 'XX项目'],
    ['xx 項目', 'XX项目'],
    ['what is elctrodynamcs', 'ELECTRODYNAMICS'],
    ['where is the cafe royal', 'Café Royal'],
    ['who were the beatels', 'THE BEATLES'],
  ])('"%s" finds %s, and not with the option off', async (question, id) => {
    expect(await idsIn(question)).toEqual([id]);
    expect(await idsIn(question, { near: false })).toEqual([]);
  });

  it.each([
    ['a short word', 'who is alxe'],
    ['another number', 'what are GPT-4 and GPT-35 and the Olympics 2019'],
    ['another numeral or letter', 'World War II, Vitamin D'],
    ['another first name', 'Who is Joan Smithson?'],
    ['another script', 'MОCКОВCКИЙ'],
    ['a stop word', 'what was there befor'],
    ['a common word', 'Which river is it, the Bubye River?'],
    ['a word without a capital, in a question with names', 'What did Ann say of agents to Bob?'],
    ['another word at the end', 'where is 杜尔塞基本'],
    ['nothing', ''],
  ])('%s is none', async (_, question) => {
    expect(await idsIn(question)).toEqual([]);
  });

  it('are scored below whole names, by edits and by how many are equally near', async () => {
    const run = runOf(['ALEX MERCER', 'ALEX MORCER', 'Agents']);
    const found = await find('alex mircer of agents', {}, run);
    expect(found.candidates).toEqual([
      { table: 'entities', id: 'Agents', score: 1, via: [{ by: 'names', score: 1, rank: 1 }] },
      { table: 'entities', id: 'ALEX MERCER', score: 0.9 * 0.9 / 2, via: [{ by: 'names/near', score: 0.9 * 0.9 / 2, rank: 2 }] },
      { table: 'entities', id: 'ALEX MORCER', score: 0.9 * 0.9 / 2, via: [{ by: 'names/near', score: 0.9 * 0.9 / 2, rank: 3 }] },
    ]);
    expect(await idsIn('mordor base', {}, runOf(['MORDOR BASES', 'MORDOR BASE', 'MORDOR CASE']))).toEqual(['MORDOR BASE']);
    expect(await idsIn('wander', {}, runOf(['winder', 'wonder', 'wunder', 'wender']))).toEqual([]);
  });

  it('beat words of the same name, and leave a word alone that names hold as it is', async () => {
    expect((await find('alex mercre', { sharedBy: 3 })).candidates).toMatchObject([{ id: 'ALEX MERCER', score: 0.9 * 0.9 }]);
    const run = runOf(['CHANGE', 'FREE OF CHARGE WEEK TODAY']);
    expect(await idsIn('what of the charge', {}, run)).toEqual(['CHANGE']);
    expect(await idsIn('what of the charge', { sharedBy: 3 }, run)).toEqual([]);
  });

  it('walk the names once a knowledge base, and only for a stretch that may be near', async () => {
    const run = runOf();
    const walks = (): number => run.knowledge.requests.filter(({ rows }) => rows === TITLES.length).length;
    await find('What is the AGENT?', {}, run);
    expect(walks()).toBe(0);
    await Promise.all([find('alex mercre', {}, run), find('what are knowledge graphs', {}, run)]);
    await find('alex mrecer', {}, run);
    expect(walks()).toBe(1);
  });

  it('are made again by the next run where the first was aborted', async () => {
    const { knowledge } = runOf();
    const stop = new AbortController();
    const stopped = find('alex mercre', {}, runStub({ knowledge, signal: stop.signal }));
    stop.abort();
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
    expect(await idsIn('alex mercre', {}, runStub({ knowledge }))).toEqual(['ALEX MERCER']);
  });
});

describe('near index', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 3, maxLength: 14 });

  it('holds every name that is within the bound', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 30 }), name, (titles, asked) => {
        const candidates = new Set(nearIndex(titles.map((title, row) => ({ id: String(row), title }))).candidates(asked).map(({ title }) => title));
        const near = titles.filter((title) => title[0] === asked[0] && editsBetween(asked, title, 2) !== undefined);
        expect(near.filter((title) => !candidates.has(title))).toEqual([]);
      }),
    );
  });

  it('counts edits and transpositions, symmetrically, up to the limit', () => {
    expect([alignmentDistance('mercer', 'mercre', 2), alignmentDistance('ca', 'abc', 3), alignmentDistance('', 'ab', 2), alignmentDistance('abcd', 'xyzw', 2)]).toEqual([1, 3, 2, 3]);
    fc.assert(
      fc.property(name, name, fc.nat(4), (a, b, limit) => {
        expect(alignmentDistance(a, b, limit)).toBe(Math.min(alignmentDistance(b, a, 99), limit + 1));
        expect(alignmentDistance(a, a, limit)).toBe(0);
      }),
    );
    expect([5, 6, 10, 11].map(editBound)).toEqual([0, 1, 1, 2]);
  });

  it('folds punctuation but between digits, accents, and traditional characters', () => {
    expect(['Re-ranking', 'GPT-3.5', 'Café', '項目', '한국', 'ἀρχή'].map(foldName)).toEqual(['reranking', 'gpt3.5', 'cafe', '项目', '한국', 'αρχη']);
  });
});
