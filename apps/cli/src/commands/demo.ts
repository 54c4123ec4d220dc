import type { RunFlags } from '../arguments/flags.ts';
import { windowChart } from '../print/chart.ts';
import type { Surroundings } from '../surroundings.ts';
import { plainLine } from '../terminal/plain.ts';
import { styleOf } from '../terminal/style.ts';
import { fitted } from '../terminal/width.ts';
import { query } from './query.ts';

/** What is asked when nothing is: it needs facts of several entities. */
export const DEMO_QUESTION = 'How does HippoRAG answer a multi-hop question, and what has personalised PageRank to do with it?';

/** `graphwright demo`: a query that also draws what its window is made of. */
export async function demo(question: string, flags: RunFlags, root: string, surroundings: Surroundings): Promise<number> {
  const { stdout } = surroundings;
  const style = styleOf(stdout, surroundings);
  const columns = stdout.columns ?? 80;
  return query(question, flags, root, surroundings, {
    before: [style.bold(fitted(plainLine(question), Math.max(20, columns * 3))), ''],
    after: (answer) => windowChart(answer, style, columns),
  });
}
