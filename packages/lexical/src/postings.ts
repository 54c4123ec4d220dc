/** Rows of the terms of a column, as offsets: term `t` stands in `rows[offsets[t]] … rows[offsets[t + 1] − 1]`, ascending, as often as `counts` says. */
export interface Postings {
  readonly terms: ReadonlyMap<string, number>;
  readonly offsets: Uint32Array;
  readonly rows: Uint32Array;
  readonly counts: Uint16Array;
  /** Terms of each row. */
  readonly lengths: Uint32Array;
  readonly ids: readonly string[];
}

/** Gathers the terms of rows, one after the other, into postings. */
export class PostingsBuilder {
  readonly #terms = new Map<string, number>();
  readonly #ids: string[] = [];
  readonly #lengths: number[] = [];
  /** For each row its terms and how often it has them, one row after the other. */
  readonly #pairs = new Pairs();
  readonly #frequencies: number[] = [];

  /** Adds a row with its terms. */
  add(id: string, terms: readonly string[]): void {
    this.#ids.push(id);
    this.#lengths.push(terms.length);
    const counts = new Map<number, number>();
    for (const term of terms) {
      let number = this.#terms.get(term);
      if (number === undefined) this.#terms.set(term, (number = this.#terms.size));
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    this.#pairs.startRow();
    for (const [term, count] of counts) {
      this.#frequencies[term] = (this.#frequencies[term] ?? 0) + 1;
      this.#pairs.push(term, Math.min(count, 0xff_ff));
    }
  }

  /** The postings: a counting sort by term, which leaves rows in their order. */
  build(): Postings {
    const offsets = new Uint32Array(this.#terms.size + 1);
    for (const [term, frequency] of this.#frequencies.entries()) offsets[term + 1] = (offsets[term] ?? 0) + frequency;
    const next = offsets.slice(0, -1);
    const rows = new Uint32Array(this.#pairs.size);
    const counts = new Uint16Array(this.#pairs.size);
    this.#pairs.forEach((row, term, count) => {
      const place = next[term] ?? 0;
      next[term] = place + 1;
      rows[place] = row;
      counts[place] = count;
    });
    return { terms: this.#terms, offsets, rows, counts, lengths: Uint32Array.from(this.#lengths), ids: this.#ids };
  }
}

/** Pairs of term and count by row, in arrays that grow by doubling. */
class Pairs {
  #terms = new Uint32Array(1024);
  #counts = new Uint16Array(1024);
  readonly #starts: number[] = [];
  size = 0;

  startRow(): void {
    this.#starts.push(this.size);
  }

  push(term: number, count: number): void {
    if (this.size === this.#terms.length) {
      const terms = new Uint32Array(this.size * 2);
      terms.set(this.#terms);
      this.#terms = terms;
      const counts = new Uint16Array(this.size * 2);
      counts.set(this.#counts);
      this.#counts = counts;
    }
    this.#terms[this.size] = term;
    this.#counts[this.size] = count;
    this.size += 1;
  }

  forEach(visit: (row: number, term: number, count: number) => void): void {
    for (const [row, start] of this.#starts.entries()) {
      const end = this.#starts[row + 1] ?? this.size;
      for (let place = start; place < end; place++) visit(row, this.#terms[place] ?? 0, this.#counts[place] ?? 0);
    }
  }
}
