import { compareStrings } from './names.ts';
import type { IdFilter, SearchHit, VectorQuery } from './vectors.ts';

/** Scores are compared in units of 1e-6. */
const UNITS = 1e6;

/** Whether a filter lets an id through; without a filter all pass. */
export function admits(filter: IdFilter | undefined, id: string): boolean {
  if (filter === undefined) return true;
  return 'only' in filter ? filter.only.has(id) : !filter.except.has(id);
}

/**
 * Keeps the k nearest of the records that are offered to it, in a heap of k places: the order that the port promises (scores
 * rounded to 1e-6, ties by ascending id), whatever the order of offers. An id offered twice stands once, with its better score;
 * a score that is not finite is passed over.
 */
export class NearestHits {
  readonly #capacity: number;
  readonly #sign: 1 | -1;
  readonly #least: number;
  readonly #filter: IdFilter | undefined;
  /** Worst first; `#units[i]` belongs to `#ids[i]`, larger is nearer. */
  readonly #units: number[] = [];
  readonly #ids: string[] = [];
  readonly #held = new Set<string>();

  constructor(query: Pick<VectorQuery, 'k' | 'metric' | 'minScore' | 'filter'>) {
    this.#capacity = query.k;
    this.#sign = query.metric === 'squared-l2' ? -1 : 1;
    this.#least = query.minScore === undefined ? -Infinity : Math.round(query.minScore * UNITS);
    this.#filter = query.filter;
  }

  /** Whether a record of this score may get a place, if its id is right: for stores in which reading an id costs something. */
  accepts(score: number): boolean {
    const units = this.#sign * Math.round(score * UNITS);
    if (!(units >= this.#least) || units === Infinity || units === -Infinity || this.#capacity === 0) return false;
    return this.#ids.length < this.#capacity || units >= this.#at(0);
  }

  /** Offers a record with its score in the metric of the query, not yet rounded. */
  offer(id: string, score: number): void {
    if (!this.accepts(score)) return;
    const units = this.#sign * Math.round(score * UNITS);
    const full = this.#ids.length >= this.#capacity;
    if (full && !this.#nearer(units, id, 0)) return;
    // The filter comes last: asked of every row, it would cost more than the search.
    if (!admits(this.#filter, id)) return;
    if (this.#held.has(id)) {
      const place = this.#ids.indexOf(id);
      if (units > this.#at(place)) this.#sink(place, units, id);
      return;
    }
    this.#held.add(id);
    if (full) {
      this.#held.delete(this.#ids[0] ?? '');
      this.#sink(0, units, id);
    } else {
      this.#rise(this.#ids.length, units, id);
    }
  }

  /** What is kept, best first. */
  hits(): SearchHit[] {
    const order = Array.from(this.#ids, (id, place) => ({ id, units: this.#at(place) }));
    order.sort((a, b) => b.units - a.units || compareStrings(a.id, b.id));
    // Adding 0 turns -0 into 0, which prints and compares alike everywhere.
    return order.map(({ id, units }) => ({ id, score: (this.#sign * units) / UNITS + 0 }));
  }

  #at(place: number): number {
    return this.#units[place] ?? -Infinity;
  }

  /** Whether a record comes before the one at a place. */
  #nearer(units: number, id: string, place: number): boolean {
    const other = this.#at(place);
    return units > other || (units === other && id < (this.#ids[place] ?? ''));
  }

  #put(place: number, units: number, id: string): void {
    this.#units[place] = units;
    this.#ids[place] = id;
  }

  #rise(from: number, units: number, id: string): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.#nearer(units, id, parent)) break;
      this.#put(place, this.#at(parent), this.#ids[parent] ?? '');
      place = parent;
    }
    this.#put(place, units, id);
  }

  #sink(from: number, units: number, id: string): void {
    const size = this.#ids.length;
    let place = from;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= size) break;
      if (child + 1 < size && this.#nearer(this.#at(child), this.#ids[child] ?? '', child + 1)) child += 1;
      if (!this.#nearer(units, id, child)) break;
      this.#put(place, this.#at(child), this.#ids[child] ?? '');
      place = child;
    }
    this.#put(place, units, id);
  }
}
