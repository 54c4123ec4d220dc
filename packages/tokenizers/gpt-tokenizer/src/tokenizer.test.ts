import { describe, expect, it } from 'vitest';
import { kinds } from '@graphwright/contract';
import { createGptTokenizer, encodingOfModel, gptTokenizer } from './index.ts';
import { piecesOf } from './pieces.ts';

const narrow = createGptTokenizer('cl100k_base');
const wide = createGptTokenizer('o200k_base');

describe('counting', () => {
  it.each([
    ['', 0, 0],
    ['Who is Agent Mercer?', 5, 5],
    ['<|endoftext|>', 7, 7],
    ['a<|endoftext|>b <|im_start|>', 14, 15],
    ['\uD800', 1, 1],
    ['x\uDFFFy', 3, 3],
    ['\u{1F600}', 2, 1],
    ['\uFEFFabc', 2, 2],
    ['a\uFEFF\uFEFF b', 4, 3],
    ['\u0085\u0085x', 5, 5],
    ["'S'LL'Ve it'\u017F", 9, 8],
  ])('%j has the tokens that tiktoken counts', (text, inNarrow, inWide) => {
    expect([narrow.count(text), wide.count(text)]).toEqual([inNarrow, inWide]);
  });

  it('counts a run of 100,000 characters without a break', () => {
    expect(['a', ' ', '-', '中'].map((character) => narrow.count(character.repeat(100_000)))).toEqual([12_500, 782, 1562, 100_000]);
  });

  it('is the same on the second look, when pieces are remembered', () => {
    const text = 'Überraschung! Überraschung, Überraschung 中文中文 the theth';
    const first = narrow.count(text);
    expect([narrow.count(text), createGptTokenizer('cl100k_base').count(text)]).toEqual([first, first]);
  });
});

describe('cutting', () => {
  it('loses nothing of a run that is too long for a regular expression', () => {
    const text = `${'中'.repeat(8_000_000)}${'\u{20000}'.repeat(1_000_001)}`;
    const pieces = piecesOf(text, 'o200k_base');
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('') === text).toBe(true);
    expect(pieces.some((piece) => /\p{Surrogate}/u.test(piece))).toBe(false);
  });
});

describe('encodingOfModel', () => {
  it.each([
    ['gpt-4o', 'o200k_base'],
    ['gpt-4o-mini-2024-07-18', 'o200k_base'],
    ['gpt-4.1-nano', 'o200k_base'],
    ['gpt-5.2-chat', 'o200k_base'],
    ['o3', 'o200k_base'],
    ['openai/gpt-5-mini', 'o200k_base'],
    ['ft:gpt-4o-mini-2024-07-18:acme::abc', 'o200k_base'],
    ['GPT-4-Turbo', 'cl100k_base'],
    ['gpt-4', 'cl100k_base'],
    ['gpt-35-turbo', 'cl100k_base'],
    ['text-embedding-3-small', 'cl100k_base'],
    ['claude-sonnet-4', undefined],
    ['o1000', undefined],
    ['gpt-40', undefined],
    ['llama-3.3-70b', undefined],
    ['', undefined],
  ])('%s → %s', (model, encoding) => {
    expect(encodingOfModel(model)).toBe(encoding);
  });
});

describe('the plugin', () => {
  const model = (name: string) => ({ model: { name, limits: { window: 1000, maxOutput: 100 } } });

  it('derives the encoding from the model, and takes the one that is given', () => {
    expect(gptTokenizer.resolve({}, model('gpt-4o'))).toMatchObject({ options: { encoding: 'o200k_base' }, origins: { encoding: 'derived' } });
    expect(gptTokenizer.resolve({}, {}).options).toEqual({ encoding: 'cl100k_base' });
    const given = gptTokenizer.resolve({ encoding: 'o200k_base' }, model('gpt-4'));
    expect(given.origins).toEqual({ encoding: 'given' });
    const port = given.create();
    expect(kinds.tokenizer.check(port) && [port.encoding, port.exact, port.count('Who is Agent Mercer?')]).toEqual(['o200k_base', true, 5]);
  });

  it('guesses no encoding for a model that it does not know', () => {
    expect(() => gptTokenizer.resolve({}, model('claude-sonnet-4'))).toThrow(/"encoding".*not valid/u);
    expect(() => gptTokenizer.resolve({ encoding: 'p50k_base' }, {})).toThrow(/"encoding".*not valid/u);
  });
});
