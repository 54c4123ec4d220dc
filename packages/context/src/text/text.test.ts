import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shorten, stripCitationMarks } from '../index.ts';

const words = { count: (text: string) => (text.match(/[^\s…]+|…/gu) ?? []).length };
const letters = { count: (text: string) => text.length };

describe('stripCitationMarks', () => {
  it.each([
    ['Cruz leads [Data: Entities (1, 25); Relationships (1, 64, +more)].', 'Cruz leads.'],
    ['One [Data: Reports (1)] and two [records: Sources (3)].', 'One and two.'],
    ['A [Data:\nClaims (1)] b', 'A b'],
    ['Kept: [Illustration: a ship], [1], data: none, [Data]', 'Kept: [Illustration: a ship], [1], data: none, [Data]'],
    ['Open [Data: Entities (1)', 'Open [Data: Entities (1)'],
  ])('turns %j into %j', (text, clean) => {
    expect(stripCitationMarks(text)).toBe(clean);
  });
});

describe('shorten', () => {
  it('keeps what is short enough', () => {
    expect(shorten('one two three', 3, 3, words)).toBe('one two three');
  });

  it('cuts between words and shows that it did', () => {
    expect(shorten('one two three four', 3, 4, words)).toBe('one two…');
    expect(shorten('abcdefgh ijklmnop', 12, 17, letters)).toBe('abcdefgh…');
  });

  it('cuts inside a word where there is no blank near, never inside a character', () => {
    expect(shorten('特工默瑟带领小队', 5, 8, letters)).toBe('特工默瑟…');
    expect(shorten('🙂🙂🙂🙂', 4, 8, letters)).toBe('🙂…');
    expect(shorten('abc', 1, 3, letters)).toBe('…');
    expect(shorten('abc', 0, 3, letters)).toBe('');
  });

  it('never passes the limit, and gives a beginning of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(40), (text, limit) => {
        const short = shorten(text, limit, letters.count(text), letters);
        expect(letters.count(short)).toBeLessThanOrEqual(Math.max(limit, 0));
        expect(text.startsWith(short.replace(/…$/u, ''))).toBe(true);
        expect(short).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
      }),
    );
  });
});
