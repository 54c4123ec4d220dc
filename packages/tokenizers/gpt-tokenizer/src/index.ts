export { encodingOfModel } from './models.ts';
export { gptTokenizer } from './plugin.ts';
export { createGptTokenizer } from './tokenizer.ts';
export type { Encoding } from './vocabulary.ts';
