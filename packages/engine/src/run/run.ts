import {
  GraphwrightError,
  type Embedder,
  type Failure,
  type Random,
  type Ref,
  type Result,
  type Run,
  type Warning,
} from '@graphwright/contract';
import { orAborted } from '../abort.ts';
import { embedTexts } from '../embedding/embed.ts';
import { droppedEntry } from '../packing/entries.ts';
import { pack } from '../packing/pack.ts';
import { createPort, guarded, nameOf } from '../registry/guard.ts';
import type { ResolvedPlugin } from '../registry/tree.ts';
import { budgetFor } from './budget.ts';
import type { RunContext } from './context.ts';
import { failed, generateAnswer, generateValue, refusal } from './generate.ts';
import { createRandom } from './random.ts';
import type { Place } from './record.ts';
import { renderPrompt } from './rendered.ts';
import { stagePath } from './stage-path.ts';

/** A stage of a run, as strategies and their parts see it. The top has the path ''. */
export function createRun(path: string, context: RunContext): Run {
  const { parts, calls } = context;
  const { record, signal, seed } = calls;
  let random: Random | undefined;
  return {
    path,
    knowledge: parts.knowledge,
    get tokens() {
      return parts.tokens;
    },
    get random() {
      return (random ??= createRandom(seed, path));
    },
    seed,
    signal,
    tokensOf: (tokenizer) => parts.tokensOf(tokenizer),
    use: async (reference) => {
      const { plugin, port } = portOf(reference, context);
      return guarded(port, nameOf(plugin));
    },
    async vectors(space) {
      const { index, store } = await orAborted(parts.vectors(space), signal);
      context.plugins.set(store.key, store);
      return index;
    },
    embed: (texts, fit) => embed(texts, fit, path, context),
    budget(prompt, input, options = {}) {
      const tokens = options.tokens ?? parts.tokens;
      context.prompts.set(prompt.id, prompt);
      return budgetFor(prompt, renderPrompt(prompt, input, parts.prompts, tokens), parts.model, tokens, options);
    },
    async pack(request) {
      const place = record.place(path);
      const number = record.packing(path);
      const { plugin, port } = portOf(request.policy, context);
      const packed = await pack(request, {
        policy: port,
        name: plugin.plugin.id,
        stage: path,
        tokens: request.tokens ?? parts.tokens,
        signal,
        windowId: (window, windows) => stagePath(path, windows === 1 ? `window-${number}` : `window-${number}.${window}`),
      });
      for (const window of packed.windows) record.open(place, window);
      for (const entry of packed.entries) record.entries.add(place, entry);
      for (const cap of packed.caps) record.caps.add(place, cap);
      for (const warning of packed.warnings) record.warn(place, warning);
      return packed.windows;
    },
    generate: (prompt, input, options) => generateValue(prompt, input, options?.window, path, context),
    answer: (prompt, input, options) => generateAnswer(prompt, input, options?.window, path, context),
    stage(name) {
      const below = stagePath(path, name);
      record.emit({ type: 'stage', stage: below });
      return createRun(below, context);
    },
    report(name, data) {
      record.details.add(record.place(path), { stage: path, name, data: asJson(name, data) });
    },
    warn(warning) {
      record.warn(record.place(path), plainWarning(warning));
    },
    fail(failure) {
      record.fail(record.place(path), failure);
    },
    drop(section, dropped) {
      const place = record.place(path);
      for (const one of dropped) record.entries.add(place, droppedEntry(one, { stage: path, section, window: undefined }));
    },
  };
}

/** The port that a ref names, made once a run. */
function portOf<P>(reference: Ref<P>, context: RunContext): { readonly plugin: ResolvedPlugin; readonly port: P } {
  const plugin = context.parts.resolve(reference);
  context.plugins.set(plugin.key, plugin);
  const known = context.ports.get(plugin.key);
  if (reference.kind.check(known)) return { plugin, port: known };
  const port = createPort(reference.kind, plugin);
  context.ports.set(plugin.key, port);
  return { plugin, port };
}

async function embed(
  texts: readonly string[],
  fit: Parameters<Run['embed']>[1],
  stage: string,
  context: RunContext,
): Promise<Result<readonly Float32Array[]>> {
  const { parts, calls, estimating } = context;
  if (texts.length === 0) return { ok: true, value: [] };
  const place = calls.record.place(stage);
  const { embedder } = parts;
  // Nothing was called, so nothing failed: whoever has another way in goes on without a trace.
  if (embedder === undefined) return { ok: false, failure: withoutEmbedder(stage) };
  if (embedder.dimensions !== undefined && fit !== undefined && embedder.dimensions !== fit.dimensions) {
    return { ok: false, failure: misfit(stage, embedder.dimensions, fit, 0) };
  }
  if (estimating) return { ok: false, failure: refusal(stage, 'embed') };
  // Retrievers and rankers embed the same question: the run pays once, and a call that failed is not made again.
  const key = JSON.stringify(texts);
  let embedding = context.embeddings.get(key);
  if (embedding === undefined) context.embeddings.set(key, (embedding = called(embedder, texts, place, context)));
  const result = await embedding;
  const wrong = fit === undefined || !result.ok ? undefined : result.value.find((vector) => vector.length !== fit.dimensions);
  return fit === undefined || wrong === undefined ? result : { ok: false, failure: misfit(stage, wrong.length, fit, 1) };
}

async function called(embedder: Embedder, texts: readonly string[], place: Place, context: RunContext): Promise<Result<readonly Float32Array[]>> {
  const { parts, calls } = context;
  const { stage } = place;
  calls.record.emit({ type: 'call', stage, call: 'embed', state: 'started' });
  const outcome = await embedTexts(embedder, texts, parts.embedBatch, place, calls);
  calls.record.emit({ type: 'call', stage, call: 'embed', state: 'ended' });
  if ('vectors' in outcome) return { ok: true, value: outcome.vectors };
  return failed(place, 'embed', outcome.fault, outcome.attempts, 'Nothing is found by likeness to these texts.', context);
}

function misfit(stage: string, length: number, { space, dimensions }: { readonly space: string; readonly dimensions: number }, attempts: number): Failure {
  return {
    stage,
    call: 'embed',
    layer: 'schema',
    code: 'dimension-mismatch',
    message: `The embedder makes vectors of ${length} numbers, the space ${space} holds vectors of ${dimensions}: ask with the embedding model that the index was made with.`,
    attempts,
    effect: 'Nothing is found by likeness.',
  };
}

function withoutEmbedder(stage: string): Failure {
  return {
    stage,
    call: 'embed',
    layer: 'model',
    code: 'need-unmet',
    message: 'No embedder is there: give the engine the one that the index was made with.',
    attempts: 0,
    effect: 'Nothing is found by likeness.',
  };
}

function asJson(name: string, data: unknown): unknown {
  try {
    const text = JSON.stringify(data);
    // What has no form in JSON (undefined, a function) has no value either.
    return text === undefined ? null : (JSON.parse(text) as unknown);
  } catch (error) {
    throw new GraphwrightError({ code: 'usage-invalid', message: `What is reported as "${name}" is not JSON.`, cause: error });
  }
}

function plainWarning({ code, message, count, examples }: Warning): Warning {
  return {
    code,
    message,
    ...(count === undefined ? {} : { count }),
    ...(examples === undefined ? {} : { examples: examples.slice(0, 5) }),
  };
}
