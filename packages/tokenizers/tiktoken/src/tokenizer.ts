import type { Tokenizer } from '@graphwright/contract';
import { encoderOf, type Encoding } from './vendor.ts';

/**
 * Makes a tokenizer that counts with OpenAI's own code, compiled to WebAssembly; for checking others against it. The encoder is
 * loaded at the first count. Time grows with the square of the longest run of letters, of punctuation or of blanks: 20,000 Chinese
 * characters without a break take 3 s. The tokenizer `gpt-tokenizer` counts the same and knows no such case.
 */
export function createTiktoken(encoding: Encoding): Tokenizer {
  return {
    specVersion: 'v1',
    encoding,
    exact: true,
    count: (text) => encoderOf(encoding).encode_ordinary(text).length,
  };
}
