import { GraphwrightError, type Limits } from '@graphwright/contract';
import { orAborted } from '../abort.ts';

/** A place in the ceilings that one call holds while it runs. */
export interface Held {
  /** Tokens that its output may have. */
  readonly output: number;
  /** Gives back what was held and enters what was used. A second call does nothing. */
  settle(used: number): void;
}

/**
 * The ceilings of one run. A call holds its input and the longest output that it may have before it is sent, so that calls side
 * by side cannot pass a ceiling together; one that does not fit beside the others waits for them. The last one that fits may
 * write only what is left.
 */
export class Ceilings {
  readonly #limits: Limits;
  #calls = 0;
  #tokens = 0;
  #held = 0;
  #running = 0;
  #waiting: (() => void)[] = [];

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Calls that were begun. */
  get calls(): number {
    return this.#calls;
  }

  /**
   * Begins a call.
   *
   * @param input Tokens that are sent.
   * @param output Tokens that may come back, at most.
   * @throws GraphwrightError `limit-calls`, `limit-tokens` when the ceiling leaves no room; `aborted`.
   */
  async begin(input: number, output: number, signal: AbortSignal): Promise<Held> {
    const { calls = Infinity, tokens = Infinity } = this.#limits;
    if (this.#calls >= calls) throw reached('limit-calls', `The limit of ${calls} calls is reached.`);
    this.#calls += 1;
    for (;;) {
      const free = tokens - this.#tokens - this.#held;
      if (input + output <= free || this.#running === 0) {
        // An embedding has no output; a reply needs room for one token.
        const allowed = Math.min(output, free - input);
        if (allowed < Math.min(1, output)) {
          this.#calls -= 1;
          throw reached('limit-tokens', `The limit of ${tokens} tokens leaves ${Math.max(0, tokens - this.#tokens)}, and the next call sends ${input}.`);
        }
        return this.#hold(input, allowed);
      }
      try {
        await orAborted(new Promise<void>((resolve) => this.#waiting.push(resolve)), signal);
      } catch (error) {
        this.#calls -= 1;
        throw error;
      }
    }
  }

  #hold(input: number, output: number): Held {
    const held = input + output;
    this.#held += held;
    this.#running += 1;
    let open = true;
    return {
      output,
      settle: (used) => {
        if (!open) return;
        open = false;
        this.#held -= held;
        this.#running -= 1;
        this.#tokens += used;
        const waiting = this.#waiting;
        this.#waiting = [];
        for (const resume of waiting) resume();
      },
    };
  }
}

function reached(code: string, message: string): GraphwrightError {
  return new GraphwrightError({ code, message, next: 'Raise the limit, or ask a narrower question.' });
}
