import { registerSuite, scriptedModel, strategySuite, type OptionFlip } from '@graphwright/conformance';
import * as context from '@graphwright/context';
import { isPlugin } from '@graphwright/contract';
import { createEngine } from '@graphwright/engine';
import { bm25Memory } from '@graphwright/lexical';
import * as retrieval from '@graphwright/retrieval';
import * as tokenBudget from '@graphwright/token-budget';
import { gptTokenizer } from '@graphwright/tokenizer-gpt-tokenizer';
import { memoryVectorStore } from '@graphwright/vector-store-memory';
import { embedder, smallIndex } from './fixture.test.util.ts';
import { FLIPS, QUESTION } from './flips.test.util.ts';
import { local } from './local.ts';

const plugins = [...Object.values({ ...context, ...retrieval, ...tokenBudget }).filter(isPlugin), local, gptTokenizer, bm25Memory, memoryVectorStore];

registerSuite(
  strategySuite({
    name: 'local',
    strategy: 'local',
    question: QUESTION,
    engine: () => createEngine({ index: smallIndex(), plugins, embedder, model: scriptedModel(['He leads the squad [Data: Entities (0)].']) }),
    // Of several flips of an option the first, which needs the least around it.
    flips: Object.fromEntries(
      FLIPS.toReversed().map(([option, value, { options = {}, index: _, ...request } = {}]): [string, OptionFlip] => [option, { value, with: options, request }]),
    ),
  }),
);
