import { type LanguageModel, type ModelMessage, type ModelRequest } from '@graphwright/contract';
import type { LimitFunction } from 'p-limit';
import { abortedError } from '../abort.ts';
import type { Clock } from '../clock.ts';
import type { Ceilings } from '../run/ceilings.ts';
import type { Place, RunRecord } from '../run/record.ts';
import { createRandom } from '../run/random.ts';
import { faultOf, retryAfterOf, worthRetrying, type Fault } from './fault.ts';
import { backOff } from './retry.ts';
import { readStream, type Finish } from './stream.ts';

/** What calls of one run share. */
export interface CallerContext {
  readonly clock: Clock;
  readonly ceilings: Ceilings;
  readonly limiter: LimitFunction;
  readonly record: RunRecord;
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Attempts after the first. */
  readonly retries: number;
  count(text: string): number;
  /** Why the signal fired, where it was not the caller's own doing. */
  stopped(): Fault | undefined;
}

/** What a model is asked, before ceilings. */
export interface Asked {
  readonly messages: readonly ModelMessage[];
  readonly prompt: ModelRequest['prompt'];
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Tokens of the messages. */
  readonly inputTokens: number;
  readonly maxOutputTokens: number;
  readonly onText?: (text: string) => void;
}

/** A reply of a model, or why there is none. `text` is what came, also when the call failed. */
export interface CallOutcome {
  readonly text: string;
  readonly fault: Fault | undefined;
  readonly attempts: number;
}

/**
 * Asks a model once, again after faults that may pass. Not again once text was handed on, for nobody can take it back. Every
 * attempt counts against the ceilings and stands in the costs as far as it is known.
 */
export async function callModel(model: LanguageModel, asked: Asked, place: Place, context: CallerContext): Promise<CallOutcome> {
  const random = createRandom(context.seed, `${place.stage} retry ${place.position}`);
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOnce(model, asked, place, context);
    const handedOn = asked.onText !== undefined && outcome.text !== '';
    if (!outcome.retry || handedOn || attempt > context.retries || context.signal.aborted) {
      return { text: outcome.text, fault: outcome.fault, attempts: attempt };
    }
    await backOff(attempt, outcome.retryAfter ?? 0, random, context.clock, context.signal);
  }
}

interface Attempt {
  readonly text: string;
  readonly fault: Fault | undefined;
  readonly retry: boolean;
  /** Milliseconds that the provider asked for. */
  readonly retryAfter?: number;
}

async function attemptOnce(model: LanguageModel, asked: Asked, place: Place, context: CallerContext): Promise<Attempt> {
  return context.limiter(async () => {
    try {
      if (context.signal.aborted) throw abortedError(context.signal);
      const held = await context.ceilings.begin(asked.inputTokens, asked.maxOutputTokens, context.signal);
      const started = context.clock.now();
      const reading = await readStream(model, requestOf(asked, held.output, context), asked.onText ?? (() => {}));
      const used = enterCost(model, reading, asked.inputTokens, started, place, context);
      held.settle(used);
      if (reading.thrown !== undefined) {
        const stopped = context.signal.aborted ? context.stopped() : undefined;
        const { error } = reading.thrown;
        return { text: reading.text, fault: stopped ?? faultOf(error), retry: worthRetrying(error), retryAfter: retryAfterOf(error) };
      }
      return { text: reading.text, ...verdict(reading.text, reading.finish, held.output) };
    } catch (error) {
      const stopped = context.signal.aborted ? context.stopped() : undefined;
      return { text: '', fault: stopped ?? faultOf(error), retry: false };
    }
  });
}

function requestOf({ messages, prompt, schema }: Asked, maxOutputTokens: number, { seed, signal }: CallerContext): ModelRequest {
  return { messages, prompt, ...(schema === undefined ? {} : { schema }), maxOutputTokens, temperature: 0, seed, signal };
}

/** Enters what a call cost; a call that was refused before anything came cost nothing that is known. Gives the tokens used. */
function enterCost(
  model: LanguageModel,
  { text, finish, thrown }: { text: string; finish: Finish | undefined; thrown: unknown },
  input: number,
  started: number,
  place: Place,
  context: CallerContext,
): number {
  const { clock, record, seed } = context;
  record.models.add(place, {
    kind: 'model',
    model: model.model,
    temperature: 0,
    seed,
    dropped: [...(finish?.dropped ?? [])],
    ...(finish?.fingerprint === undefined ? {} : { fingerprint: finish.fingerprint }),
    ...(model.notice === undefined ? {} : { notice: model.notice }),
  });
  if (thrown !== undefined && text === '') return 0;
  const usage = finish?.usage;
  const inputTokens = wholeOr(usage?.inputTokens, input);
  const outputTokens = wholeOr(usage?.outputTokens, text === '' ? 0 : context.count(text));
  record.cost.add(place, {
    stage: place.stage,
    model: model.model,
    kind: 'model',
    inputTokens,
    outputTokens,
    estimated: usage === undefined,
    cached: false,
    milliseconds: Math.max(0, clock.now() - started),
  });
  return inputTokens + outputTokens;
}

/** What a provider counted, as far as it is a count. */
function wholeOr(value: number | undefined, otherwise: number): number {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : otherwise;
}

const ENDS: Readonly<Record<string, { code: string; says: (limit: number) => string }>> = {
  length: { code: 'reply-cut', says: (limit) => `the model reached the limit of ${limit} output tokens` },
  refusal: { code: 'refused', says: () => 'the model refused' },
  filtered: { code: 'filtered', says: () => 'the provider filtered the reply' },
  other: { code: 'stopped-early', says: () => 'the model stopped for a reason of its own' },
};

/** What the end of a stream means. A stream without `finish` was cut, and an empty reply is none, however it ends. */
function verdict(text: string, finish: Finish | undefined, limit: number): { fault: Fault | undefined; retry: boolean } {
  if (finish === undefined) {
    return { fault: { layer: 'transport', code: 'stream-cut', message: 'The stream ended without a finish: it was cut.' }, retry: true };
  }
  const end = ENDS[finish.reason];
  if (text.trim() === '' && finish.reason !== 'refusal' && finish.reason !== 'filtered') {
    const why = end === undefined ? '' : `: ${end.says(limit)}`;
    return { fault: { layer: 'model', code: 'reply-empty', message: `The model returned nothing (finish reason "${finish.reason}"${why}).` }, retry: false };
  }
  if (end === undefined) return { fault: undefined, retry: false };
  return { fault: { layer: 'model', code: end.code, message: `The reply is not whole: ${end.says(limit)}.` }, retry: false };
}
