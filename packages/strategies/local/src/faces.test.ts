import * as context from '@graphwright/context';
import { isPlugin, type Answer, type Request } from '@graphwright/contract';
import { createEngine } from '@graphwright/engine';
import { bm25Memory } from '@graphwright/lexical';
import * as retrieval from '@graphwright/retrieval';
import * as tokenBudget from '@graphwright/token-budget';
import { gptTokenizer } from '@graphwright/tokenizer-gpt-tokenizer';
import { memoryVectorStore } from '@graphwright/vector-store-memory';
import { describe, expect, it } from 'vitest';
import { localCompatible } from './compatible/local-compatible.ts';
import { embedder, smallIndex } from './default/fixture.test.util.ts';
import { local } from './default/local.ts';

const plugins = [...Object.values({ ...context, ...retrieval, ...tokenBudget }).filter(isPlugin), local, localCompatible, gptTokenizer, bm25Memory, memoryVectorStore];

const ask = (strategy: string, request: Partial<Request> = {}, options: object = {}): Promise<Answer> =>
  createEngine({ index: smallIndex(), plugins, embedder }).context({ question: 'Who is the Lone Ranger?', ...request, strategy: { use: strategy, ...options } });
const entitiesIn = ({ ledger }: Answer): (string | undefined)[] =>
  ledger.entries.filter(({ table, outcome }) => table === 'entities' && outcome === 'included').map(({ id }) => id);

describe('the two faces side by side', () => {
  it('a name whose vector is far is found by local alone', async () => {
    // Every question lies in the direction of ALEX MERCER; JORDAN HAYES is far from it.
    const question = 'Who is Jordan Hayes?';
    const [compatible, own] = [await ask('local-compatible', { question }, { topKMappedEntities: 1 }), await ask('local', { question }, { seeds: 1, expander: { use: 'neighbourhood', hops: 0 } })];
    expect(entitiesIn(compatible)).not.toContain('e-hayes');
    expect(entitiesIn(own)).toContain('e-hayes');
  });

  it('an entity in no community enters by local alone', async () => {
    expect(entitiesIn(await ask('local-compatible'))).not.toContain('e-lost');
    expect(entitiesIn(await ask('local'))).toContain('e-lost');
  });

  it('only local-compatible prints the column of links', async () => {
    const question = 'Alex Mercer';
    expect((await ask('local-compatible', { question }, { topKMappedEntities: 1 })).windows[0]?.text).toContain('|links');
    expect((await ask('local', { question })).windows[0]?.text).not.toContain('links');
  });

  it('a filter is refused by local-compatible and held by local', async () => {
    const filter = { entityTypes: ['GEO'] };
    await expect(ask('local-compatible', { filter })).rejects.toMatchObject({ code: 'unsupported' });
    expect(entitiesIn(await ask('local', { question: 'Alex Mercer at Dulce Base', filter }))).toEqual(['e-base']);
  });

  it.each([['topKMappedEntities', 0], ['relationshipRankingAttribute', 'links']])('%s = %s, where GraphRAG crashes, is refused before anything is read', async (option, value) => {
    await expect(ask('local-compatible', {}, { [option]: value })).rejects.toMatchObject({ code: 'option-invalid' });
  });
});
