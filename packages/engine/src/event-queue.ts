/** Events on their way from a run to whoever reads them: pushed at any time, read in order, ended once. */
export class EventQueue<T> {
  readonly #waiting: T[] = [];
  #ended = false;
  #wake: (() => void) | undefined;

  push(event: T): void {
    this.#waiting.push(event);
    this.#wake?.();
  }

  /** Nothing more will come. */
  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  /** What was pushed and what will be, until the end. For one reader. */
  async *read(): AsyncGenerator<T, void, undefined> {
    for (;;) {
      const events = this.#waiting.splice(0);
      yield* events;
      if (this.#waiting.length > 0) continue;
      if (this.#ended) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
  }
}
