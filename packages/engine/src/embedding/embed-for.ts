import { messageOf, SAME_MODEL_COSINE, type Embedder, type Failure, type Result, type Run } from '@graphwright/contract';
import { orAborted } from '../abort.ts';
import { Ceilings } from '../run/ceilings.ts';
import type { RunContext } from '../run/context.ts';
import { failed, refusal } from '../run/generate.ts';
import type { Place } from '../run/record.ts';
import { embedTexts } from './embed.ts';
import { compareModels, type Comparison } from './same-model.ts';

/** The code of what says that there is no embedder: the warning of the run, and the failure of the call. */
const NO_EMBEDDER = 'no-embedder';

/** Vectors of texts for a run, and for a space where one is named; see `Run.embed`. */
export async function embedFor(
  texts: readonly string[],
  fit: Parameters<Run['embed']>[1],
  stage: string,
  context: RunContext,
): Promise<Result<readonly Float32Array[]>> {
  const { parts, calls, estimating } = context;
  if (texts.length === 0) return { ok: true, value: [] };
  const place = calls.record.place(stage);
  const { embedder } = parts;
  if (embedder === undefined) {
    // Nothing was called, so nothing failed: whoever has another way in goes on, and the run says once what it goes without.
    if (!calls.record.warnings.values.some(({ code }) => code === NO_EMBEDDER)) {
      calls.record.warn(place, { code: NO_EMBEDDER, message: 'No embedder was named, so nothing was found or ordered by likeness.' });
    }
    return { ok: false, failure: withoutEmbedder(stage) };
  }
  if (embedder.dimensions !== undefined && fit !== undefined && embedder.dimensions !== fit.dimensions) {
    return { ok: false, failure: misfit(stage, embedder.dimensions, fit, 0, context) };
  }
  if (estimating) return { ok: false, failure: refusal(stage, 'embed') };
  if (fit !== undefined && embedder.given !== true) {
    const same = await sameModel(embedder, fit.space, place, context);
    if (!same.ok) return same;
  }
  const result = await embedOnce(embedder, texts, place, context);
  const wrong = fit === undefined || !result.ok ? undefined : result.value.find((vector) => vector.length !== fit.dimensions);
  return fit === undefined || wrong === undefined ? result : { ok: false, failure: misfit(stage, wrong.length, fit, 1, context) };
}

/**
 * Whether the embedder is the model of a space: some stored texts are embedded again, once for the life of the engine. Vectors of equal length of
 * another model are worse than none, for they find something.
 */
async function sameModel(embedder: Embedder, space: string, place: Place, context: RunContext): Promise<Result<undefined>> {
  const { parts, calls } = context;
  const { comparisons, knowledge } = parts;
  const { signal } = calls;
  const store = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) throw error;
      // What is kept only spares a call: without it the run goes on, and says so.
      calls.record.warn(place, { code: 'artifact-store-failed', message: `What is known of the embedding model could not be kept or read: ${messageOf(error)}` });
      return undefined;
    }
  };
  const known = await store(() => comparisons.of(space, signal));
  if (known !== undefined) return verdict(known.comparison, embedder, space, place, context);
  const { index } = await orAborted(parts.vectors(space), signal);
  // It is the engine's own call: a ceiling of the run that happens to come first must not decide about it.
  const own: RunContext = { ...context, calls: { ...calls, ceilings: new Ceilings({}) } };
  const compared = await compareModels({ space, index, knowledge, signal }, (texts) => called(embedder, texts, place, own, 'check'));
  if (!compared.ok) return compared;
  await store(() => comparisons.keep(space, compared.value, signal));
  return verdict(compared.value, embedder, space, place, context);
}

function verdict(compared: Comparison, embedder: Embedder, space: string, { stage }: Place, { parts }: RunContext): Result<undefined> {
  if (compared === undefined || compared.cosine >= SAME_MODEL_COSINE) return { ok: true, value: undefined };
  const maker = parts.comparisons.makerOf(space);
  return {
    ok: false,
    failure: {
      stage,
      call: 'embed',
      layer: 'schema',
      code: 'embedding-model-differs',
      message: `The embedder ${embedder.model} did not make the vectors of ${space} (${maker === undefined ? 'the index does not say which model did' : `its settings name ${maker}`}): ${compared.texts} stored texts embedded again have a median cosine of ${compared.cosine.toFixed(2)} with what is stored, the same model has at least ${SAME_MODEL_COSINE}. ${advice(maker)}`,
      attempts: 1,
      effect: 'Nothing is found by likeness.',
    },
  };
}

/** Retrievers and rankers embed the same question: the run pays once, and a call that failed is not made again. */
function embedOnce(embedder: Embedder, texts: readonly string[], place: Place, context: RunContext): Promise<Result<readonly Float32Array[]>> {
  const key = JSON.stringify(texts);
  let embedding = context.embeddings.get(key);
  if (embedding === undefined) context.embeddings.set(key, (embedding = called(embedder, texts, place, context, 'embedding')));
  return embedding;
}

async function called(embedder: Embedder, texts: readonly string[], place: Place, context: RunContext, kind: 'embedding' | 'check'): Promise<Result<readonly Float32Array[]>> {
  const { parts, calls } = context;
  const { stage } = place;
  calls.record.emit({ type: 'call', stage, call: 'embed', state: 'started' });
  const outcome = await embedTexts(embedder, texts, parts.embedBatch, place, calls, kind);
  calls.record.emit({ type: 'call', stage, call: 'embed', state: 'ended' });
  if ('vectors' in outcome) return { ok: true, value: outcome.vectors };
  return failed(place, 'embed', outcome.fault, outcome.attempts, 'Nothing is found by likeness to these texts.', context);
}

function misfit(stage: string, length: number, { space, dimensions }: { readonly space: string; readonly dimensions: number }, attempts: number, { parts }: RunContext): Failure {
  return {
    stage,
    call: 'embed',
    layer: 'schema',
    code: 'dimension-mismatch',
    message: `The embedder makes vectors of ${length} numbers, the space ${space} holds vectors of ${dimensions} numbers. ${advice(parts.comparisons.makerOf(space))}`,
    attempts,
    effect: 'Nothing is found by likeness.',
  };
}

/** What to do about an embedder that does not fit. */
function advice(maker: string | undefined): string {
  return `Leave the embedder out to enter by names, or give the model that the index was made with${maker === undefined ? '' : ` (${maker})`}.`;
}

function withoutEmbedder(stage: string): Failure {
  return {
    stage,
    call: 'embed',
    layer: 'model',
    code: NO_EMBEDDER,
    message: 'No embedder is there: give the engine the one that the index was made with.',
    attempts: 0,
    effect: 'Nothing is found by likeness.',
  };
}
