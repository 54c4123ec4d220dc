export { approximateTokenizer } from './plugin.ts';
export { createApproximate } from './tokenizer.ts';
