import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentencesOf } from './sentences.ts';
import { featuresOf, wordsOf } from './words.ts';

describe('sentencesOf', () => {
  it('splits English and Chinese, joins wrapped lines, keeps titles with their names', () => {
    expect(sentencesOf('Dr. Hayes met J. Cruz in\nthe base. It rained, e.g. at noon!\n\n图检索很快。它有两种？')).toEqual([
      'Dr. Hayes met J. Cruz in the base.',
      'It rained, e.g. at noon!',
      '图检索很快。',
      '它有两种？',
    ]);
  });

  it('leaves out headings and rules, and takes items of lists one by one', () => {
    expect(sentencesOf('# Title\n\nFirst.\n---\n- one\n- two\n3. three')).toEqual(['First.', 'one', 'two', 'three']);
  });

  it('cuts what is too long for a sentence at a space', () => {
    const long = Array.from({ length: 300 }, (_, index) => `w${index}`).join(' ');
    const parts = sentencesOf(long);
    expect(parts.length).toBeGreaterThan(1);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(600);
    expect(parts.join(' ')).toBe(long);
  });
});

describe('words', () => {
  it('of a long text are those of the text as a whole', () => {
    const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
    const whole = (text: string): string[] => [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment.normalize('NFKC').toLowerCase()] : []));
    const part = fc.constantFrom('graph', "don't", '3.5', '1\u202F000', '图检索很有用', '。', '、', ' ', '\r\n', '\u0308', 'กราฟ', '👩‍🚀', 'a'.repeat(120), '_', '，', 'カタ');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        expect(wordsOf(parts.join(''))).toEqual(whole(parts.join('')));
      }),
      { numRuns: 300 },
    );
  });

  it('normalises width and case, and segments Chinese', () => {
    expect(wordsOf('ＧｒａｐｈＲＡＧ works')).toEqual(['graphrag', 'works']);
    expect(wordsOf('社区报告很有用').length).toBeGreaterThan(1);
  });

  it('weighs pieces of a word less than the word, and function words nothing', () => {
    const features = featuresOf('What are communities?');
    expect(features.get('=communities')).toBe(1);
    expect(features.has('=what')).toBe(false);
    const pieces = [...features].filter(([feature]) => feature.startsWith('~')).map(([, weight]) => weight);
    expect(pieces.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(0.6 + 1e-9);
    expect([...featuresOf('community').keys()].some((feature) => feature.startsWith('~') && features.has(feature))).toBe(true);
  });
});
