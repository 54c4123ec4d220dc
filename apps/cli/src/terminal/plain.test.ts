import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plain, plainJson, plainLine, PlainStream } from './plain.ts';

const HOSTILE = [
  ['colours', 'a\u001B[31mred\u001B[0mb', 'aredb'],
  ['a moved cursor and a cleared screen', 'a\u001B[2J\u001B[1;1Hb', 'ab'],
  ['a window title (OSC, both ends)', 'a\u001B]0;title\u0007b\u001B]8;;http://x\u001B\\c', 'abc'],
  ['controls of eight bits', 'a\u009B31mb\u0085c', 'abc'],
  ['backspace, bell, carriage return, delete', 'a\b\u0007\rb\u007Fc', 'abc'],
  ['marks that reorder text', 'a\u202Eb\u2066c\u200Fd', 'abcd'],
  ['the beginning of a sequence that never ends', 'a\u001B]0;title', 'a0;title'],
] as const;

describe('plain', () => {
  it.each(HOSTILE)('takes out %s', (_, text, wanted) => {
    expect(plain(text)).toBe(wanted);
  });

  it('keeps line ends, tabs, Chinese, emoji and joined letters', () => {
    const text = 'a\n\tb 图检索 👩‍🚀 é ﷺ';
    expect(plain(text)).toBe(text);
    expect(plain('a\r\nb')).toBe('a\nb');
    expect(plainLine(' a\n\tb ')).toBe('a b');
  });

  it('leaves nothing that a terminal obeys, in whatever text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('\u001B', '[', ']', '0', ';', 'm', '\u009B', '\u0007', '\\', 'x', '\u202E', 'P', '\n')), (parts) => {
        // eslint-disable-next-line no-control-regex -- control characters are what is looked for
        expect(plain(parts.join(''))).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E]/u);
      }),
    );
  });
});

describe('PlainStream', () => {
  it('gives the same as plain, wherever the pieces are cut', () => {
    fc.assert(
      fc.property(fc.constantFrom(...HOSTILE.map(([, text]) => text)), fc.nat(40), fc.nat(40), (text, a, b) => {
        const [first, second] = [Math.min(a, b), Math.max(a, b)];
        const stream = new PlainStream();
        const pieces = [text.slice(0, first), text.slice(first, second), text.slice(second)];
        expect(pieces.map((piece) => stream.push(piece)).join('') + stream.end()).toBe(plain(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('holds nothing back of ordinary text', () => {
    const stream = new PlainStream();
    expect(stream.push('one ')).toBe('one ');
    expect(stream.push('two\r')).toBe('two');
    expect(stream.push('\nthree')).toBe('\nthree');
  });
});

describe('plainJson', () => {
  it('parses to the same value and has no character that a terminal obeys', () => {
    const value = { text: 'a\u001B[31m\u009B1m\u202E\u007F图' };
    const json = plainJson(value);
    expect(JSON.parse(json)).toEqual(value);
    // eslint-disable-next-line no-control-regex -- control characters are what is looked for
    expect(json).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/u);
  });
});
