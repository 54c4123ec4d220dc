import * as context from '@graphwright/context';
import { isPlugin, type LanguageModel, type ModelRequest, type Plugin } from '@graphwright/contract';
import { createEngine, type Engine } from '@graphwright/engine';
import { bm25Memory } from '@graphwright/lexical';
import * as retrieval from '@graphwright/retrieval';
import { priority } from '@graphwright/token-budget';
import { gptTokenizer } from '@graphwright/tokenizer-gpt-tokenizer';
import { memoryVectorStore } from '@graphwright/vector-store-memory';
import { describe, expect, it } from 'vitest';
import { embedder, smallIndex } from './fixture.test.util.ts';
import { local } from './local.ts';

const PLUGINS: readonly Plugin[] = [...Object.values({ ...context, ...retrieval }).filter(isPlugin), local, priority, gptTokenizer, bm25Memory, memoryVectorStore];
const QUESTION = 'Who is Alex Mercer?';

/** A model that remembers what it was asked and says one sentence. */
function scripted(window = 20_000): LanguageModel & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    specVersion: 'v1',
    model: 'scripted',
    limits: { window, maxOutput: 500 },
    encoding: 'o200k_base',
    requests,
    async *generate(request) {
      requests.push(request);
      yield { type: 'text', text: 'He leads the squad [Data: Entities (0)].' };
      yield { type: 'finish', reason: 'stop' };
    },
  };
}

function engineOf(model: LanguageModel, withEmbedder = true): Engine {
  return createEngine({ index: smallIndex(), plugins: PLUGINS, model, strategy: 'local', ...(withEmbedder ? { embedder } : {}) });
}

describe('local: answers', () => {
  it('asks once, with the window that was recorded, and looks up what is cited', async () => {
    const model = scripted();
    const answer = await engineOf(model).ask({ question: QUESTION, responseType: 'One sentence' });
    expect(answer).toMatchObject({ status: 'answered', text: 'He leads the squad [Data: Entities (0)].', failures: [] });
    expect(model.requests.map(({ prompt }) => prompt)).toEqual([
      { id: 'local-answer', input: { question: QUESTION, responseType: 'One sentence' }, window: answer.windows[0]?.text },
    ]);
    expect(model.requests[0]?.messages[0]?.content).toContain('One sentence');
    expect(answer.citations).toMatchObject([{ section: 'entities', label: '0', found: 'window', id: 'e-mercer' }]);
    expect(answer.windows[0]?.call).toBe('local-answer');
  });

  it('asks nobody where nothing is relevant, or nothing is left to tell', async () => {
    const model = scripted();
    const nothing = await engineOf(model, false).ask({ question: 'How do whales sing?' });
    expect([nothing.status, nothing.windows, nothing.details]).toEqual(['no-relevant-data', [], [{ stage: '', name: 'nearest', data: [] }]]);
    const known = [{ table: 'entities', id: 'e-mercer' }];
    const request = { question: QUESTION, known, strategy: { use: 'local', order: ['entities'], seeds: 1, expander: { use: 'neighbourhood', hops: 0 } } };
    const nothingNew = await engineOf(model).ask(request);
    expect([nothingNew.status, nothingNew.warnings.map(({ code }) => code)]).toEqual(['no-relevant-data', ['nothing-new']]);
    expect((await engineOf(model).context(request)).status).toBe('assembled');
    expect(model.requests).toEqual([]);
  });

  it('fails, asking nobody, where no row fits', async () => {
    const model = scripted();
    const answer = await engineOf(model).ask({ question: QUESTION, strategy: { use: 'local', contextCap: 3 } });
    expect(answer).toMatchObject({ status: 'failed', failures: [{ code: 'budget-too-small' }] });
    expect(answer.failures[0]?.message).toContain('contextCap');
    expect(model.requests).toEqual([]);
    await expect(engineOf(scripted(500)).ask({ question: QUESTION })).rejects.toMatchObject({ code: 'budget-too-small' });
  });

  it('takes the budget that a caller hands down', async () => {
    const engine = engineOf(scripted());
    const [given] = (await engine.context({ question: QUESTION, strategy: { use: 'local', contextCap: 2000 } })).windows;
    expect(given).toBeDefined();
    if (given === undefined) return;
    const small = { ...given.budget, context: 200, unused: given.budget.unused + given.budget.context - 200 };
    const [window] = (await engine.context({ question: QUESTION, budget: small })).windows;
    expect(window?.budget).toMatchObject({ bound: 'given', context: 200 });
    expect(window?.tokens).toBeLessThanOrEqual(200);
  });

  it('is the same streamed or not', async () => {
    const engine = engineOf(scripted());
    let streamed: unknown;
    for await (const event of engine.stream({ question: QUESTION })) if (event.type === 'end') streamed = { ...event.answer, cost: undefined };
    expect(streamed).toEqual({ ...(await engine.ask({ question: QUESTION })), cost: undefined });
  });
});

describe('local: estimates', () => {
  it('are exact in what is sent where nothing has to be embedded, and ask nobody', async () => {
    const model = scripted();
    const engine = engineOf(model, false);
    const turns = [{ role: 'user', content: 'Hello there.' }] as const;
    const [estimate] = await engine.estimate({ question: QUESTION, turns });
    expect(model.requests).toEqual([]);
    const answer = await engine.ask({ question: QUESTION, turns });
    const { budget, tokens = 0 } = answer.windows[0] ?? {};
    const sent = (budget?.prompt ?? 0) + (budget?.question ?? 0) + tokens;
    expect(estimate).toEqual({
      stage: '',
      calls: { from: 1, to: 1 },
      inputTokens: { from: sent, to: sent },
      outputTokens: { from: 0, to: budget?.outputReserve },
    });
    expect(await engine.estimate({ question: 'How do whales sing?' })).toMatchObject([{ calls: { from: 0, to: 0 }, inputTokens: { to: 0 } }]);
  });

  it('are a range where the entrance needs an embedding, and hold what is sent', async () => {
    const engine = engineOf(scripted());
    const [estimate] = await engine.estimate({ question: QUESTION });
    expect(estimate?.calls).toEqual({ from: 0, to: 1 });
    const { windows } = await engine.ask({ question: QUESTION });
    expect(estimate?.inputTokens.to).toBeGreaterThan(windows[0]?.tokens ?? Number.POSITIVE_INFINITY);
    const [byNames] = await engine.estimate({ question: QUESTION, strategy: { use: 'local', entrance: 'names', entityOrder: 'as-found', sourceOrder: 'occurrence' } });
    expect(byNames?.calls).toEqual({ from: 1, to: 1 });
  });
});
