import fc from 'fast-check';
import { normaliseName } from '@graphwright/contract';
import { describe, expect, it } from 'vitest';
import { isUnspaced, nameWindows } from './windows.ts';

const namesIn = (question: string, longest = 64): string[] => [...nameWindows(question, longest).keys()];

describe('nameWindows', () => {
  it('gives stretches of whole words, the white space taken out', () => {
    expect(namesIn('who is Alex Mercer')).toEqual(
      expect.arrayContaining(['alexmercer', 'mercer', 'whoisalexmercer', 'isalex']),
    );
    expect(namesIn('go with IT now')).toContain('it');
    expect(namesIn('go with her')).not.toContain('it');
    expect(namesIn('go with her')).not.toContain('wit');
  });

  it('gives a word with and without the punctuation that touches it', () => {
    const names = namesIn('Is C++ like .NET (or C#)?');
    expect(names).toEqual(expect.arrayContaining(['c++', 'c', '.net', 'net', 'c#', 'c#)?']));
  });

  it('goes over punctuation between words, and over possessives', () => {
    expect(namesIn("what is Operation: Dulce's aim")).toEqual(expect.arrayContaining(['operation:dulce', "dulce's"]));
  });

  it('begins and ends anywhere in scripts without spaces', () => {
    expect(namesIn('杜尔塞基地在哪里')).toEqual(expect.arrayContaining(['杜尔塞', '基地', '杜尔塞基地', '塞基']));
    expect(namesIn('ドルセ基地はどこ')).toEqual(expect.arrayContaining(['ドルセ', 'ドルセ基地']));
    expect(namesIn('スーパーマンは誰')).toContain('スーパーマン');
    expect(namesIn('谁领导XX项目？')).toContain('xx项目');
    expect(namesIn('谁领导XX项目？')).not.toContain('x项目');
  });

  it('begins at the start of a Korean word and ends anywhere in it', () => {
    const names = namesIn('서울은 어디에');
    expect(names).toContain('서울');
    expect(names).not.toContain('울은');
  });

  it('is bounded by the longest name', () => {
    const question = '长'.repeat(400);
    expect(namesIn(question, 8)).toHaveLength(8);
    expect([...nameWindows(question, 8).values()].flat().length).toBeLessThanOrEqual(400 * 8);
    expect(nameWindows('', 8).size).toBe(0);
  });

  it('says where each stretch stands', () => {
    for (const { written, start, end } of nameWindows('Dulce, dulce', 64).get('dulce') ?? []) {
      expect('Dulce, dulce'.slice(start, end)).toBe(written);
    }
    expect(nameWindows('Dulce, dulce', 64).get('dulce')).toHaveLength(2);
  });

  it('normalises every stretch as names are normalised', () => {
    expect(namesIn('ποῦ πάει ὁ ΟΔΥΣΣΕΥΣ;')).toContain(normaliseName('ΟΔΥΣΣΕΥΣ'));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
        const question = text.normalize('NFKC').replaceAll('Σ', 'S');
        for (const [name, places] of nameWindows(question, 256)) {
          for (const { written } of places) expect(normaliseName(written)).toBe(name);
        }
      }),
    );
  });

  it('finds any words that stand in a question, however they are spaced or written', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/u);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 4 }), fc.array(word, { minLength: 1, maxLength: 3 }), fc.array(word, { maxLength: 4 }), (before, name, after) => {
        const question = [...before, name.join('  ').toUpperCase(), ...after].join(' ');
        expect(namesIn(question)).toContain(normaliseName(name.join(' ')));
      }),
    );
  });
});

describe('isUnspaced', () => {
  it('tells scripts without word bounds from others', () => {
    expect(['基地', 'ドルセ', 'กรุงเทพ'].map(isUnspaced)).toEqual([true, true, true]);
    expect(['base', '서울', 'база', 'ß3'].map(isUnspaced)).toEqual([false, false, false, false]);
  });
});
