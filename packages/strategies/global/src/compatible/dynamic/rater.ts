import { rowsSection, textOrNan } from '@graphwright/context';
import { kinds, refTo, rowFinder, type Budget, type Failure, type Run, type Section, type Window } from '@graphwright/contract';
import { rateReport } from '../../prompts.ts';
import { globalBatchesCompatible } from '../batches-policy.ts';
import type { PoolReport } from '../pool.ts';
import { readRating, vote } from './rating.ts';
import type { TreeCommunity } from './tree.ts';

const POLICY = refTo(kinds.packingPolicy, globalBatchesCompatible.id);

/** How reports are rated. */
export interface RaterOptions {
  readonly numRepeats: number;
  readonly useSummary: boolean;
}

/** A rating, or the failure of the call that was to give it. */
export type Rating = number | { readonly failure: Failure };

/** Has reports rated, each in a window of its own. */
export class Rater {
  readonly #question: string;
  readonly #run: Run;
  readonly #options: RaterOptions;

  constructor(question: string, run: Run, options: RaterOptions) {
    this.#question = question;
    this.#run = run;
    this.#options = options;
  }

  /** The ratings of a round, one for one. All calls are asked for at once, the repeats of one report one after the other. */
  async rate(round: number, communities: readonly TreeCommunity[]): Promise<Rating[]> {
    return Promise.all(communities.map(({ report }, place) => this.#rateOne(report, this.#run.stage(`${round + 1}.${place + 1}`))));
  }

  async #rateOne(report: PoolReport, run: Run): Promise<Rating> {
    const input = { question: this.#question };
    const budget = run.budget(rateReport, input);
    const [window] = await this.#pack(report, run, budget);
    if (window === undefined) return 0;
    const values: (number | string)[] = [];
    for (let repeat = 0; repeat < this.#options.numRepeats; repeat++) {
      const reply = await run.generate(rateReport, input, { window });
      // An empty reply is a failure already; GraphRAG counts it as any reply without a rating.
      if (!reply.ok && reply.failure.code !== 'reply-empty') return { failure: reply.failure };
      const read = readRating(reply.ok ? reply.value : '');
      if (!read.ok) return { failure: this.#fail(run, read.message, 'The report is not read, and nothing below it is rated.') };
      if (reply.ok && read.missing) this.#fail(run, 'The reply holds no rating.', 'It counts as 1, as in GraphRAG.');
      values.push(read.value);
    }
    return vote(values);
  }

  #fail(run: Run, message: string, effect: string): Failure {
    const failure: Failure = { stage: run.path, call: `generate ${rateReport.id}`, layer: 'parse', code: 'reply-unparsable', message, attempts: 1, effect };
    run.fail(failure);
    return failure;
  }

  #pack(report: PoolReport, run: Run, budget: Budget): Promise<readonly Window[]> {
    return run.pack({ sections: [this.#section(report, run)], policy: POLICY, budget, use: 'work' });
  }

  #section({ id, number }: PoolReport, { knowledge, tokens, signal }: Run): Section {
    const column = this.#options.useSummary ? 'summary' : 'fullContent';
    return rowsSection({
      name: 'rated',
      rows: [{ candidate: { table: 'community_reports', id, via: [{ by: 'select-dynamic-compatible' }] }, label: undefined, humanReadableId: number }],
      tokens,
      rendering: `rated/${column}`,
      heading: '',
      texts: async (records) => {
        const values = records.map(({ candidate }) => candidate.id);
        const batch = await knowledge.rows({ table: 'community_reports', values, columns: [column], signal });
        const find = rowFinder(batch.ids, values);
        return (position) => ({ lines: [textOrNan(batch.get(find(position) ?? 0, column))] });
      },
    });
  }
}
