import type { Budget, Candidate, Failure, Run, Window } from '@graphwright/contract';
import { enoughReports, rateReports, type Enough, type Ratings } from '../prompts.ts';
import { reportWindows, type ReportWindow } from '../report-windows.ts';
import type { ReportNode } from '../select/tree.ts';
import type { DynamicOptions } from './options.ts';

/** What a rater says of one report. */
export interface Verdict {
  readonly relevant: boolean;
  readonly sure: boolean;
  readonly reason: string;
  /** What the rater saw. */
  readonly read: 'summary' | 'full';
  /** Share of the votes that agree with the verdict, in [0.5, 1]. */
  readonly agreement: number;
}

/** What a round brought. */
export interface RoundVerdicts {
  /** By id of the report; without those that nobody rated. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** The first failure, where no call of the round gave a rating. */
  readonly failure: Failure | undefined;
}

/** What one pass over some reports brought. */
interface Pass extends RoundVerdicts {
  /** Reports that replies passed over. */
  readonly passedOver: readonly Candidate[];
}

type Form = 'summary' | 'full';

/** Has reports rated, many in one call: by their summaries first, by the whole report where the summary does not decide. */
export class BatchRater {
  readonly #question: string;
  readonly #run: Run;
  readonly #options: DynamicOptions;
  readonly #budget: Budget;
  /** Calls and tokens of their input so far; what is asked for again to mend a reply is not in it. */
  readonly spent = { calls: 0, tokens: 0 };

  /** @throws GraphwrightError `budget-too-small` when the prompt leaves no room. */
  constructor(question: string, run: Run, options: DynamicOptions) {
    this.#question = question;
    this.#run = run;
    this.#options = options;
    const { contextCap, outputReserve } = options;
    this.#budget = run.budget(rateReports, { question }, { contextCap, ...(outputReserve === undefined ? {} : { outputReserve }) });
  }

  /** The verdicts of a round. @param summaries Tokens of summaries by id; a report without one is read whole at once. */
  async rate(round: number, nodes: readonly ReportNode[], summaries: ReadonlySet<string>): Promise<RoundVerdicts> {
    const { fullReports } = this.#options;
    const candidates = nodes.map(({ report }) => candidateOf(report.id));
    const bySummary = fullReports === 'always' ? [] : candidates.filter(({ id }) => summaries.has(id));
    const whole = fullReports === 'always' ? candidates : candidates.filter(({ id }) => !summaries.has(id));
    const first = await this.#all(`${round}.summaries`, bySummary, 'summary');
    const verdicts = new Map(first.verdicts);
    const doubtful = fullReports === 'doubtful' ? bySummary.filter(({ id }) => verdicts.get(id)?.sure === false) : [];
    const second = await this.#all(`${round}.reports`, [...whole, ...doubtful], 'full');
    for (const [id, verdict] of second.verdicts) verdicts.set(id, verdict);
    return { verdicts, failure: verdicts.size === 0 ? (first.failure ?? second.failure) : undefined };
  }

  /** Whether the reports that are kept can answer; undefined where the judge did not say. */
  async judge(round: number, kept: readonly ReportNode[]): Promise<Enough | undefined> {
    const stage = this.#run.stage(`${round}.enough`);
    const input = { question: this.#question };
    const { contextCap, outputReserve } = this.#options;
    const budget = stage.budget(enoughReports, input, { contextCap, ...(outputReserve === undefined ? {} : { outputReserve }) });
    const candidates = kept.map(({ report }) => candidateOf(report.id));
    const { windows } = await reportWindows({ candidates, name: 'judged', form: 'summary', budget, policy: this.#options.policy, use: 'work', maxWindows: 1 }, stage);
    const window = windows[0]?.window;
    if (window === undefined) return undefined;
    this.#spend(window);
    const reply = await stage.generate(enoughReports, input, { window });
    return reply.ok ? reply.value : undefined;
  }

  /** Rates all, and once more those that the replies passed over. */
  async #all(name: string, candidates: readonly Candidate[], form: Form): Promise<RoundVerdicts> {
    const first = await this.#pass(name, candidates, form);
    if (first.passedOver.length === 0) return first;
    const again = await this.#pass(`${name}.again`, first.passedOver, form);
    return { verdicts: new Map([...first.verdicts, ...again.verdicts]), failure: first.failure ?? again.failure };
  }

  async #pass(name: string, candidates: readonly Candidate[], form: Form): Promise<Pass> {
    const calls = Math.ceil(candidates.length / this.#options.batchSize);
    const size = Math.ceil(candidates.length / Math.max(1, calls));
    const groups = Array.from({ length: calls }, (_, group) => candidates.slice(group * size, (group + 1) * size));
    // All at once: the engine holds back what passes its limit.
    const rated = await Promise.all(groups.map((group, number) => this.#group(this.#run.stage(`${name}.${number + 1}`), group, form)));
    return together(rated);
  }

  async #group(stage: Run, candidates: readonly Candidate[], form: Form): Promise<Pass> {
    const { windows, named } = await reportWindows({ candidates, name: 'rated', form, budget: this.#budget, policy: this.#options.policy, use: 'work' }, stage);
    const rated = await Promise.all(windows.map((one) => this.#batch(one, named, stage, form)));
    return together(rated);
  }

  async #batch({ window, reports }: ReportWindow, named: (label: string) => Candidate | undefined, stage: Run, form: Form): Promise<Pass> {
    const votes = new Map<string, Ratings['ratings']>(reports.map(({ id }) => [id, []]));
    let failure: Failure | undefined;
    for (let repeat = 0; repeat < this.#options.repeats; repeat++) {
      this.#spend(window);
      const reply = await stage.generate(rateReports, { question: this.#question }, { window });
      if (!reply.ok) failure ??= reply.failure;
      const seen = new Set<string>();
      for (const rating of reply.ok ? reply.value.ratings : []) {
        const candidate = named(rating.id.trim());
        if (candidate === undefined || seen.has(candidate.id)) continue;
        seen.add(candidate.id);
        votes.get(candidate.id)?.push(rating);
      }
    }
    const verdicts = new Map([...votes].flatMap(([id, ratings]) => (ratings.length === 0 ? [] : [[id, majority(ratings, form)] as const])));
    // A call that failed was asked for again already.
    return { verdicts, failure, passedOver: failure === undefined ? reports.filter(({ id }) => !verdicts.has(id)) : [] };
  }

  #spend({ tokens, budget: { prompt, question } }: Window): void {
    this.spent.calls += 1;
    this.spent.tokens += tokens + prompt + question;
  }
}

function together(passes: readonly Pass[]): Pass {
  return {
    verdicts: new Map(passes.flatMap(({ verdicts }) => [...verdicts])),
    failure: passes.find(({ failure }) => failure !== undefined)?.failure,
    passedOver: passes.flatMap(({ passedOver }) => passedOver),
  };
}

/** What most of the votes say. A tie counts as relevant, since what is left out is lost; votes that differ are a doubt. */
function majority(votes: Ratings['ratings'], read: Form): Verdict {
  const yes = votes.filter(({ relevant }) => relevant).length;
  const relevant = yes * 2 >= votes.length;
  const agreeing = votes.filter((vote) => vote.relevant === relevant);
  const sure = agreeing.length === votes.length && votes.every((vote) => vote.sure);
  return { relevant, sure, reason: agreeing[0]?.reason ?? '', read, agreement: agreeing.length / votes.length };
}

/** A report as a candidate of this selector. */
export function candidateOf(id: string): Candidate {
  return { table: 'community_reports', id, via: [{ by: 'select-dynamic' }] };
}
