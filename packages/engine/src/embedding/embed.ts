import { GraphwrightError, type CostEntry, type Embedder, type Random } from '@graphwright/contract';
import { abortedError, orAborted } from '../abort.ts';
import { faultOf, retryAfterOf, worthRetrying, type Fault } from '../model/fault.ts';
import type { CallerContext } from '../model/caller.ts';
import { backOff } from '../model/retry.ts';
import { createRandom } from '../run/random.ts';
import type { Place } from '../run/record.ts';

/** Vectors, or why there are none. */
export type EmbedOutcome =
  | { readonly vectors: readonly Float32Array[] }
  | { readonly fault: Fault; readonly attempts: number };

/**
 * Embeds texts in batches, one after another. What an embedder returns is checked: one vector a text, all of one length.
 *
 * @param batchSize Texts of one call at most.
 * @param kind What the cost is entered as.
 */
export async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
  batchSize: number,
  place: Place,
  context: CallerContext,
  kind: 'embedding' | 'check' = 'embedding',
): Promise<EmbedOutcome> {
  const vectors: Float32Array[] = [];
  for (let start = 0; start < texts.length; start += batchSize) {
    const batch = texts.slice(start, start + batchSize);
    const outcome = await embedBatch(embedder, batch, place, context, kind);
    if ('fault' in outcome) return outcome;
    vectors.push(...outcome.vectors);
  }
  return { vectors };
}

async function embedBatch(embedder: Embedder, batch: readonly string[], place: Place, context: CallerContext, kind: CostEntry['kind']): Promise<EmbedOutcome> {
  let random: Random | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      return { vectors: await context.limiter(() => embedOnce(embedder, batch, place, context, kind)) };
    } catch (error) {
      const stopped = context.signal.aborted ? context.stopped() : undefined;
      if (stopped !== undefined || !worthRetrying(error) || attempt > context.retries || context.signal.aborted) {
        return { fault: stopped ?? faultOf(error), attempts: attempt };
      }
      random ??= createRandom(context.seed, `${place.stage} embed retry ${place.position}`);
      await backOff(attempt, retryAfterOf(error), random, context.clock, context.signal);
    }
  }
}

async function embedOnce(embedder: Embedder, batch: readonly string[], place: Place, context: CallerContext, kind: CostEntry['kind']): Promise<readonly Float32Array[]> {
  if (context.signal.aborted) throw abortedError(context.signal);
  const input = batch.reduce((sum, text) => sum + context.count(text), 0);
  const held = await context.ceilings.begin(input, 0, context.signal);
  let used = 0;
  try {
    const started = context.clock.now();
    const { vectors, inputTokens } = await orAborted(embedder.embed({ texts: batch, signal: context.signal }), context.signal);
    used = inputTokens ?? input;
    context.record.models.add(place, { kind: 'embedding', model: embedder.model, dropped: [] });
    context.record.cost.add(place, {
      stage: place.stage,
      model: embedder.model,
      kind,
      inputTokens: used,
      outputTokens: 0,
      estimated: inputTokens === undefined,
      cached: false,
      milliseconds: Math.max(0, context.clock.now() - started),
    });
    checkVectors(embedder.model, vectors, batch.length);
    return vectors;
  } finally {
    held.settle(used);
  }
}

function checkVectors(model: string, vectors: readonly Float32Array[], texts: number): void {
  const lengths = new Set(vectors.map((vector) => vector.length));
  if (vectors.length === texts && lengths.size <= 1) return;
  throw new GraphwrightError({
    code: 'vector-invalid',
    message: `The embedder "${model}" does not give one vector a text, all of one length.`,
    expected: `${texts} vectors of one length`,
    found: `${vectors.length} vectors of ${[...lengths].join(' and ')} numbers`,
  });
}
