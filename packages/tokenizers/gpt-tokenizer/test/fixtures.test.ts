import { sharedFolder } from '@graphwright-internal/testing';
import { createApproximate } from '@graphwright/tokenizer-approximate';
import { createTiktoken } from '@graphwright/tokenizer-tiktoken';
import { beforeAll, describe, expect, it } from 'vitest';
import { createGptTokenizer } from '../src/index.ts';
import { fixtureTexts } from './fixture-texts.ts';

describe.skipIf(sharedFolder() === undefined)('the texts of the fixtures', () => {
  let texts: string[] = [];
  beforeAll(async () => {
    texts = await fixtureTexts();
  });

  it('are many', () => {
    expect(texts.length).toBeGreaterThan(10_000);
    expect(texts.some((text) => text.includes('\uFEFF'))).toBe(true);
  });

  it.each(['cl100k_base', 'o200k_base'] as const)('count in %s as tiktoken counts them, each of them', (encoding) => {
    const [ours, theirs] = [createGptTokenizer(encoding), createTiktoken(encoding)];
    const different = texts.filter((text) => ours.count(text) !== theirs.count(text));
    expect(different.map((text) => text.slice(0, 80))).toEqual([]);
  }, 60_000);

  it('are estimated no more than 5 % too low where they have 100 tokens, and about an eighth too high on the whole', () => {
    const [estimate, narrow, wide] = [createApproximate(), createGptTokenizer('cl100k_base'), createGptTokenizer('o200k_base')];
    const ratios: { ratio: number; text: string }[] = [];
    let estimated = 0;
    let counted = 0;
    for (const text of texts) {
      const [count, guess] = [Math.max(narrow.count(text), wide.count(text)), estimate.count(text)];
      estimated += guess;
      counted += count;
      if (count >= 100) ratios.push({ ratio: guess / count, text: text.slice(0, 80) });
    }
    expect(ratios.length).toBeGreaterThan(1000);
    expect(ratios.filter(({ ratio }) => ratio < 0.95)).toEqual([]);
    expect(estimated / counted).toBeGreaterThan(1.05);
    expect(estimated / counted).toBeLessThan(1.2);
  });
});
