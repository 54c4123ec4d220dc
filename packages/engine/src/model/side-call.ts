import type { CostEntry, Random } from '@graphwright/contract';
import { abortedError, orAborted } from '../abort.ts';
import { createRandom } from '../run/random.ts';
import type { Place } from '../run/record.ts';
import type { CallerContext } from './caller.ts';
import { faultOf, retryAfterOf, worthRetrying, type Fault } from './fault.ts';
import { backOff } from './retry.ts';

/** A call that takes texts and gives numbers: of an embedder, or of a model that scores. */
export interface SideCall<T> {
  /** Names its generator beside the place: `embed`. */
  readonly name: string;
  readonly model: string;
  /** What the cost is entered as. */
  readonly kind: Exclude<CostEntry['kind'], 'model'>;
  /** Everything that is sent. */
  readonly texts: readonly string[];
  /** Tokens as the provider counted them, where it says so. */
  readonly make: (signal: AbortSignal) => Promise<{ readonly value: T; readonly inputTokens?: number | undefined }>;
  /** @throws GraphwrightError for a value that breaks the port; it is paid all the same. */
  readonly check: (value: T) => void;
}

/** What came of it, or why nothing did. */
export type SideOutcome<T> = { readonly value: T } | { readonly fault: Fault; readonly attempts: number };

/** Makes such a call within the ceilings, again after faults that may pass, and enters what it cost. */
export async function sideCall<T>(call: SideCall<T>, place: Place, context: CallerContext): Promise<SideOutcome<T>> {
  let random: Random | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      return { value: await context.limiter(() => attemptOnce(call, place, context)) };
    } catch (error) {
      const stopped = context.signal.aborted ? context.stopped() : undefined;
      if (stopped !== undefined || !worthRetrying(error) || attempt > context.retries || context.signal.aborted) {
        return { fault: stopped ?? faultOf(error), attempts: attempt };
      }
      random ??= createRandom(context.seed, `${place.stage} ${call.name} retry ${place.position}`);
      await backOff(attempt, retryAfterOf(error), random, context.clock, context.signal);
    }
  }
}

async function attemptOnce<T>({ model, kind, texts, make, check }: SideCall<T>, place: Place, context: CallerContext): Promise<T> {
  if (context.signal.aborted) throw abortedError(context.signal);
  const input = texts.reduce((sum, text) => sum + context.count(text), 0);
  const held = await context.ceilings.begin(input, 0, context.signal);
  let used = 0;
  try {
    const started = context.clock.now();
    const { value, inputTokens } = await orAborted(make(context.signal), context.signal);
    used = inputTokens ?? input;
    context.record.models.add(place, { kind: kind === 'check' ? 'embedding' : kind, model, dropped: [] });
    context.record.cost.add(place, {
      stage: place.stage,
      model,
      kind,
      inputTokens: used,
      outputTokens: 0,
      estimated: inputTokens === undefined,
      cached: false,
      milliseconds: Math.max(0, context.clock.now() - started),
    });
    check(value);
    return value;
  } finally {
    held.settle(used);
  }
}
