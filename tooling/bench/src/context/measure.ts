import type { World } from './world.ts';

/** Rounds that fill counts and warm the machine up before any is measured. */
const WARM_UP = 6;

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

/** Milliseconds per piece of work in the best of some rounds. */
export interface Best {
  /** Of user and system, all threads. */
  readonly cpu: number;
  readonly wall: number;
}

/** Measures one strategy at one index. */
export async function measure(world: World, strategy: string, rounds: number): Promise<Measured> {
  let rows = 0;
  for (const question of world.questions) {
    const { ledger } = await world.engine.context({ question, strategy });
    rows += ledger.entries.filter(({ outcome }) => outcome === 'included').length;
  }
  const { cpu: context } = await measureContexts(world, strategy, rounds);
  const { cpu: search } = await best(() => world.searchAgain(), Math.min(rounds, 5));
  return { index: world.name, entities: world.entities, strategy, context, search, rows: rows / world.questions.length };
}

/** A context, the mean over all questions in the best round; the first rounds do not count. */
export async function measureContexts({ engine, questions }: World, strategy: string, rounds: number): Promise<Best> {
  const ask = async (): Promise<number> => {
    for (const question of questions) await engine.context({ question, strategy });
    return questions.length;
  };
  for (let round = 0; round < WARM_UP; round++) await ask();
  return best(ask, rounds);
}

/** The best of some rounds; a round says how many pieces of work it did. */
async function best(round: () => Promise<number>, rounds: number): Promise<Best> {
  let cpu = Number.POSITIVE_INFINITY;
  let wall = Number.POSITIVE_INFINITY;
  for (let count = 0; count < rounds; count++) {
    const started = performance.now();
    const before = process.cpuUsage();
    const pieces = Math.max(1, await round());
    const { user, system } = process.cpuUsage(before);
    cpu = Math.min(cpu, (user + system) / 1000 / pieces);
    wall = Math.min(wall, (performance.now() - started) / pieces);
  }
  return { cpu, wall };
}
