import type { World } from './world.ts';

/** CPU time of a local context at one index. Times in milliseconds, of user and system together. */
export interface Measured {
  readonly index: string;
  readonly entities: number;
  readonly strategy: string;
  /** Per context, counts known, without the vector search: the best round. */
  readonly context: number;
  /** Per vector search, in memory and exact: the best round. */
  readonly search: number;
  /** Rows in the window, the mean over the questions. */
  readonly rows: number;
}

/** Measures one strategy at one index; the first rounds, which fill counts and warm the machine up, do not count. */
export async function measure(world: World, strategy: string, rounds: number): Promise<Measured> {
  let rows = 0;
  const ask = async (): Promise<number> => {
    for (const question of world.questions) await world.engine.context({ question, strategy });
    return world.questions.length;
  };
  for (const question of world.questions) {
    const { ledger } = await world.engine.context({ question, strategy });
    rows += ledger.entries.filter(({ outcome }) => outcome === 'included').length;
  }
  for (let warm = 0; warm < 4; warm++) await ask();
  const context = await best(ask, rounds);
  const search = await best(() => world.searchAgain(), Math.min(rounds, 5));
  return { index: world.name, entities: world.entities, strategy, context, search, rows: rows / world.questions.length };
}

/** CPU milliseconds per piece of work in the best of some rounds; a round says how many pieces it did. */
async function best(round: () => Promise<number>, rounds: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < rounds; count++) {
    const before = process.cpuUsage();
    const pieces = await round();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000 / Math.max(1, pieces));
  }
  return least;
}
