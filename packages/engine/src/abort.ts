import { setMaxListeners } from 'node:events';
import { GraphwrightError } from '@graphwright/contract';

/**
 * The value of a promise, or the error `aborted` as soon as the signal fires: work that does not listen to its signal holds
 * nobody up. What the promise gives later is dropped, a rejection too.
 */
export function orAborted<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(abortedError(signal));
    };
    const settle = (): void => {
      signal.removeEventListener('abort', stop);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, (error: unknown) => {
      reject(error instanceof Error ? error : new Error(String(error), { cause: error }));
    }).then(settle, settle);
  });
}

/** The error `aborted` with the signal's reason. */
export function abortedError(signal: AbortSignal): GraphwrightError {
  return new GraphwrightError({ code: 'aborted', message: 'The run was aborted.', cause: signal.reason });
}

/**
 * Makes a controller fire with the first of some signals.
 *
 * @returns Unties it again. `AbortSignal.any` does without, and on Node 20 keeps every signal that was ever tied to one that lives on.
 */
export function tie(controller: AbortController, signals: readonly AbortSignal[]): () => void {
  const fire = (event: Event): void => {
    const { target } = event;
    controller.abort(target instanceof AbortSignal ? target.reason : undefined);
  };
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason);
    else signal.addEventListener('abort', fire, { once: true });
  }
  return () => {
    for (const signal of signals) signal.removeEventListener('abort', fire);
  };
}

/** A controller to whose signal any number of calls may listen: Node warns of more than ten as of a leak. */
export function sharedController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
