import { packingPolicySuite, registerSuite, scriptedModel, strategySuite } from '@graphwright/conformance';
import * as context from '@graphwright/context';
import { isPlugin, type ModelRequest } from '@graphwright/contract';
import { createEngine, stableAnswer, type Engine } from '@graphwright/engine';
import * as tokenBudget from '@graphwright/token-budget';
import { gptTokenizer } from '@graphwright/tokenizer-gpt-tokenizer';
import { describe, expect, it } from 'vitest';
import * as own from '../index.ts';
import { globalBatchesPolicy } from './batches-policy.ts';
import { smallIndex } from './fixture.test.util.ts';

const plugins = [...Object.values({ ...context, ...tokenBudget, ...own }).filter(isPlugin), gptTokenizer];
const QUESTION = 'What does the squad want?';
const TURNS = [
  { role: 'user', content: 'Who commands the squad, and since when?' },
  { role: 'assistant', content: 'Taylor Cruz.' },
  { role: 'user', content: 'Где база? 基地在哪里？' },
] as const;

/** Ratings by what the report holds. */
const RATINGS: readonly (readonly [string, number])[] = [['all0', 2], ['All in', 0], ['base0', 0], ['Base in', 0], ['squad0', 3], ['Squad in', 3], ['command0', 0], ['Command in', 0]];

function scripted({ prompt }: ModelRequest): string {
  if (prompt.id === 'global-map') return `{"points": [{"description": "Read ${prompt.window?.length ?? 0} [Data: Reports (2)].", "score": 60}]}`;
  if (prompt.id === 'rate-report') return `{"rating": ${RATINGS.find(([text]) => prompt.window?.includes(text))?.[1] ?? 0}}`;
  return `An answer from ${prompt.window ?? ''} ${JSON.stringify(prompt.input)} [Data: Reports (2)].`;
}

const engine = (reply: (request: ModelRequest) => string = scripted): Engine =>
  createEngine({ index: smallIndex(), plugins, model: scriptedModel((request) => reply(request)) });

registerSuite(packingPolicySuite({ name: 'global-batches-compatible', policy: globalBatchesPolicy(), owesFloors: () => false }));

registerSuite(
  strategySuite({
    name: 'global-compatible',
    strategy: 'global-compatible',
    question: QUESTION,
    engine,
    flips: {
      selector: { value: 'select-dynamic-compatible' },
      communityLevel: { value: 0 },
      maxContextTokens: { value: 100 },
      maxDataTokens: { value: 5 },
      mapMaxLength: { value: 10 },
      reduceMaxLength: { value: 10 },
      allowGeneralKnowledge: { value: true },
      useCommunitySummary: { value: true },
      shuffleData: { value: false, with: { maxContextTokens: 250 } },
      randomState: { value: 87, with: { maxContextTokens: 250 } },
      includeCommunityRank: { value: false },
      communityRankName: { value: 'importance' },
      minCommunityRank: { value: 7 },
      includeCommunityWeight: { value: false },
      communityWeightName: { value: 'weight' },
      normalizeCommunityWeight: { value: false },
      contextName: { value: 'A longer name of these reports' },
      columnDelimiter: { value: ';' },
      conversationHistoryMaxTurns: { value: 1, request: { turns: TURNS } },
      conversationHistoryUserTurnsOnly: { value: false, request: { turns: TURNS } },
      tokenizer: { value: { use: 'gpt-tokenizer', encoding: 'o200k_base' }, request: { turns: TURNS } },
      historyTokenizer: { value: { use: 'gpt-tokenizer', encoding: 'cl100k_base' }, with: { maxContextTokens: 32 }, request: { turns: TURNS } },
      policy: { value: 'priority', with: { maxContextTokens: 40 } },
      reducePolicy: { value: { use: 'fixed-shares', shares: { points: 0.001 } } },
    },
  }),
);

const selectors = [
  ['communityLevel', 0, {}],
  ['threshold', 4, {}],
  ['keepParent', true, {}],
  ['numRepeats', 2, {}],
  ['useSummary', true, {}],
  ['maxLevel', 0, { useSummary: true }],
] as const;

