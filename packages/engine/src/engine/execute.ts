import { GraphwrightError, type Answer, type Outcome, type Request, type Run, type RunEvent, type StageEstimate, type Strategy } from '@graphwright/contract';
import type { LimitFunction } from 'p-limit';
import { abortedError, orAborted, sharedController, tie } from '../abort.ts';
import { assembleAnswer } from '../answer/assemble.ts';
import { provenanceOf } from '../answer/provenance.ts';
import type { Clock } from '../clock.ts';
import type { Fault } from '../model/fault.ts';
import { nameOf, pluginFailed } from '../registry/guard.ts';
import { flatten, promptsOf, type ResolvedPlugin } from '../registry/tree.ts';
import { Ceilings } from '../run/ceilings.ts';
import type { RunContext } from '../run/context.ts';
import { RunRecord } from '../run/record.ts';
import { createRun } from '../run/run.ts';
import { compareStages } from '../run/stage-path.ts';
import type { AssembledParts } from './parts.ts';
import type { Prepared } from './prepare.ts';

/** How long a strategy may take to come to an end after its run was stopped. */
const GRACE = 2000;

/** Why work that is left when a run has ended is stopped. One for all: an error takes the stack with it, which costs as much as a look-up. */
const OVER = new Error('The run is over.');

/** What an execution needs beside the parts of the engine. */
export interface ExecutionSettings {
  readonly clock: Clock;
  readonly limiter: LimitFunction;
  readonly retries: number;
  /** Fires when the engine is closed. */
  readonly closed: AbortSignal;
}

/** Runs a strategy for an answer, or for windows alone, and puts the Answer together. */
export async function execute(
  mode: 'answer' | 'context',
  prepared: Prepared,
  parts: AssembledParts,
  settings: ExecutionSettings,
  emit: (event: RunEvent) => void,
): Promise<Answer> {
  const asked = mode === 'answer';
  const live = begin(prepared, parts, settings, emit, false);
  try {
    const outcome = await ended(live, prepared, settings, (strategy, request, run) => (asked ? strategy.run(request, run) : strategy.retrieve(request, run)));
    const { record } = live.context.calls;
    const nothingRelevant = outcome?.nothingRelevant === true;
    if (asked && outcome !== undefined && !nothingRelevant && record.text === '' && record.failures.values.length === 0) {
      record.fail(record.place(''), {
        stage: '',
        call: prepared.tree.plugin.id,
        layer: 'model',
        code: 'answer-missing',
        message: `The strategy ${prepared.tree.plugin.id} came to its end and asked for no answer.`,
        attempts: 0,
        effect: 'There is no answer.',
      });
    }
    return await assembleAnswer(record, {
      request: prepared.request,
      asked,
      nothingRelevant,
      knowledge: parts.knowledge,
      provenance: provenance(prepared, parts, live.context),
    });
  } finally {
    live.end();
  }
}

/** Asks a strategy what a run would cost, with models that refuse. In the order of stages. */
export async function estimate(prepared: Prepared, parts: AssembledParts, settings: ExecutionSettings): Promise<readonly StageEstimate[]> {
  const live = begin(prepared, parts, settings, () => {}, true);
  try {
    const stages = await orAborted(guardedCall(prepared.tree, () => prepared.strategy.estimate(prepared.request, live.run)), live.context.calls.signal);
    return stages.toSorted((a, b) => compareStages(a.stage, b.stage));
  } finally {
    live.end();
  }
}

/** A run that goes on. */
interface LiveRun {
  readonly context: RunContext;
  readonly run: Run;
  /** Stops whatever the strategy left going. */
  end(): void;
}

