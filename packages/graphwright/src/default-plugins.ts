import * as context from '@graphwright/context';
import { isPlugin, type Plugin } from '@graphwright/contract';
import { bm25Memory } from '@graphwright/lexical';
import * as anthropic from '@graphwright/provider-anthropic';
import * as extractive from '@graphwright/provider-extractive';
import * as openai from '@graphwright/provider-openai';
import * as rankerHttp from '@graphwright/ranker-http';
import * as retrieval from '@graphwright/retrieval';
import * as global from '@graphwright/strategy-global';
import * as local from '@graphwright/strategy-local';
import * as budget from '@graphwright/token-budget';
import { approximateTokenizer } from '@graphwright/tokenizer-approximate';
import { gptTokenizer } from '@graphwright/tokenizer-gpt-tokenizer';
import { memoryVectorStore } from '@graphwright/vector-store-memory';

/** Everything that can be named by id without installing anything else, in the order in which parts are tried. */
export const defaultPlugins: readonly Plugin[] = [
  ...[local, global, retrieval, context, budget, extractive, openai, anthropic, rankerHttp].flatMap((module) => Object.values(module).filter((value) => isPlugin(value))),
  gptTokenizer,
  approximateTokenizer,
  bm25Memory,
  memoryVectorStore,
];
