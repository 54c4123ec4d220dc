/** Gives a call up after a silence, or when the caller's signal fires. */
export class Patience {
  readonly #controller = new AbortController();
  readonly #milliseconds: number;
  readonly #outer: AbortSignal | undefined;
  readonly #fire = (): void => this.#controller.abort(this.#outer?.reason);
  #timer: NodeJS.Timeout | undefined;
  #exhausted = false;

  constructor(milliseconds: number, outer: AbortSignal | undefined) {
    this.#milliseconds = milliseconds;
    this.#outer = outer;
    if (outer?.aborted === true) this.#fire();
    else outer?.addEventListener('abort', this.#fire, { once: true });
  }

  /** Fires with whichever comes first. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether it was the silence. */
  get exhausted(): boolean {
    return this.#exhausted;
  }

  /** The silence begins (again). */
  wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#exhausted = true;
      this.#controller.abort(new Error('Nothing came for too long.'));
    }, this.#milliseconds);
  }

  /** Something came: the time until the next `wait` is not the server's. */
  rest(): void {
    clearTimeout(this.#timer);
  }

  /** Lets go of the timer and of the caller's signal. */
  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#fire);
  }
}
