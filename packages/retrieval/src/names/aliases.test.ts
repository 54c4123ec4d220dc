import { kinds, type Found } from '@graphwright/contract';
import { describe, expect, it } from 'vitest';
import { portOf, runStub, valueOf, type RunStub } from '../run-stub.test.util.ts';
import { names } from './names.ts';

const TITLES = ['PERSONALIZED PAGERANK', 'PAGERANK', 'ALEX MERCER', 'TAYLOR CRUZ', 'INFORMATION TECHNOLOGY'];
const runOf = (): RunStub => runStub({ tables: { entities: TITLES.map((title) => ({ id: title, title })) } });

async function find(question: string | readonly string[], aliases: Readonly<Record<string, unknown>>, run = runOf()): Promise<Found> {
  return valueOf(await portOf(kinds.retriever, names, { sharedBy: 0, aliases }).retrieve({ questions: [question].flat() }, run));
}

describe('names: aliases', () => {
  it('lead to the name they stand for, and the ways say so', async () => {
    const run = runOf();
    expect((await find('what is ＰＰＲ?', { ppr: 'Personalized PageRank' }, run)).candidates).toEqual([
      { table: 'entities', id: 'PERSONALIZED PAGERANK', score: 1, via: [{ by: 'names/alias', score: 1, rank: 1 }] },
    ]);
    expect(run.knowledge.requests).toHaveLength(1);
  });

  it('lead to several names', async () => {
    const found = await find('who are the leads', { 'the leads': ['Alex Mercer', 'Taylor Cruz'] });
    expect(found.candidates.map(({ id }) => id)).toEqual(['ALEX MERCER', 'TAYLOR CRUZ']);
  });

  it('count among names when the longest is taken', async () => {
    const found = await find('what is pagerank with restart', { 'pagerank with restart': 'personalized pagerank' });
    expect(found.candidates.map(({ id }) => id)).toEqual(['PERSONALIZED PAGERANK']);
    expect(found.dropped).toMatchObject([{ id: 'PAGERANK', reason: 'superseded' }]);
    const other = await find('what is personalized pagerank', { pagerank: 'Alex Mercer' });
    expect([other.candidates.map(({ id }) => id), other.dropped.map(({ id }) => id).toSorted()]).toEqual([['PERSONALIZED PAGERANK'], ['ALEX MERCER', 'PAGERANK']]);
  });

  it('that are common words must be written as they were given', async () => {
    expect((await find('what is it', { IT: 'Information Technology' })).candidates).toEqual([]);
    expect((await find('who works in IT here', { IT: 'Information Technology' })).candidates).toMatchObject([{ id: 'INFORMATION TECHNOLOGY' }]);
  });

  it('that lead nowhere are warned of once a run, with the nearest name', async () => {
    const run = runOf();
    const port = portOf(kinds.retriever, names, { aliases: { PPR: 'personalised pagerank', boss: 'nobody at all', unused: 'nothing' } });
    await port.retrieve({ questions: ['PPR?', 'the boss of PPR?'] }, run);
    await port.retrieve({ questions: ['PPR?'] }, run);
    expect(run.warnings).toEqual([
      { code: 'alias-unknown', message: 'The alias "PPR" leads to "personalised pagerank", which the index does not have. Did you mean "PERSONALIZED PAGERANK"?' },
      { code: 'alias-unknown', message: 'The alias "boss" leads to "nobody at all", which the index does not have. No name in it is near.' },
    ]);
    const next = runOf();
    await port.retrieve({ questions: ['PPR?'] }, next);
    expect(next.warnings).toHaveLength(1);
  });

  it('are texts', () => {
    expect(() => portOf(kinds.retriever, names, { aliases: { PPR: 1 } })).toThrow(/option "aliases/u);
    expect(() => portOf(kinds.retriever, names, { aliases: { PPR: [] } })).toThrow(/option "aliases/u);
  });
});
