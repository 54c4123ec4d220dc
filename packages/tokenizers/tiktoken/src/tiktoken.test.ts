import { kinds } from '@graphwright/contract';
import { describe, expect, it } from 'vitest';
import { createTiktoken, tiktokenTokenizer } from './index.ts';

describe('counting by tiktoken', () => {
  it.each([
    ['', 0, 0],
    ['Who is Agent Mercer?', 5, 5],
    ['<|endoftext|>', 7, 7],
    ['\uD800', 1, 1],
    ['\u{1F600}', 2, 1],
    ['\uFEFFabc', 2, 2],
  ])('%j', (text, narrow, wide) => {
    expect([createTiktoken('cl100k_base').count(text), createTiktoken('o200k_base').count(text)]).toEqual([narrow, wide]);
  });

  it('is a tokenizer of the encoding that it is given', () => {
    const resolution = tiktokenTokenizer.resolve({ encoding: 'o200k_base' }, {});
    const port = resolution.create();
    expect(kinds.tokenizer.check(port) && [port.encoding, port.exact, port.count('\u{1F600}')]).toEqual(['o200k_base', true, 1]);
    expect(() => tiktokenTokenizer.resolve({ encoding: 'p50k_base' }, {})).toThrow(/"encoding".*not valid/u);
  });
});
