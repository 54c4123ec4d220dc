const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/uy;
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([['true', true], ['false', false], ['null', null], ['True', true], ['False', false], ['None', null]]);

/**
 * Reads JSON that a model wrote badly: trailing commas, single quotes, keys without quotes, Python's words, and ends that are missing. What
 * stands behind the value is left out.
 *
 * @returns undefined where no object or list begins.
 */
export function mendedJson(text: string): unknown {
  const start = text.search(/[[{]/u);
  return start === -1 ? undefined : new Reader(text, start).value();
}

class Reader {
  readonly #text: string;
  #place: number;

  constructor(text: string, place: number) {
    this.#text = text;
    this.#place = place;
  }

  value(): unknown {
    this.#skip();
    const opening = this.#text[this.#place];
    if (opening === '{') return this.#object();
    if (opening === '[') return this.#list();
    if (opening === '"' || opening === "'") return this.#quoted(opening);
    NUMBER.lastIndex = this.#place;
    const number = NUMBER.exec(this.#text)?.[0];
    if (number !== undefined) {
      this.#place += number.length;
      return Number(number);
    }
    const word = this.#bare();
    return WORDS.has(word) ? WORDS.get(word) : word;
  }

  #object(): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    this.#place += 1;
    while (!this.#ends('}')) {
      const before = this.#place;
      const quote = this.#text[this.#place];
      const key = quote === '"' || quote === "'" ? this.#quoted(quote) : this.#bare();
      this.#skip();
      if (this.#text[this.#place] === ':') {
        this.#place += 1;
        if (!this.#atEnd()) entries.push([key, this.value()]);
      }
      if (this.#place === before) this.#place += 1;
    }
    return Object.fromEntries(entries);
  }

  #list(): unknown[] {
    const items: unknown[] = [];
    this.#place += 1;
    while (!this.#ends(']')) {
      const before = this.#place;
      items.push(this.value());
      if (this.#place === before) this.#place += 1;
    }
    return items;
  }

  /** Whether the list or object ends here: by its bracket, or with the text. Commas are passed over. */
  #ends(bracket: string): boolean {
    this.#skip();
    while (this.#text[this.#place] === ',') {
      this.#place += 1;
      this.#skip();
    }
    if (this.#atEnd()) return true;
    const found = this.#text[this.#place];
    if (found === bracket) {
      this.#place += 1;
      return true;
    }
    // The other bracket closes what encloses this one.
    return found === '}' || found === ']';
  }

  #quoted(quote: string): string {
    let text = '';
    for (this.#place += 1; !this.#atEnd(); this.#place++) {
      const char = this.#text[this.#place] ?? '';
      if (char === quote) {
        this.#place += 1;
        break;
      }
      text += char;
    }
    return text;
  }

  #bare(): string {
    const start = this.#place;
    while (!this.#atEnd() && !/[\s,:[\]{}]/u.test(this.#text[this.#place] ?? '')) this.#place += 1;
    return this.#text.slice(start, this.#place);
  }

  #skip(): void {
    while (/\s/u.test(this.#text[this.#place] ?? '')) this.#place += 1;
  }

  #atEnd(): boolean {
    return this.#place >= this.#text.length;
  }
}
