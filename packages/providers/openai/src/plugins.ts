import { definePlugin, kinds, type Plugin } from '@graphwright/contract';
import type { Environment } from '@graphwright/transport';
import { keyVariable } from './connection/options.ts';
import { createOpenaiEmbedder, openaiEmbedderOptions } from './embedder/embedder.ts';
import { knownModel, UNKNOWN_LIMITS } from './model/known-models.ts';
import { createOpenaiModel, openaiOptions } from './model/model.ts';

/** Both plugins, with keys and addresses looked up in an environment of the caller's instead of the process's. */
export function openaiPlugins(environment: Environment): readonly [model: Plugin, embedder: Plugin] {
  return [
    definePlugin(kinds.languageModel, {
      id: 'openai',
      version: '1.0.0',
      description: "A model at OpenAI, Azure, or any server that speaks OpenAI's chat completions.",
      options: openaiOptions,
      derive({ model = '', apiVersion }) {
        const known = knownModel(model);
        const { window, maxOutput } = known?.limits ?? UNKNOWN_LIMITS;
        return { apiKeyVariable: keyVariable(apiVersion), window, maxOutput, ...(known === undefined ? {} : { encoding: known.encoding }) };
      },
      create: (options) => createOpenaiModel(options, environment),
    }),
    definePlugin(kinds.embedder, {
      id: 'openai',
      version: '1.0.0',
      description: "An embedding model at OpenAI, Azure, or any server that speaks OpenAI's embeddings.",
      options: openaiEmbedderOptions,
      derive: ({ apiVersion }) => ({ apiKeyVariable: keyVariable(apiVersion) }),
      create: (options) => createOpenaiEmbedder(options, environment),
    }),
  ];
}

/** The model and the embedder `openai`, as plugins. Keys are those of the environment of the process. */
export const [openai, openaiEmbedder]: readonly [model: Plugin, embedder: Plugin] = openaiPlugins(process.env);
