import { memoryKnowledge, type FakeKnowledge, type FakeTables } from '@graphwright/conformance';
import {
  GraphwrightError,
  type Facts,
  type Plugin,
  type Ref,
  type Result,
  type Run,
  type TableName,
  type Tokenizer,
  type VectorIndex,
  type VectorSource,
  type Warning,
} from '@graphwright/contract';
import { loadVectors } from '@graphwright/vector-store-memory';

/** What a run of a test offers to retrievers and rankers; every other service throws. */
export interface RunStub extends Run {
  readonly knowledge: FakeKnowledge;
  readonly warnings: readonly Warning[];
  /** The texts that were embedded, in order. */
  readonly embedded: readonly string[];
  /** What was reported, in order. */
  readonly reported: readonly (readonly [name: string, data: unknown])[];
}

/** How a run of a test is furnished. */
export interface RunStubOptions {
  readonly tables?: FakeTables;
  /** The knowledge base of another run instead. */
  readonly knowledge?: FakeKnowledge;
  /** Vectors by space and id. */
  readonly spaces?: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
  /** The vector of a text; no embedder when left out. */
  readonly embed?: (text: string) => readonly number[];
  /** `down`: no model that scores answers. */
  readonly rerank?: 'down';
  /** What the model answers to a prompt's input; no model when left out. */
  readonly reply?: (input: object) => unknown;
  readonly plugins?: readonly Plugin[];
  readonly signal?: AbortSignal;
}

/** Counts words. */
const WORDS: Tokenizer = { specVersion: 'v1', encoding: 'words', exact: true, count: (text) => text.match(/\S+/gu)?.length ?? 0 };

/** Makes such a run. */
export function runStub({ tables = {}, knowledge = memoryKnowledge(tables), spaces = {}, embed, rerank, reply, plugins = [], signal = new AbortController().signal }: RunStubOptions): RunStub {
  const warnings: Warning[] = [];
  const embedded: string[] = [];
  const reported: (readonly [string, unknown])[] = [];
  const none = (): never => {
    throw new Error('This service is not part of the test.');
  };
  return {
    path: '',
    knowledge,
    warnings,
    embedded,
    reported,
    tokens: { tokenizer: WORDS, count: (text) => WORDS.count(text), memo: none },
    get random() {
      return none();
    },
    seed: 0,
    signal,
    tokensOf: none,
    async use<P>(reference: Ref<P>): Promise<P> {
      const plugin = plugins.find(({ id, kind }) => id === reference.use && kind.name === reference.kind.name);
      const port = plugin?.resolve(reference.options, {}).create();
      if (reference.kind.check(port)) return port;
      throw new GraphwrightError({ code: 'plugin-unknown', message: `No ${reference.kind.name} is called ${reference.use}.` });
    },
    async vectors(space): Promise<VectorIndex> {
      const rows = spaces[space];
      if (rows === undefined) throw new GraphwrightError({ code: 'space-missing', message: `There is no space ${space}.` });
      return loadVectors(sourceOf(space, rows));
    },
    async embed(texts): Promise<Result<readonly Float32Array[]>> {
      embedded.push(...texts);
      if (embed !== undefined) return { ok: true, value: texts.map((text) => Float32Array.from(embed(text))) };
      return {
        ok: false,
        failure: { stage: '', call: 'embed', layer: 'transport', code: 'model-failed', message: 'The embedder is down.', attempts: 1, effect: 'No vector.' },
      };
    },
    async rerank(reranker, question, texts) {
      if (rerank !== 'down') return { ok: true, value: (await reranker.score({ question, texts, signal })).scores };
      return {
        ok: false,
        failure: { stage: '', call: 'rerank', layer: 'transport', code: 'model-failed', message: 'The reranker is down.', attempts: 1, effect: 'No scores.' },
      };
    },
    budget: none,
    pack: none,
    async generate({ output }, input) {
      const parsed = reply === undefined ? undefined : output.safeParse(reply(input));
      if (parsed?.success === true) return { ok: true, value: parsed.data };
      const [layer, code, message] = parsed === undefined ? (['transport', 'model-failed', 'The model is down.'] as const) : (['schema', 'output-invalid', 'The reply does not fit.'] as const);
      return { ok: false, failure: { stage: '', call: 'generate', layer, code, message, attempts: 1, effect: 'No answer.' } };
    },
    answer: none,
    stage: none,
    report: (name, data) => void reported.push([name, data]),
    warn: (warning) => void warnings.push(warning),
    fail: none,
    drop: none,
  };
}

/** The port of a plugin, made with options. */
export function portOf<P>(kind: { check(port: unknown): port is P }, plugin: Plugin, options: Readonly<Record<string, unknown>> = {}, facts: Facts = {}): P {
  const port = plugin.resolve(options, facts).create();
  if (kind.check(port)) return port;
  throw new Error(`${plugin.id} makes no such port.`);
}

/** The value of a result; throws its failure. */
export function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.failure.code}: ${result.failure.message}`);
}

function sourceOf(space: string, rows: Readonly<Record<string, readonly number[]>>): VectorSource {
  const ids = Object.keys(rows);
  const vectors = Float32Array.from(Object.values(rows).flat());
  const table: TableName = 'entities';
  return {
    space,
    table,
    dimensions: Object.values(rows)[0]?.length ?? 2,
    count: ids.length,
    fingerprint: space,
    async *blocks() {
      if (ids.length > 0) yield { ids, vectors };
    },
  };
}