describe('select-dynamic-compatible', () => {
  it.each(selectors)('reads the option %s', async (option, value, others) => {
    const rated = async (options: object): Promise<unknown> => {
      const { windows } = await engine().context({ question: QUESTION, strategy: { use: 'global-compatible', selector: { use: 'select-dynamic-compatible', ...options } } });
      return windows.map(({ id, text, call }) => [id, text, call]);
    };
    const calls = async (options: object): Promise<number> =>
      (await engine().context({ question: QUESTION, strategy: { use: 'global-compatible', selector: { use: 'select-dynamic-compatible', ...options } } })).cost.totals.calls;
    const [before, after] = [[await rated(others), await calls(others)], [await rated({ ...others, [option]: value }), await calls({ ...others, [option]: value })]];
    expect(after).not.toEqual(before);
  });

  it('is estimated as a range that holds what a run asks', async () => {
    const request = { question: QUESTION, strategy: { use: 'global-compatible', selector: 'select-dynamic-compatible' } };
    const stages = await engine().estimate(request);
    expect(stages.map(({ stage }) => stage).toSorted()).toEqual(['map', 'reduce', 'select']);
    const { cost } = await engine().ask(request);
    expect(cost.totals.calls).toBeLessThanOrEqual(stages.reduce((sum, { calls }) => sum + calls.to, 0));
  });
});

describe('global-compatible', () => {
  it('estimates the input of the map stage exactly', async () => {
    const request = { question: QUESTION, strategy: { use: 'global-compatible', maxContextTokens: 250 } };
    const map = (await engine().estimate(request)).find(({ stage }) => stage === 'map');
    const { cost } = await engine().ask(request);
    const sent = cost.entries.filter(({ stage }) => stage.startsWith('map/'));
    expect(sent.length).toBeGreaterThan(1);
    expect(map).toMatchObject({ calls: { from: sent.length, to: sent.length } });
    const tokens = sent.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
    expect(map?.inputTokens).toEqual({ from: tokens, to: tokens });
  });

  it('tells every batch that GraphRAG loses in silence', async () => {
    const lost = engine((request) => (request.prompt.id === 'global-map' && request.prompt.window?.includes('squad0') === true ? 'no json' : scripted(request)));
    const answer = await lost.ask({ question: QUESTION, strategy: { use: 'global-compatible', maxContextTokens: 150 } });
    expect(answer.status).toBe('partial');
    expect(answer.failures).toMatchObject([{ layer: 'parse', code: 'reply-unparsable' }]);
  });

  it('has no relevant data where no point helps, unless general knowledge is allowed', async () => {
    const reply = (request: ModelRequest): string => (request.prompt.id === 'global-map' ? '{"points": []}' : scripted(request));
    const asked = (options: object): Promise<{ status: string }> => engine(reply).ask({ question: QUESTION, strategy: { use: 'global-compatible', ...options } });
    expect([(await asked({})).status, (await asked({ allowGeneralKnowledge: true })).status]).toEqual(['no-relevant-data', 'answered']);
  });

  it('gives the same Answer whichever batch is ready first', async () => {
    const inOrder = async (late: number): Promise<unknown> => {
      let seen = 0;
      let open = (): void => {};
      const gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      const model = scriptedModel((request) => {
        if (request.prompt.id !== 'global-map') return scripted(request);
        seen += 1;
        if (seen === late) return { text: scripted(request), after: gate };
        if (seen === 4) open();
        return scripted(request);
      });
      const answer = await createEngine({ index: smallIndex(), plugins, model }).ask({ question: QUESTION, strategy: { use: 'global-compatible', maxContextTokens: 100 } });
      expect([seen, answer.status]).toEqual([4, 'answered']);
      return stableAnswer(answer);
    };
    expect(await inOrder(1)).toEqual(await inOrder(3));
  });

  it('does not guess which level is meant where a selector is given', async () => {
    const asked = engine().context({ question: QUESTION, strategy: { use: 'global-compatible', selector: 'select-dynamic-compatible', communityLevel: 1 } });
    await expect(asked).rejects.toMatchObject({ code: 'option-invalid' });
  });

  it('looks the citations of the answer up in the batches', async () => {
    const { citations } = await engine().ask({ question: QUESTION, strategy: 'global-compatible' });
    expect(citations.map(({ section, label, found }) => [section, label, found])).toEqual([['reports', '2', 'window']]);
  });
});
