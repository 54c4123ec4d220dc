/** The only place where time enters: whoever runs an engine under test gives one that stands still. */
export interface Clock {
  /** Milliseconds since some moment; never goes back. */
  now(): number;
  /** Resolves after so many milliseconds, or as soon as the signal fires; never rejects. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => performance.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal?.addEventListener('abort', done, { once: true });
    }),
};
