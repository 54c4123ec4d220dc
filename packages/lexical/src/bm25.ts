import { GraphwrightError, NearestHits, throwIfAborted, type TextHit, type TextIndex, type TextQuery } from '@graphwright/contract';
import { termsOf, type AnalysisOptions } from './analysis.ts';
import type { Postings } from './postings.ts';

/** How rows are scored. */
export interface Bm25Options extends AnalysisOptions {
  /** How soon a term that is repeated stops counting, ≥ 0. */
  readonly k1: number;
  /** How much long rows are held back, in [0, 1]. */
  readonly b: number;
}

/** A term of a query. */
interface QueryTerm {
  readonly text: string;
  /** How often the query has it. */
  readonly count: number;
  /** Its number in the postings; undefined where no row holds it. */
  readonly number: number | undefined;
  readonly idf: number;
}

/**
 * A text index over postings in memory. A query touches the postings of its terms and nothing else.
 *
 * Score: Σ idf × tf ÷ (tf + k1 × (1 − b + b × length ÷ mean length)) over the terms of the query, as often as it has them; idf = ln(1 + (N − df + 0.5) ÷
 * (df + 0.5)). Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, in the form that Lucene computes.
 */
export class Bm25Index implements TextIndex {
  readonly specVersion = 'v1';
  readonly space: string;
  readonly #postings: Postings;
  readonly #options: Bm25Options;
  readonly #meanLength: number;
  /** Sums of one query, by row; all 0 between queries. A search runs without a pause, so that queries can share them. */
  readonly #scores: Float64Array;
  readonly #weights: Float64Array;

  constructor(space: string, postings: Postings, options: Bm25Options) {
    this.space = space;
    this.#postings = postings;
    this.#options = options;
    const { lengths } = postings;
    this.#meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
    this.#scores = new Float64Array(lengths.length);
    this.#weights = new Float64Array(lengths.length);
  }

  get size(): number {
    return this.#postings.ids.length;
  }

  async search(query: TextQuery): Promise<readonly TextHit[]> {
    throwIfAborted(query.signal);
    if (!Number.isSafeInteger(query.k) || query.k < 0) {
      throw new GraphwrightError({ code: 'usage-invalid', message: 'A search by words takes a whole number of hits.', expected: 'k ≥ 0', found: `k = ${query.k}` });
    }
    return Promise.resolve(this.#search(query));
  }

  #search({ text, k, minScore, minShare = 0, filter }: TextQuery): TextHit[] {
    const terms = this.#termsOf(text);
    const whole = terms.reduce((sum, { idf }) => sum + idf, 0);
    const touched = this.#add(terms);
    const nearest = new NearestHits({ k, ...(minScore === undefined ? {} : { minScore }), ...(filter === undefined ? {} : { filter }) });
    const rows = new Map<string, { row: number; share: number }>();
    for (const row of touched) {
      const share = (this.#weights[row] ?? 0) / whole;
      const score = this.#scores[row] ?? 0;
      this.#scores[row] = 0;
      this.#weights[row] = 0;
      if (share < minShare || !nearest.accepts(score)) continue;
      const id = this.#postings.ids[row] ?? '';
      rows.set(id, { row, share });
      nearest.offer(id, score);
    }
    return nearest.hits().map(({ id, score }) => {
      const { row, share } = rows.get(id) ?? { row: -1, share: 0 };
      return { id, score, share: Math.min(1, share), terms: terms.filter(({ number }) => number !== undefined && this.#holds(number, row)).map((term) => term.text) };
    });
  }

  #termsOf(text: string): QueryTerm[] {
    const counts = new Map<string, number>();
    for (const term of termsOf(text, this.#options)) counts.set(term, (counts.get(term) ?? 0) + 1);
    const { terms, offsets } = this.#postings;
    return Array.from(counts, ([term, count]): QueryTerm => {
      const number = terms.get(term);
      const frequency = number === undefined ? 0 : (offsets[number + 1] ?? 0) - (offsets[number] ?? 0);
      return { text: term, count, number, idf: Math.log(1 + (this.size - frequency + 0.5) / (frequency + 0.5)) };
    });
  }

  /** Adds the terms up by row. Returns the rows that hold any of them. */
  #add(terms: readonly QueryTerm[]): readonly number[] {
    const { offsets, rows, counts, lengths } = this.#postings;
    const { k1, b } = this.#options;
    const touched: number[] = [];
    for (const { number, count, idf } of terms) {
      if (number === undefined) continue;
      for (let place = offsets[number] ?? 0; place < (offsets[number + 1] ?? 0); place++) {
        const row = rows[place] ?? 0;
        const frequency = counts[place] ?? 0;
        const scale = frequency / (frequency + k1 * (1 - b + (b * (lengths[row] ?? 0)) / this.#meanLength));
        if (this.#weights[row] === 0) touched.push(row);
        this.#weights[row] = (this.#weights[row] ?? 0) + idf;
        this.#scores[row] = (this.#scores[row] ?? 0) + count * idf * scale;
      }
    }
    return touched;
  }

  /** Whether a row holds a term: its rows ascend. */
  #holds(term: number, row: number): boolean {
    const { offsets, rows } = this.#postings;
    let from = offsets[term] ?? 0;
    let to = offsets[term + 1] ?? 0;
    while (from < to) {
      const middle = (from + to) >> 1;
      const found = rows[middle] ?? 0;
      if (found === row) return true;
      if (found < row) from = middle + 1;
      else to = middle;
    }
    return false;
  }
}
