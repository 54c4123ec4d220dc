import { GraphwrightError, type Answer, type Plugin, type RunEvent, type StageEstimate } from '@graphwright/contract';
import pLimit from 'p-limit';
import { sharedController, tie } from '../abort.ts';
import { systemClock } from '../clock.ts';
import { EventQueue } from '../event-queue.ts';
import { checkEngineOptions } from './check-options.ts';
import { estimate, execute, type ExecutionSettings } from './execute.ts';
import type { EngineOptions } from './options.ts';
import { assembleParts } from './parts.ts';
import { prepare } from './prepare.ts';
import type { RunRequest } from './request.ts';

/** What a stream gives: the events of the run, and at the end the Answer. */
export type StreamEvent = RunEvent | { readonly type: 'end'; readonly answer: Answer };

/** Asks questions of one index. Runs share what lasts (vectors, counts of rows) and nothing of a question. */
export interface Engine {
  /** Everything that can be named, by kind, id, newest version first. */
  readonly plugins: readonly Plugin[];
  /**
   * Runs a strategy for an answer. What fails on the way, ceilings and abort too, stands in the Answer.
   *
   * @throws GraphwrightError for what is wrong with the request, the options or the index, and for plugins that break their port.
   */
  ask(request: RunRequest): Promise<Answer>;
  /**
   * As `ask`, with the events of the run as they come; the last one carries the same Answer. Begins when it is first read; leaving
   * the loop aborts the run.
   */
  stream(request: RunRequest): AsyncIterableIterator<StreamEvent>;
  /** Runs a strategy for its windows: no answer, and no model but for what chooses with one. @throws as `ask`. */
  context(request: RunRequest): Promise<Answer>;
  /** What a run would cost, asking no model. By stage. @throws as `ask`. */
  estimate(request: RunRequest): Promise<readonly StageEstimate[]>;
  /** Aborts what runs and closes what the engine opened; the index stays open. A second call does nothing. */
  close(): Promise<void>;
}

/**
 * Makes an engine over an opened index. Cheap: nothing is read and nobody is called.
 *
 * @throws GraphwrightError `plugin-invalid`, `plugin-ambiguous`, `plugin-unknown`, `specification-unsupported`, `option-unknown`,
 * `option-invalid`, `usage-invalid`.
 */
export function createEngine(options: EngineOptions): Engine {
  checkEngineOptions(options);
  const parts = assembleParts(options);
  const closing = sharedController();
  const settings: ExecutionSettings = {
    clock: options.clock ?? systemClock,
    limiter: pLimit(options.concurrency ?? 8),
    retries: options.retries ?? 2,
    closed: closing.signal,
  };

  const checkOpen = (): void => {
    if (closing.signal.aborted) throw new GraphwrightError({ code: 'usage-invalid', message: 'The engine is closed.', next: 'Make another one.' });
  };
  const start = async (mode: 'answer' | 'context', request: RunRequest, emit: (event: RunEvent) => void, stopped?: AbortController): Promise<Answer> => {
    checkOpen();
    const prepared = prepare(mode, request, parts, options);
    if (stopped === undefined) return execute(mode, prepared, parts, settings, emit);
    const untie = tie(stopped, prepared.signal === undefined ? [] : [prepared.signal]);
    try {
      return await execute(mode, { ...prepared, signal: stopped.signal }, parts, settings, emit);
    } finally {
      untie();
    }
  };
  return {
    plugins: parts.registry.all,
    ask: (request) => start('answer', request, () => {}),
    context: (request) => start('context', request, () => {}),
    stream: (request) => streamOf((stopped, emit) => start('answer', request, emit, stopped)),
    async estimate(request) {
      checkOpen();
      return estimate(prepare('estimate', request, parts, options), parts, settings);
    },
    async close() {
      closing.abort(new Error('The engine was closed.'));
      await parts.spaces.close();
    },
  };
}

function streamOf(
  start: (left: AbortController, emit: (event: RunEvent) => void) => Promise<Answer>,
): AsyncIterableIterator<StreamEvent> {
  const left = sharedController();
  const read = async function* (): AsyncGenerator<StreamEvent, void, undefined> {
    const queue = new EventQueue<StreamEvent>();
    const work = start(left, (event) => queue.push(event))
      .then((answer) => queue.push({ type: 'end', answer }))
      .finally(() => queue.end());
    // Thrown from the loop below; here only so that a reader who left does not leave a rejection behind.
    work.catch(() => {});
    try {
      yield* queue.read();
      await work;
    } finally {
      left.abort(new Error('The reader left the stream.'));
      await work.catch(() => {});
    }
  };
  const events = read();
  return {
    next: () => events.next(),
    return: () => {
      // A generator would first wait for the event that is being read, and so for the model.
      left.abort(new Error('The reader left the stream.'));
      return events.return();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
