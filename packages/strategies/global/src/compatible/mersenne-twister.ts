/** Words of the state, and how far apart two of them are mixed: MT19937's n and m. */
const SIZE = 624;
const MIDDLE = 397;

/**
 * The generator behind Python's `random`: MT19937, seeded as `random.seed(n)` does for a whole number
 * (M. Matsumoto and T. Nishimura, 1998; CPython's `Modules/_randommodule.c`). GraphRAG shuffles its reports by it.
 */
export class MersenneTwister {
  readonly #state = new Uint32Array(SIZE);
  #next = SIZE;

  /** @param seed A whole number from 0 to 2^53 − 1. */
  constructor(seed: number) {
    const key = [seed % 2 ** 32, Math.floor(seed / 2 ** 32)].slice(0, seed >= 2 ** 32 ? 2 : 1);
    this.#seedByNumber(19_650_218);
    this.#mix(key);
  }

  /** The next 32 bits. */
  word(): number {
    if (this.#next === SIZE) this.#turn();
    let word = this.#at(this.#next);
    this.#next += 1;
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  }

  /** A whole number in [0, bound), as Python draws it; 1 ≤ bound < 2^32. */
  below(bound: number): number {
    const bits = 32 - Math.clz32(bound);
    for (;;) {
      const drawn = this.word() >>> (32 - bits);
      if (drawn < bound) return drawn;
    }
  }

  /** A new array in the order in which `random.shuffle` leaves a list. */
  shuffle<T>(items: readonly T[]): T[] {
    const order = [...items.keys()];
    for (let last = order.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
    }
    return order.flatMap((place) => items.slice(place, place + 1));
  }

  #seedByNumber(seed: number): void {
    this.#state[0] = seed;
    for (let place = 1; place < SIZE; place++) this.#state[place] = Math.imul(1_812_433_253, this.#mixed(place - 1)) + place;
  }

  #mix(key: readonly number[]): void {
    let place = 1;
    let word = 0;
    const step = (): void => {
      place += 1;
      if (place < SIZE) return;
      this.#state[0] = this.#at(SIZE - 1);
      place = 1;
    };
    for (let round = Math.max(SIZE, key.length); round > 0; round--) {
      this.#state[place] = (this.#at(place) ^ Math.imul(this.#mixed(place - 1), 1_664_525)) + (key[word] ?? 0) + word;
      step();
      word = (word + 1) % key.length;
    }
    for (let round = SIZE - 1; round > 0; round--) {
      this.#state[place] = (this.#at(place) ^ Math.imul(this.#mixed(place - 1), 1_566_083_941)) - place;
      step();
    }
    this.#state[0] = 0x80000000;
  }

  #turn(): void {
    for (let place = 0; place < SIZE; place++) {
      const joined = (this.#at(place) & 0x80000000) | (this.#at((place + 1) % SIZE) & 0x7fffffff);
      this.#state[place] = this.#at((place + MIDDLE) % SIZE) ^ (joined >>> 1) ^ ((joined & 1) === 0 ? 0 : 0x9908b0df);
    }
    this.#next = 0;
  }

  #mixed(place: number): number {
    return this.#at(place) ^ (this.#at(place) >>> 30);
  }

  #at(place: number): number {
    return this.#state[place] ?? 0;
  }
}
