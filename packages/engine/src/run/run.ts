import {
  GraphwrightError,
  type AnyPrompt,
  type Budget,
  type BudgetOptions,
  type Dropped,
  type Failure,
  type KnowledgeBase,
  type PackRequest,
  type Prompt,
  type Random,
  type Ref,
  type Result,
  type Run,
  type TokenCounter,
  type Tokenizer,
  type VectorIndex,
  type Warning,
  type Window,
} from '@graphwright/contract';
import { orAborted } from '../abort.ts';
import { embedFor } from '../embedding/embed-for.ts';
import { droppedEntry } from '../packing/entries.ts';
import { pack } from '../packing/pack.ts';
import { createPort, guarded, nameOf } from '../registry/guard.ts';
import type { ResolvedPlugin } from '../registry/tree.ts';
import { budgetFor } from './budget.ts';
import type { RunContext } from './context.ts';
import { generateAnswer, generateValue } from './generate.ts';
import { createRandom } from './random.ts';
import type { Place, RunRecord } from './record.ts';
import { renderPrompt } from './rendered.ts';
import { rerankTexts } from './rerank.ts';
import { stagePath } from './stage-path.ts';

/** A stage of a run, as strategies and their parts see it. The top has the path ''. */
export function createRun(path: string, context: RunContext): Run {
  return new Stage(path, context);
}

class Stage implements Run {
  readonly path: string;
  readonly knowledge: KnowledgeBase;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly #context: RunContext;
  #random: Random | undefined;

  constructor(path: string, context: RunContext) {
    const { parts, calls } = context;
    this.path = path;
    this.knowledge = parts.knowledge;
    this.seed = calls.seed;
    this.signal = calls.signal;
    this.#context = context;
  }

  get tokens(): TokenCounter {
    return this.#context.parts.tokens;
  }

  get random(): Random {
    return (this.#random ??= createRandom(this.seed, this.path));
  }

  tokensOf(tokenizer: Tokenizer): TokenCounter {
    return this.#context.parts.tokensOf(tokenizer);
  }

  async use<P>(reference: Ref<P>): Promise<P> {
    const { plugin, port } = portOf(reference, this.#context);
    return Promise.resolve(guarded(port, nameOf(plugin)));
  }

  async vectors(space: string): Promise<VectorIndex> {
    const { parts, plugins } = this.#context;
    const { index, store } = await orAborted(parts.vectors(space), this.signal);
    plugins.set(store.key, store);
    return index;
  }

  embed(...[texts, fit]: Parameters<Run['embed']>): ReturnType<Run['embed']> {
    return embedFor(texts, fit, this.path, this.#context);
  }

  rerank(...[reranker, question, texts]: Parameters<Run['rerank']>): ReturnType<Run['rerank']> {
    return rerankTexts(reranker, question, texts, this.path, this.#context);
  }

  budget(prompt: AnyPrompt, input: object, options: BudgetOptions = {}): Budget {
    const { parts, prompts } = this.#context;
    const tokens = options.tokens ?? parts.tokens;
    prompts.set(prompt.id, prompt);
    return budgetFor(prompt, renderPrompt(prompt, input, parts.prompts, tokens), parts.model, tokens, options);
  }

  async pack(request: PackRequest): Promise<readonly Window[]> {
    const { path, signal } = this;
    const { parts, calls } = this.#context;
    const { record } = calls;
    const place = record.place(path);
    const number = record.packing(path);
    const { plugin, port } = portOf(request.policy, this.#context);
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
  }

  generate<Input extends object, Output>(prompt: Prompt<Input, Output>, input: Input, options?: { readonly window?: Window }): Promise<Result<Output>> {
    return generateValue(prompt, input, options?.window, this.path, this.#context);
  }

  answer<Input extends object>(prompt: Prompt<Input, string>, input: Input, options?: { readonly window?: Window }): Promise<Result<string>> {
    return generateAnswer(prompt, input, options?.window, this.path, this.#context);
  }

  stage(name: string): Run {
    const below = stagePath(this.path, name);
    this.#record.emit({ type: 'stage', stage: below });
    return new Stage(below, this.#context);
  }

  report(name: string, data: unknown): void {
    this.#record.details.add(this.#place(), { stage: this.path, name, data: asJson(name, data) });
  }

  warn(warning: Warning): void {
    this.#record.warn(this.#place(), plainWarning(warning));
  }

  fail(failure: Failure): void {
    this.#record.fail(this.#place(), failure);
  }

  drop(section: string, dropped: readonly Dropped[]): void {
    const place = this.#place();
    for (const one of dropped) this.#record.entries.add(place, droppedEntry(one, { stage: this.path, section, window: undefined }));
  }

  get #record(): RunRecord {
    return this.#context.calls.record;
  }

  #place(): Place {
    return this.#record.place(this.path);
  }
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
