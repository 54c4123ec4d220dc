import * as context from '@graphwright/context';
import { isPlugin, type Answer } from '@graphwright/contract';
import { createEngine, stableAnswer } from '@graphwright/engine';
import { openGraphragIndex } from '@graphwright/index-graphrag';
import { bm25Memory } from '@graphwright/lexical';
import * as retrieval from '@graphwright/retrieval';
import { priority } from '@graphwright/token-budget';
import { gptTokenizer } from '@graphwright/tokenizer-gpt-tokenizer';
import { memoryVectorStore } from '@graphwright/vector-store-memory';
import { sharedFolder, sharedPath } from '@graphwright-internal/testing';
import { describe, expect, it } from 'vitest';
import { local } from '../../src/default/local.ts';

const PLUGINS = [...Object.values({ ...context, ...retrieval }).filter(isPlugin), local, priority, gptTokenizer, bm25Memory, memoryVectorStore];
const shared = sharedFolder();

async function ask(fixture: string, question: string, options: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
  const index = await openGraphragIndex({ root: sharedPath('fixtures', 'graphrag', fixture) });
  const engine = createEngine({ index, plugins: PLUGINS });
  try {
    return await engine.context({ question, strategy: { use: 'local', ...options } });
  } finally {
    await engine.close();
    await index.knowledge.close();
  }
}
const tokensOf = (answer: Answer, section: string): number => answer.ledger.totals[section]?.tokens ?? 0;

describe.skipIf(shared === undefined)('local on indexes that GraphRAG wrote', () => {
  it.each(['dulce-0.3', 'dulce-1.2', 'dulce-2.7', 'dulce-3.1'])('%s: Agent Mercer is found by name, without a network', async (fixture) => {
    const answer = await ask(fixture, 'Who is Agent Mercer?');
    expect(answer.status).toBe('assembled');
    const [window] = answer.windows;
    expect(window?.sections.find(({ name }) => name === 'entities')?.text).toMatch(/MERCER/u);
    expect(window?.sections.find(({ name }) => name === 'sources')?.text).toMatch(/Mercer/u);
    for (const section of ['entities', 'relationships', 'reports', 'sources']) expect(tokensOf(answer, section)).toBeGreaterThan(0);
    expect(tokensOf(answer, 'sources')).toBeGreaterThan((window?.tokens ?? 0) / 4);
    expect(window?.tokens).toBeLessThanOrEqual(window?.budget.context ?? 0);
    for (const { considered, included, dropped } of Object.values(answer.ledger.totals)) expect(considered).toBe(included + dropped);
  });

  it('dulce-3.1: the window is led by ALEX MERCER and AGENT, and the same to the byte', async () => {
    const answer = await ask('dulce-3.1', 'Who is Agent Mercer?');
    expect(answer.windows[0]?.text).toMatch(/^# Entities.*\n29: AGENT .*\n0: ALEX MERCER /u);
    expect(answer.warnings.map(({ code, message }) => [code, message])).toEqual([
      ['retriever-failed', expect.stringMatching(/^The retriever dense was left out: The vectors of "entity_description" lie in a lancedb database/u)],
      ['ranker-failed', expect.stringMatching(/^Nothing is ordered by likeness to the question: The vectors of "entity_description"/u)],
      ['ranker-failed', expect.stringMatching(/^Nothing is ordered by likeness to the question: The vectors of "text_unit_text"/u)],
    ]);
    expect(JSON.stringify(stableAnswer(await ask('dulce-3.1', 'Who is Agent Mercer?')))).toBe(JSON.stringify(stableAnswer(answer)));
  });

  it('verbs-3.1: dangling ends and a missing space are no obstacle', async () => {
    const answer = await ask('verbs-3.1', 'What does Bob Cratchit ask of Scrooge?', { seeds: 5 });
    expect(answer.windows[0]?.sections[0]?.text).toMatch(/BOB CRATCHIT[^]*SCROOGE/u);
    expect(tokensOf(answer, 'relationships')).toBeGreaterThan(0);
  });

  it('says that nothing is relevant to a question from elsewhere', async () => {
    expect(await ask('dulce-3.1', 'How do whales sing?')).toMatchObject({ status: 'no-relevant-data', windows: [] });
  });
});
