import { packingPolicySuite, registerSuite, scriptedModel, strategySuite } from '@graphwright/conformance';
import * as context from '@graphwright/context';
import { isPlugin, type ModelRequest } from '@graphwright/contract';
import { createEngine } from '@graphwright/engine';
import * as tokenBudget from '@graphwright/token-budget';
import { gptTokenizer } from '@graphwright/tokenizer-gpt-tokenizer';
import { smallIndex } from '../compatible/fixture.test.util.ts';
import * as own from '../index.ts';
import { balancedBatchesPolicy } from './balanced-batches.ts';

const plugins = [...Object.values({ ...context, ...tokenBudget, ...own }).filter(isPlugin), gptTokenizer];
const TURNS = [{ role: 'user', content: 'Who commands the squad?' }] as const;

function scripted({ prompt }: ModelRequest): string {
  if (prompt.id !== 'global-points') return `An answer from ${prompt.window ?? ''} ${JSON.stringify(prompt.input)} [Data: Reports (2)].`;
  const points = ['They want the base, and soon.', `Read ${prompt.window?.length ?? 0} letters.`, 'They want the base, and very soon.'];
  return JSON.stringify({ points: points.map((text, place) => ({ description: `${text} [Data: Reports (2)]`, score: 60 - place })) });
}

registerSuite(packingPolicySuite({ name: 'balanced-batches', policy: balancedBatchesPolicy(), owesFloors: () => false }));

registerSuite(
  strategySuite({
    name: 'global',
    strategy: 'global',
    question: 'What does the squad want?',
    engine: () => createEngine({ index: smallIndex(), plugins, model: scriptedModel((request) => scripted(request)) }),
    flips: {
      selector: { value: { use: 'select-level', communityLevel: 0, exact: true } },
      minCommunityRank: { value: 7.2 },
      policy: { value: { use: 'fixed-shares', shares: { reports: 0.5 } }, with: { contextCap: 150 } },
      mapMaxLength: { value: 10 },
      mergeLikeness: { value: 0.5 },
      pointsCap: { value: 30 },
      reducePolicy: { value: { use: 'fixed-shares', shares: { points: 0.001 } } },
      reduceMaxLength: { value: 10 },
      allowGeneralKnowledge: { value: true },
      historyTokens: { value: 0, request: { turns: TURNS } },
      contextCap: { value: 150 },
      outputReserve: { value: 99 },
    },
  }),
);
