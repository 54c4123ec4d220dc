import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePython, type PythonValue } from './literal.ts';

/** Prints a text as CPython's `repr` does: single quotes unless it holds some and no double ones. */
function reprText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let body = '';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (character === quote || character === '\\') body += `\\${character}`;
    else if (character === '\n') body += '\\n';
    else if (character === '\r') body += '\\r';
    else if (character === '\t') body += '\\t';
    else if (code < 0x20 || code === 0x7f) body += `\\x${code.toString(16).padStart(2, '0')}`;
    else if (code >= 0xd800 && code <= 0xdfff) body += `\\u${code.toString(16)}`;
    else if (code > 0xffff && code % 2 === 0) body += `\\U${code.toString(16).padStart(8, '0')}`;
    else body += character;
  }
  return quote + body + quote;
}

/** Prints a value as Python does. */
function repr(value: PythonValue): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'string') return reprText(value);
  if (typeof value === 'number') return value === Infinity ? 'inf' : value === -Infinity ? '-inf' : String(value);
  if (Array.isArray(value)) return `[${value.map(repr).join(', ')}]`;
  return `{${Object.entries(value).map(([key, part]) => `${reprText(key)}: ${repr(part)}`).join(', ')}}`;
}

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom("'", '"', '\\', '\n', '\r', 'n', 'x', '😀', '\u0000', '\ud800') }));
const { anyValue } = fc.letrec<{ anyValue: PythonValue }>((tie) => ({
  anyValue: fc.oneof(
    { depthSize: 'small' },
    anyText,
    fc.integer(),
    fc.double({ noNaN: true }).filter((number) => !Object.is(number, -0)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('anyValue'), { maxLength: 5 }),
    fc.dictionary(anyText.filter((key) => key !== '__proto__'), tie('anyValue'), { maxKeys: 4 }),
  ),
}));

describe('parsePython', () => {
  it('reads back whatever Python prints', () => {
    fc.assert(fc.property(anyValue, (value) => {
      expect(parsePython(repr(value))).toEqual(value);
    }));
  });

  it('reads lists whatever parts their items', () => {
    fc.assert(fc.property(fc.array(anyText), fc.constantFrom(', ', ' ', '\n', '\n ', ',\n'), (items, separator) => {
      expect(parsePython(`[${items.map(reprText).join(separator)}]`)).toEqual(items);
    }));
  });

  it.each([
    ["['a' 'b'\n 'c']", ['a', 'b', 'c']],
    ['[0.1 0.2\n -3.e-05]', [0.1, 0.2, -3e-5]],
    ['[1. 2.]', [1, 2]],
    ['[]', []],
    ['()', []],
    ["('a',)", ['a']],
    ['[5, 6]', [5, 6]],
    ['[nan, inf, -inf, None]', [null, Infinity, -Infinity, null]],
    ['[np.float64(0.5), np.int64(7)]', [0.5, 7]],
    ["[np.str_('a')]", ['a']],
    ["array(['a', 'b'], dtype=object)", ['a', 'b']],
    ["{'summary': \"it's\", 'explanation': 'a \"quote\"'}", { summary: "it's", explanation: 'a "quote"' }],
    ["'\\x41\\u00e9\\U0001f600\\q'", 'Aé😀\\q'],
    ["'a\\\nb'", 'ab'],
    ["  'a'  ", 'a'],
    ['{1: 2,}', { 1: 2 }],
  ])('reads %j', (text, value) => {
    expect(parsePython(text)).toEqual(value);
  });

  it.each(["['a'", "'a", '[1, 2', '{', "{'a' 1}", "{'a': 1 'b': 2}", 'nonsense', '', "['a'] b", "'\\x4'", "'\\xzz'", "'\\U00110000'", '[...]', '{[1]: 2}'])(
    'refuses %j, with the offset',
    (text) => {
      expect(() => parsePython(text)).toThrow(/^not a Python value: expected .* at offset \d+$/u);
    },
  );
});
