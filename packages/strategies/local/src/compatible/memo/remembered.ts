/**
 * Values by id that are read once and kept. Bounded: when what is kept outweighs the limit, all of it goes, and is read again as
 * it is asked for.
 */
export class Remembered<V> {
  readonly #values = new Map<string, V | undefined>();
  readonly #limit: number;
  readonly #weigh: (value: V) => number;
  #weight = 0;

  /** @param limit The sum of weights that is kept at most, but for what one request brings. */
  constructor(limit: number, weigh: (value: V) => number) {
    this.#limit = limit;
    this.#weigh = weigh;
  }

  /**
   * The values of some ids, one for one; undefined where there is none.
   *
   * @param load Reads the values that are not known, each id once; ids without a value may be left out.
   */
  async get(ids: readonly string[], load: (missing: readonly string[]) => Promise<ReadonlyMap<string, V>>): Promise<(V | undefined)[]> {
    const known = ids.map((id) => this.#values.get(id));
    const missing = new Set(ids.filter((id, index) => known[index] === undefined && !this.#values.has(id)));
    if (missing.size === 0) return known;
    const loaded = await load([...missing]);
    if (this.#weight > this.#limit) {
      this.#values.clear();
      this.#weight = 0;
    }
    for (const id of missing) {
      const value = loaded.get(id);
      if (!this.#values.has(id)) this.#weight += 1 + (value === undefined ? 0 : this.#weigh(value));
      this.#values.set(id, value);
    }
    return ids.map((id, index) => known[index] ?? loaded.get(id));
  }
}
