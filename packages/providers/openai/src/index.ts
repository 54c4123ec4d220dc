export { createOpenaiEmbedder, openaiEmbedderOptions } from './embedder/embedder.ts';
export type { OpenaiEmbedderSettings } from './embedder/embedder.ts';
export { createOpenaiModel, openaiOptions } from './model/model.ts';
export type { OpenaiSettings } from './model/model.ts';
export { openai, openaiEmbedder, openaiPlugins } from './plugins.ts';
export type { ServerOptions } from './connection/options.ts';
export type { Environment } from '@graphwright/transport';
