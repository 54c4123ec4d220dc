import { throwIfAborted } from '@graphwright/contract';

/**
 * Waits for work that others share: when the signal fires the wait ends, and the work goes on for the others.
 *
 * @throws GraphwrightError `aborted`, and whatever the work throws.
 */
export async function waitFor<V>(work: Promise<V>, signal: AbortSignal | undefined): Promise<V> {
  if (signal === undefined) return work;
  let stop = (): void => undefined;
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    const done = await Promise.race([aborted, work.then((value) => ({ value }))]);
    throwIfAborted(signal);
    return done === undefined ? await work : done.value;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
