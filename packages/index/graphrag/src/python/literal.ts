/** What a Python literal can hold, as far as tables of an index use it. Tuples are lists, `None`, `nan` are null. */
export type PythonValue = string | number | boolean | null | PythonValue[] | { [key: string]: PythonValue };

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\', "'": "'", '"': '"', '\n': '',
};
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
const WORDS: Readonly<Record<string, PythonValue>> = { None: null, nan: null, NaN: null, True: true, False: false, inf: Infinity };
const NUMBER = /[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/uy;
const WORD = /[A-Za-z_][\w.]*/uy;
const BLANK = /[\s]*/uy;

/**
 * Parses the text that Python prints for a value (its `repr`): strings in either quotes with their escapes, numbers, `None`,
 * `True`, `False`, lists, tuples, dictionaries with text keys. Items of a list may be separated by a comma or only by white
 * space, as numpy prints arrays; wrappers such as `np.float64(0.5)` and `array([…], dtype=object)` are looked through.
 *
 * @throws SyntaxError that names the offset, from 0.
 */
export function parsePython(text: string): PythonValue {
  const parser = new Parser(text);
  const value = parser.value();
  parser.end();
  return value;
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): PythonValue {
    this.#blank();
    const start = this.#text[this.#at];
    if (start === "'" || start === '"') return this.#strings(start);
    if (start === '[') return this.#list(']');
    if (start === '(') return this.#list(')');
    if (start === '{') return this.#dictionary();
    const number = this.#match(NUMBER);
    if (number !== undefined) return Number(number.replaceAll('_', ''));
    return this.#word();
  }

  end(): void {
    this.#blank();
    if (this.#at < this.#text.length) throw this.#fault('the end');
  }

  #list(close: string): PythonValue[] {
    this.#at += 1;
    const items: PythonValue[] = [];
    for (;;) {
      this.#blank();
      if (this.#take(close)) return items;
      items.push(this.value());
      this.#blank();
      this.#take(',');
    }
  }

  #dictionary(): PythonValue {
    this.#at += 1;
    const entries: [string, PythonValue][] = [];
    for (;;) {
      this.#blank();
      if (this.#take('}')) return Object.fromEntries(entries);
      const key = this.value();
      this.#blank();
      if (!this.#take(':')) throw this.#fault('a colon');
      if (typeof key === 'object' && key !== null) throw this.#fault('a plain key before the colon');
      entries.push([String(key), this.value()]);
      this.#blank();
      if (!this.#take(',') && this.#text[this.#at] !== '}') throw this.#fault('a comma or the end of the dictionary');
    }
  }

  #strings(quote: string): string {
    this.#at += 1;
    let value = '';
    for (;;) {
      const start = this.#at;
      while (this.#at < this.#text.length && this.#text[this.#at] !== quote && this.#text[this.#at] !== '\\') this.#at += 1;
      value += this.#text.slice(start, this.#at);
      if (this.#at >= this.#text.length) throw this.#fault('the end of a string');
      if (this.#take(quote)) return value;
      this.#at += 1;
      value += this.#escape();
    }
  }

  /** What stands for the characters after a backslash; an unknown escape is itself, as in Python. */
  #escape(): string {
    const letter = this.#text[this.#at] ?? '';
    this.#at += 1;
    const digits = HEX_DIGITS[letter];
    if (digits === undefined) return ESCAPES[letter] ?? `\\${letter}`;
    const hex = this.#text.slice(this.#at, this.#at + digits);
    const code = Number.parseInt(hex, 16);
    if (hex.length !== digits || !/^[\da-f]+$/iu.test(hex) || code > 0x10ffff) throw this.#fault(`${digits} hexadecimal digits`);
    this.#at += digits;
    return String.fromCodePoint(code);
  }

  /** A constant, or a call whose first argument is the value. */
  #word(): PythonValue {
    const negative = this.#text.startsWith('-inf', this.#at);
    if (negative) this.#at += 1;
    const start = this.#at;
    const word = this.#match(WORD) ?? '';
    if (this.#text[this.#at] === '(') return this.#list(')')[0] ?? null;
    // A named argument (`dtype=object`) says nothing of the value.
    if (this.#take('=')) return this.#match(WORD) === undefined ? this.value() : null;
    const value = WORDS[word];
    if (value === undefined) {
      this.#at = start;
      throw this.#fault('a value');
    }
    return negative && typeof value === 'number' ? -value : value;
  }

  #blank(): void {
    this.#match(BLANK);
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #fault(expected: string): SyntaxError {
    return new SyntaxError(`not a Python value: expected ${expected} at offset ${this.#at}`);
  }
}
