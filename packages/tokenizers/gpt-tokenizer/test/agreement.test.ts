import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createTiktoken, tiktokenTokenizer } from '@graphwright/tokenizer-tiktoken';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createGptTokenizer, encodingOfModel } from '../src/index.ts';

// What cuts texts or may be read in two ways: letters of all cases and scripts, digits, every kind of blank, signs, marks, halves.
const unit = fc.oneof(
  fc.constantFrom(...Array.from('aAzZéÉßſ019٣４中文字アｱ한ǅʰªºกा')),
  fc.constantFrom(...Array.from("''.,;:!?-_=/<>|{}[]()\"`~@#$%&*+")),
  fc.constantFrom('\u0301', '\n', '\r', '\t', ' ', '  ', '   ', '\r\n', '\n\n', '\u0085', '\u00A0', '\u2028', '\u3000', '\u200B', '\u200D', '\uFEFF'),
  fc.constantFrom("'s", "'LL", "'Ve", 'the', ' and', 'Mercer', '😀', '👩‍👩‍👧', '\uD800', '\uDC00', '<|endoftext|>', '<|im_start|>'),
);

describe.each(['cl100k_base', 'o200k_base'] as const)('%s', (encoding) => {
  const [ours, theirs] = [createGptTokenizer(encoding), createTiktoken(encoding)];

  it('counts any text as tiktoken does', () => {
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
        expect(ours.count(text)).toBe(theirs.count(text));
      }),
      { numRuns: 5000 },
    );
  });

  it('counts characters from Latin to Arabic as tiktoken does', () => {
    // Characters that Unicode has gained lately are left out: the tables of Node and of tiktoken are not of one year.
    const letters = fc.string({ unit: fc.nat(0x7ff).map((code) => String.fromCharCode(code)), maxLength: 20 });
    fc.assert(
      fc.property(letters, (text) => {
        expect(ours.count(text)).toBe(theirs.count(text));
      }),
      { numRuns: 500 },
    );
  });
});

describe('models', () => {
  it('have the encoding that tiktoken knows them by', async () => {
    const file = createRequire(import.meta.resolve('@graphwright/tokenizer-tiktoken')).resolve('tiktoken/model_to_encoding.json');
    const table = z.record(z.string(), z.string()).parse(JSON.parse(await readFile(file, 'utf8')));
    const onOffer = (encoding: string): string | undefined => (['cl100k_base', 'o200k_base'].includes(encoding) ? encoding : undefined);
    const models = Object.entries(table).map(([model, encoding]) => ({ model, encoding: onOffer(encoding) }));
    expect(models.filter(({ encoding }) => encoding !== undefined).length).toBeGreaterThan(50);
    expect(models.map(({ model }) => ({ model, encoding: encodingOfModel(model) }))).toEqual(models);
  });

  it('are looked up in that table by the tokenizer tiktoken', () => {
    const facts = (name: string) => ({ model: { name, limits: { window: 1000, maxOutput: 100 } } });
    expect(tiktokenTokenizer.resolve({}, facts('gpt-4o-mini')).options).toEqual({ encoding: 'o200k_base' });
    expect(tiktokenTokenizer.resolve({}, facts('gpt-4')).options).toEqual({ encoding: 'cl100k_base' });
    expect(tiktokenTokenizer.resolve({}, {}).options).toEqual({ encoding: 'cl100k_base' });
    expect(() => tiktokenTokenizer.resolve({}, facts('claude-sonnet-4'))).toThrow(/"encoding".*not valid/u);
  });
});
