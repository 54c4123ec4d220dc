import type { Surroundings } from '../surroundings.ts';
import { fitted } from './width.ts';

/** One line that says what is going on; it is there on a terminal only, and gone before anything else is written. */
export interface Progress {
  say(what: string): void;
  clear(): void;
}

/** Progress on standard error; nothing at all where that is no terminal or the user wants quiet. */
export function progressOn({ stderr }: Surroundings, quiet: boolean): Progress {
  let shown = false;
  const clear = (): void => {
    if (shown) stderr.write('\r\u001B[2K');
    shown = false;
  };
  return {
    clear,
    say(what) {
      if (quiet || !stderr.isTerminal) return;
      clear();
      stderr.write(fitted(`${what} …`, (stderr.columns ?? 80) - 1));
      shown = true;
    },
  };
}
