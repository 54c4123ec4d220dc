import { definePlugin, kinds, type Plugin } from '@graphwright/contract';
import type { Environment } from '@graphwright/transport';
import { limitsOf } from './known-models.ts';
import { createAnthropicModel } from './model.ts';
import { anthropicOptions } from './options.ts';

/** The plugin, with key and address looked up in an environment of the caller's instead of the process's. */
export function anthropicPlugin(environment: Environment): Plugin {
  return definePlugin(kinds.languageModel, {
    id: 'anthropic',
    version: '1.0.0',
    description: "A model at Anthropic, or at any server that speaks its Messages API.",
    options: anthropicOptions,
    derive: ({ model = '' }) => limitsOf(model),
    create: (options) => createAnthropicModel(options, environment),
  });
}

/** The model `anthropic`, as a plugin. Its key is that of the environment of the process. */
export const anthropic: Plugin = anthropicPlugin(process.env);
