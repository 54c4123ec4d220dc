export { httpRankerOptions } from './options.ts';
export type { HttpRankerSettings } from './options.ts';
export { httpRanker, httpRankerPlugin } from './plugin.ts';
export { createHttpReranker } from './reranker.ts';
export type { Environment } from '@graphwright/transport';
