/** A stretch of a text: `start` ≤ code unit < `end`. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Which code units of a text belong to stretches that were taken. */
export class Coverage {
  readonly #covered: Uint8Array;

  /** @param length Of the text, in code units. */
  constructor(length: number) {
    this.#covered = new Uint8Array(length);
  }

  add({ start, end }: Stretch): void {
    this.#covered.fill(1, start, end);
  }

  /** Whether a stretch has a code unit in common with one that was taken. */
  overlaps({ start, end }: Stretch): boolean {
    for (let unit = start; unit < end; unit++) if (this.#covered[unit] === 1) return true;
    return false;
  }
}
