import { definePlugin, kinds, type Plugin } from '@graphwright/contract';
import { rerankedBy } from '@graphwright/retrieval';
import type { Environment } from '@graphwright/transport';
import { httpRankerOptions } from './options.ts';
import { createHttpReranker } from './reranker.ts';

/** The plugin, with the key looked up in an environment of the caller's instead of the process's. */
export function httpRankerPlugin(environment: Environment): Plugin {
  return definePlugin(kinds.ranker, {
    id: 'http',
    version: '1.0.0',
    description: 'The order of a rerank service: Cohere, Jina, vLLM, TEI, Infinity, and whoever else answers /rerank.',
    options: httpRankerOptions,
    create: ({ limit, ...settings }) => rerankedBy('http', createHttpReranker(settings, environment), limit),
  });
}

/** The ranker `http`, as a plugin. Its key is that of the environment of the process. */
export const httpRanker: Plugin = httpRankerPlugin(process.env);
