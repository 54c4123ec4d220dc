import { registerSuite, scriptedModel, strategySuite } from '@graphwright/conformance';
import * as context from '@graphwright/context';
import { compareStrings, isPlugin } from '@graphwright/contract';
import { createEngine, type Engine } from '@graphwright/engine';
import * as tokenBudget from '@graphwright/token-budget';
import { gptTokenizer } from '@graphwright/tokenizer-gpt-tokenizer';
import { memoryVectorStore } from '@graphwright/vector-store-memory';
import { describe, expect, it } from 'vitest';
import { embedder, smallIndex } from '../default/fixture.test.util.ts';
import { localCompatible } from './local-compatible.ts';

const plugins = [...Object.values({ ...context, ...tokenBudget }).filter(isPlugin), localCompatible, gptTokenizer, memoryVectorStore];
const QUESTION = 'What does Alex Mercer want at Dulce Base?';
const TURNS = [
  { role: 'user', content: 'Who commands the squad, and since when?' },
  { role: 'assistant', content: 'Taylor Cruz.' },
  { role: 'user', content: 'Где база? 基地在哪里？' },
] as const;

const engine = (): Engine =>
  createEngine({ index: smallIndex(), plugins, embedder, model: scriptedModel(['He leads the squad [Data: Entities (0)].']) });

registerSuite(
  strategySuite({
    name: 'local-compatible',
    strategy: 'local-compatible',
    question: QUESTION,
    engine,
    flips: {
      communityLevel: { value: 0 },
      maxContextTokens: { value: 300 },
      communityProp: { value: 0 },
      textUnitProp: { value: 0 },
      topKMappedEntities: { value: 1 },
      topKRelationships: { value: 0, with: { topKMappedEntities: 1 } },
      includeEntityRank: { value: false },
      rankDescription: { value: 'degree of node' },
      includeRelationshipWeight: { value: false },
      relationshipRankingAttribute: { value: 'weight' },
      includeCommunityRank: { value: true },
      minCommunityRank: { value: 9 },
      useCommunitySummary: { value: true },
      communityContextName: { value: 'Community Reports' },
      columnDelimiter: { value: ';' },
      conversationHistoryMaxTurns: { value: 1, request: { turns: TURNS } },
      conversationHistoryUserTurnsOnly: { value: false, request: { turns: TURNS } },
      returnCandidateContext: { value: true },
      tokenizer: { value: { use: 'gpt-tokenizer', encoding: 'o200k_base' }, request: { turns: TURNS } },
      // Heading and questions are 29 tokens by the one encoding and 35 by the other.
      historyTokenizer: { value: { use: 'gpt-tokenizer', encoding: 'cl100k_base' }, with: { maxContextTokens: 32 }, request: { turns: TURNS } },
      policy: { value: { use: 'priority' }, with: { maxContextTokens: 700 } },
    },
  }),
);

describe('local-compatible', () => {
  it('prints the chosen heading of reports as it is, and says which included names are unknown', async () => {
    const answer = await engine().context({ question: QUESTION, include: ['NOBODY'], strategy: { use: 'local-compatible', communityContextName: 'notes' } });
    expect(answer.windows[0]?.text).toMatch(/^-----notes-----\n/u);
    expect(answer.warnings).toMatchObject([{ code: 'entity-unknown', examples: ['NOBODY'] }]);
  });

  it('touches no row for an empty question where no community is of the level', async () => {
    const index = smallIndex();
    const own = createEngine({ index, plugins, embedder });
    await own.context({ question: '', strategy: { use: 'local-compatible', communityLevel: -1 } });
    expect(index.knowledge.requests).toEqual([]);
  });

  it('refuses a filter, which GraphRAG does not have', async () => {
    const asked = engine().context({ question: QUESTION, strategy: 'local-compatible', filter: { entityTypes: ['PERSON'] } });
    await expect(asked).rejects.toMatchObject({ code: 'unsupported' });
  });

  it('names the shares that pass 1', async () => {
    const asked = engine().context({ question: QUESTION, strategy: { use: 'local-compatible', communityProp: 0.7, textUnitProp: 0.7 } });
    await expect(asked).rejects.toThrow(/1\.4/u);
  });

  it('lets what is known seed and keeps it out of the window', async () => {
    const known = [{ table: 'text_units', id: 't1' }, { table: 'relationships', id: 'r2' }, { table: 'community_reports', id: 'p0' }, { table: 'covariates', id: 'v1' }, { table: 'entities', id: 'e-mercer' }];
    const answer = await engine().context({ question: QUESTION, strategy: 'local-compatible', known });
    const keys = new Set(known.map(({ table, id }) => `${table} ${id}`));
    const entries = answer.ledger.entries.filter(({ table, id }) => keys.has(`${table} ${id ?? ''}`));
    const seen = entries.toSorted((a, b) => compareStrings(a.table, b.table)).map(({ table, outcome, reason }) => [table, outcome, reason]);
    expect(seen).toEqual(
      ['community_reports', 'covariates', 'entities', 'relationships', 'text_units'].map((table) => [table, 'dropped', 'already-known']),
    );
    expect(answer.ledger.entries.some(({ id, outcome }) => id === 'r3' && outcome === 'included')).toBe(true);
  });

  it('has nothing to say where no entity exists at the level', async () => {
    const answer = await engine().ask({ question: QUESTION, strategy: { use: 'local-compatible', communityLevel: -1 } });
    expect([answer.status, answer.windows]).toEqual(['no-relevant-data', []]);
    expect(answer.ledger.entries.every(({ reason }) => reason === 'filtered')).toBe(true);
  });
});
