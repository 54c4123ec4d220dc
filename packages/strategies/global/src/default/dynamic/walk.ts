import type { Candidate, Dropped, Found } from '@graphwright/contract';
import type { PoolReport } from '../../compatible/pool.ts';
import type { ReportNode } from '../select/tree.ts';
import type { DynamicOptions } from './options.ts';
import { candidateOf, type Verdict } from './rater.ts';

/** A round as it is told in the details. */
export interface Round {
  /** Why these were rated. */
  readonly from: 'roots' | 'children' | 'next level';
  readonly rated: number;
  readonly relevant: number;
  readonly notRated: number;
  /** Forecast and judgement after it. */
  readonly notes: unknown[];
}

/** The walk down the tree: what is queued, what was rated, what is kept. Everything stands in the order in which it was rated. */
export class Walk {
  queue: readonly ReportNode[];
  /** By id of the report. */
  readonly kept = new Map<string, ReportNode>();
  readonly verdicts = new Map<string, Verdict>();
  readonly rounds: Round[] = [];
  readonly #options: DynamicOptions;
  readonly #among: ReadonlySet<string> | undefined;
  readonly #met = new Map<string, ReportNode>();
  readonly #parents = new Map<string, string>();
  #from: Round['from'] = 'roots';

  /** @param among The reports that may be rated; all when undefined. */
  constructor(roots: readonly ReportNode[], among: ReadonlySet<string> | undefined, options: DynamicOptions) {
    this.#among = among;
    this.#options = options;
    this.queue = roots.filter((node) => this.#mayBeRated(node));
  }

  /** Enters the verdicts of the queue and queues what comes next: the children of what is kept or was not rated. */
  enter(verdicts: ReadonlyMap<string, Verdict>): { readonly rated: number; readonly relevant: number } {
    const { notRated, keepParent, widen } = this.#options;
    const next: ReportNode[] = [];
    const all: ReportNode[] = [];
    let relevant = 0;
    for (const node of this.queue) {
      const { id } = node.report;
      const verdict = verdicts.get(id);
      this.#met.set(id, node);
      const children = node.children.filter((child) => this.#mayBeRated(child));
      for (const child of children) this.#parents.set(child.report.id, id);
      all.push(...children);
      if (verdict !== undefined) this.verdicts.set(id, verdict);
      if (verdict?.relevant === true) relevant += 1;
      if (verdict?.relevant === false) continue;
      next.push(...children);
      if (verdict === undefined && notRated === 'leave-out') continue;
      this.kept.set(id, node);
      const parent = this.#parents.get(id);
      if (!keepParent && parent !== undefined) this.kept.delete(parent);
    }
    const rated = this.queue.filter(({ report: { id } }) => verdicts.has(id)).length;
    this.rounds.push({ from: this.#from, rated, relevant, notRated: this.queue.length - rated, notes: [] });
    const widened = next.length === 0 && this.kept.size === 0 && widen;
    this.#from = widened ? 'next level' : 'children';
    this.queue = widened ? all : next;
    return { rated, relevant };
  }

  /** Whether a report waits to be rated. */
  queued(node: ReportNode): boolean {
    return this.queue.includes(node);
  }

  /** Whether the report above is kept so far. */
  belowKept({ report: { id } }: ReportNode): boolean {
    return this.kept.has(this.#parents.get(id) ?? '');
  }

  /** Kept reports in the order in which they were rated; the others with why they are not read. */
  found(pool: readonly PoolReport[]): Found {
    const candidates: Candidate[] = [];
    const dropped: Dropped[] = [];
    for (const { id } of [...[...this.#met.values()].map(({ report }) => report), ...pool.filter((report) => !this.#met.has(report.id))]) {
      const verdict = this.verdicts.get(id);
      if (this.kept.has(id)) candidates.push(candidateOf(id));
      else if (verdict === undefined) dropped.push({ ...candidateOf(id), reason: this.#among?.has(id) === false ? 'filtered' : 'not-rated' });
      else dropped.push({ ...candidateOf(id), reason: verdict.relevant ? 'superseded' : 'not-relevant' });
    }
    return { candidates, dropped, caps: [] };
  }

  /** The walk as JSON: its rounds, and for every report that was met its verdict and reason. */
  account(): object {
    const reports = [...this.#met.values()].map(({ report: { id, number, level } }) => {
      const verdict = this.verdicts.get(id);
      const said = verdict === undefined ? { verdict: 'not rated' } : { verdict: verdict.relevant ? 'relevant' : 'not relevant', read: verdict.read, sure: verdict.sure, reason: verdict.reason, agreement: verdict.agreement };
      const parent = this.#parents.get(id);
      return { id, ...(number === undefined ? {} : { number }), level, ...(parent === undefined ? {} : { parent }), ...said, kept: this.kept.has(id) };
    });
    return { rounds: this.rounds, reports };
  }

  #mayBeRated({ report: { id } }: ReportNode): boolean {
    return this.#among?.has(id) !== false;
  }
}
