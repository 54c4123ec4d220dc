export { createAnthropicModel } from './model.ts';
export type { AnthropicModel } from './model.ts';
export { anthropicOptions } from './options.ts';
export type { AnthropicSettings } from './options.ts';
export { anthropic, anthropicPlugin } from './plugins.ts';
export type { Environment } from '@graphwright/transport';
