import { definePlugin, kinds } from '@graphwright/contract';
import { createApproximate } from './tokenizer.ts';

/** The tokenizer `approximate`: an estimate by script, word length and signs, for models whose encoding is not known. */
export const approximateTokenizer = definePlugin(kinds.tokenizer, {
  id: 'approximate',
  version: '1.0.0',
  description: 'Token counts by estimate, where the encoding of a model is not known.',
  create: createApproximate,
});
