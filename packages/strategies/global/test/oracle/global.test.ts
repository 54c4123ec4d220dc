import { accountFaults, scriptedModel } from '@graphwright/conformance';
import { compareStrings, type Answer, type ModelRequest } from '@graphwright/contract';
import { createGptTokenizer } from '@graphwright/tokenizer-gpt-tokenizer';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { globalCases, type GlobalCase } from './cases.ts';
import { worldOf } from './world.ts';

const cases = globalCases();
const cl100k = createGptTokenizer('cl100k_base');

/** Options under GraphRAG's names, as the strategy takes them. */
function optionsOf({ options, communityLevel }: GlobalCase): Record<string, unknown> {
  const { max_data_tokens, context_name, ...own } = options;
  const renamed = Object.entries(own).map(([key, value]): [string, unknown] => [key.replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase()), value]);
  return { ...Object.fromEntries(renamed), maxDataTokens: max_data_tokens, contextName: context_name, communityLevel };
}

interface Ran {
  readonly answer: Answer;
  /** What the model was asked for the answer. */
  readonly reduced: readonly ModelRequest[];
}

async function run(oracle: GlobalCase): Promise<Ran> {
  const model = scriptedModel(
    (request) => {
      if (request.prompt.id !== 'global-map') return 'REDUCED';
      const batch = batches.indexOf(request.prompt.window ?? '');
      const reply = oracle.mapReplies[batch % oracle.mapReplies.length] ?? '';
      return typeof reply === 'string' ? reply : { throws: new Error(reply.raise) };
    },
    { limits: { window: 200_000, maxOutput: 4000 }, encoding: 'cl100k_base' },
  );
  const { engine } = await worldOf(oracle, model);
  const request = {
    question: oracle.question,
    // A system turn counts as an answer in GraphRAG.
    ...(oracle.conversationHistory === null
      ? {}
      : { turns: oracle.conversationHistory.map(({ role, content }) => ({ role: role === 'user' ? ('user' as const) : ('assistant' as const), content })) }),
    strategy: { use: 'global-compatible', ...optionsOf(oracle) },
  };
  const batches = (await engine.context(request)).windows.map(({ text }) => text);
  const answer = await engine.ask(request);
  return { answer, reduced: model.requests.filter(({ prompt }) => prompt.id === 'global-reduce') };
}

function batchesIn({ windows }: Answer): Answer['windows'] {
  return windows.filter(({ stage }) => stage === 'map');
}

function idsIn({ ledger }: Answer, window: string): (string | undefined)[] {
  return ledger.entries.filter((entry) => entry.window === window && entry.outcome === 'included').map(({ label }) => label);
}

describe.skipIf(cases.length === 0)('what GraphRAG 3.3.0 builds for global search (skipped where the oracle is absent)', () => {
  it('is there in 37 cases', () => {
    expect(cases).toHaveLength(37);
  });

  it.each(cases.filter(({ expected }) => expected.sortStable))('$name: the batches, to the byte', async (oracle) => {
    const { answer } = await run(oracle);
    const { batches } = oracle.expected;
    const windows = batchesIn(answer);
    expect(windows.map(({ id }) => idsIn(answer, id))).toEqual(batches.map(({ ids }) => ids));
    expect(windows.map(({ text }) => createHash('sha256').update(text, 'utf8').digest('hex'))).toEqual(batches.map(({ sha256 }) => sha256));
    expect(windows.map(({ text }) => cl100k.count(text))).toEqual(batches.map(({ tokens }) => tokens));
    expect(accountFaults(answer)).toEqual([]);
  });

  // GraphRAG sorts by one column alone in an order that is the processor's: ours keeps ties as they were shuffled.
  it.each(cases.filter(({ expected }) => !expected.sortStable))('$name: the batches, ties as sets', async (oracle) => {
    const { answer } = await run(oracle);
    const { batches } = oracle.expected;
    const lines = (text: string): string[] => text.split('\n').toSorted(compareStrings);
    expect(batchesIn(answer).map(({ text }) => lines(text))).toEqual(batches.map(({ text = '' }) => lines(text)));
    expect(accountFaults(answer)).toEqual([]);
  });

  it.each(cases.filter(({ expected }) => expected.reduce.called))('$name: the points and the context of the answer', async (oracle) => {
    const { answer, reduced } = await run(oracle);
    const { context, points } = oracle.expected.reduce;
    // Where the answer of a point is not text, GraphRAG ends without a context.
    expect(reduced).toHaveLength(1);
    expect(reduced.map(({ prompt }) => prompt.window)).toEqual([context ?? reduced[0]?.prompt.window]);
    expect(analystsIn(answer)).toEqual((points ?? []).map(({ analyst }) => analyst));
  });

  it.each(cases.filter(({ expected }) => expected.reduce.cannedRefusal))('$name: nothing to answer from', async (oracle) => {
    const { answer, reduced } = await run(oracle);
    expect([reduced, analystsIn(answer), answer.text]).toEqual([[], [], undefined]);
    expect(answer.status).toBe(answer.failures.length === 0 ? 'no-relevant-data' : 'failed');
  });
});

/** The batch of each point that was offered for the answer, in order. */
function analystsIn({ ledger }: Answer): number[] {
  const offered = ledger.entries.filter(({ section, reason }) => section === 'points' && reason !== 'not-relevant');
  return offered.flatMap(({ id, ids = [] }) => id ?? ids).map((id) => Number(id.split('.')[0]));
}
