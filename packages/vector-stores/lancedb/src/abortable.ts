import { throwIfAborted } from '@graphwright/contract';

/**
 * Waits for work that knows no signal, but no longer than until the signal fires; the work then ends unobserved.
 *
 * @throws GraphwrightError `aborted`, and whatever the work throws.
 */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  let stop = (): void => {};
  const stopped = new Promise<void>((settle) => {
    stop = () => settle();
  });
  signal.addEventListener('abort', stop, { once: true });
  work.catch(() => undefined);
  try {
    if (!signal.aborted) await Promise.race([work, stopped]);
    throwIfAborted(signal);
    return await work;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
