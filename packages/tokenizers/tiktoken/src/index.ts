export { tiktokenTokenizer } from './plugin.ts';
export { createTiktoken } from './tokenizer.ts';
export type { Encoding } from './vendor.ts';