function begin(prepared: Prepared, parts: AssembledParts, settings: ExecutionSettings, emit: (event: RunEvent) => void, estimating: boolean): LiveRun {
  const { limits, seed } = prepared;
  const stop = sharedController();
  const { signal } = stop;
  const untie = tie(stop, [settings.closed, ...(prepared.signal === undefined ? [] : [prepared.signal])]);
  let late = false;
  const { milliseconds } = limits;
  if (milliseconds !== undefined) {
    const watch = async (): Promise<void> => {
      await settings.clock.wait(milliseconds, signal);
      if (signal.aborted) return;
      late = true;
      stop.abort(new Error(`The limit of ${milliseconds} ms is reached.`));
    };
    void watch();
  }
  const stopped = (): Fault | undefined =>
    late ? { layer: 'limit', code: 'limit-milliseconds', message: `The limit of ${milliseconds ?? 0} ms is reached.` } : undefined;
  const record = new RunRecord(emit);
  for (const warning of parts.warnings) record.warn({ stage: '', position: 0 }, warning);
  const calls = {
    clock: settings.clock,
    ceilings: new Ceilings(limits),
    limiter: settings.limiter,
    record,
    seed,
    signal,
    retries: settings.retries,
    count: (text: string) => parts.tokens.count(text),
    stopped,
  };
  const context: RunContext = { parts, calls, estimating, ports: new Map(), plugins: new Map(), prompts: new Map(), embeddings: new Map(), answered: false };
  const end = (): void => {
    untie();
    stop.abort(OVER);
  };
  return { context, run: createRun('', context), end };
}

/** The outcome of a strategy; undefined when it was stopped, which then stands among the failures. */
async function ended(
  { context, run }: LiveRun,
  { tree, strategy, request }: Prepared,
  { clock }: ExecutionSettings,
  work: (strategy: Strategy, request: Request, run: Run) => Promise<Outcome>,
): Promise<Outcome | undefined> {
  const { signal, record } = context.calls;
  try {
    if (signal.aborted) throw new GraphwrightError({ code: 'aborted', message: 'The run was aborted before it began.', cause: signal.reason });
    return await withGrace(guardedCall(tree, () => work(strategy, request, run)), signal, clock);
  } catch (error) {
    if (!signal.aborted) throw error;
    const fault = context.calls.stopped() ?? { layer: 'aborted' as const, code: 'aborted', message: 'The run was aborted.' };
    if (!record.failures.values.some(({ code }) => code === fault.code)) {
      record.fail(record.place(''), { stage: '', call: tree.plugin.id, ...fault, attempts: 0, effect: 'What was not reached by then is missing.' });
    }
    return undefined;
  }
}

async function guardedCall<T>(tree: ResolvedPlugin, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw pluginFailed(nameOf(tree), error);
  }
}

/** Waits for work; once the signal has fired, only a little longer. */
function withGrace<T>(work: Promise<T>, signal: AbortSignal, clock: Clock): Promise<T> {
  return new Promise((resolve, reject) => {
    let waiting: AbortController | undefined;
    const watch = (): void => {
      waiting = new AbortController();
      void clock.wait(GRACE, waiting.signal).then(() => reject(abortedError(signal)));
    };
    const settle = (): void => {
      signal.removeEventListener('abort', watch);
      waiting?.abort(OVER);
    };
    if (signal.aborted) watch();
    else signal.addEventListener('abort', watch, { once: true });
    work.then(resolve, reject).then(settle, settle);
  });
}

function provenance({ tree, seed }: Prepared, parts: AssembledParts, context: RunContext): Answer['provenance'] {
  const listed = new Map([...flatten(tree), ...parts.shared].map((plugin) => [plugin.key, plugin]));
  const others = [...context.plugins].filter(([key]) => !listed.has(key)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const prompts = new Map([...promptsOf(tree), ...context.prompts.values()].map((prompt) => [prompt.id, prompt]));
  const { model } = parts;
  const own = model === undefined ? [] : [{ kind: 'model' as const, model: model.model, dropped: [], ...(model.notice === undefined ? {} : { notice: model.notice }) }];
  return provenanceOf({
    strategy: tree,
    plugins: [...listed.values(), ...others.map(([, plugin]) => plugin)],
    prompts: [...prompts.values()],
    texts: parts.prompts,
    models: [...context.calls.record.models.values, ...own],
    tokenizer: parts.tokens.tokenizer,
    index: parts.index,
    seed,
  });
}
