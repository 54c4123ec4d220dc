import {
  kinds,
  type ArtifactStore,
  type Embedder,
  type Facts,
  type Kind,
  type LanguageModel,
  type OpenedIndex,
  type Ref,
  type TokenCounter,
  type Warning,
} from '@graphwright/contract';
import { Comparisons } from '../embedding/comparisons.ts';
import { portOr, refOf, type Choice } from '../registry/choice.ts';
import { createPort } from '../registry/guard.ts';
import { Registry } from '../registry/registry.ts';
import { resolveTree, type ResolvedPlugin } from '../registry/tree.ts';
import type { EngineParts } from '../run/context.ts';
import type { EngineOptions } from './options.ts';
import { chooseTokenizer, Counters, type ChosenTokenizer } from './tokenizers.ts';
import { VectorSpaces } from './vector-spaces.ts';

/** Everything that an engine holds: made once, and shared by its runs. */
export interface AssembledParts extends EngineParts {
  readonly index: OpenedIndex;
  readonly registry: Registry;
  readonly spaces: VectorSpaces;
  /** Plugins that every run uses: model, embedder, tokenizer. */
  readonly shared: readonly ResolvedPlugin[];
  /** What every run has to say. */
  readonly warnings: readonly Warning[];
}

/** Trees that are kept: a server asks with a few strategies, and whoever sweeps over options should not fill the memory. */
const KEPT_TREES = 256;

/**
 * Makes the parts of an engine. Nothing is read and nobody is called; the tokenizer and the stores' vectors come when they are
 * first needed.
 *
 * @throws GraphwrightError for plugins that clash, names that nobody has, options out of form.
 */
export function assembleParts(options: EngineOptions): AssembledParts {
  const { index } = options;
  const registry = new Registry(options.plugins);
  const trees = new Map<string, ResolvedPlugin>();
  const counters = new Counters();
  const shared: ResolvedPlugin[] = [];

  const bare = (reference: Ref<unknown>): ResolvedPlugin => resolveTree(reference, registry, {});
  const stores = (options.vectorStores ?? registry.ofKind(kinds.vectorStore.name).map(({ id }) => id)).map((choice) => refOf(kinds.vectorStore, choice));
  const spaces = new VectorSpaces(index, stores, bare);
  const model = port<LanguageModel>(kinds.languageModel, options.model, bare, shared);
  const embedder = port<Embedder>(kinds.embedder, options.embedder, bare, shared);
  const artifacts = port<ArtifactStore>(kinds.artifactStore, options.artifacts, bare, shared);
  const facts: Facts = {
    ...(model === undefined ? {} : { model: { name: model.model, limits: model.limits } }),
    index: { ...index.knowledge.facts, spaces: spaces.names },
  };
  let chosen: ChosenTokenizer | undefined;
  const tokenizer = (): ChosenTokenizer => {
    const given = options.tokenizer === undefined ? undefined : portOr(kinds.tokenizer, options.tokenizer);
    chosen ??= chooseTokenizer(given, model === undefined ? undefined : { name: model.model, encoding: model.encoding }, registry, facts);
    return chosen;
  };
  return {
    index,
    registry,
    spaces,
    knowledge: index.knowledge,
    model,
    embedder,
    prompts: options.prompts ?? {},
    embedBatch: options.embedBatch ?? 64,
    get tokens(): TokenCounter {
      return counters.of(tokenizer().tokenizer);
    },
    get shared() {
      const { plugin } = tokenizer();
      return plugin === undefined ? shared : [...shared, plugin];
    },
    get warnings() {
      const { warning } = tokenizer();
      return [...gapsOf(index), ...(warning === undefined ? [] : [warning])];
    },
    tokensOf: (one) => counters.of(one),
    resolve(reference) {
      const key = `${reference.kind.name} ${reference.kind.specVersion} ${JSON.stringify([reference.use, reference.options])}`;
      const known = trees.get(key);
      if (known !== undefined) return known;
      const tree = resolveTree(reference, registry, facts);
      if (trees.size >= KEPT_TREES) trees.clear();
      trees.set(key, tree);
      return tree;
    },
    comparisons: new Comparisons(index, embedder?.model, artifacts),
    vectors: (space) => spaces.open(space),
  };
}

/**
 * What was found amiss when the index was opened, as one warning: an answer from an index with gaps says so. Without the places of files, since what
 * an Answer says must not depend on where an index lies.
 */
function gapsOf({ warnings }: OpenedIndex): readonly Warning[] {
  if (warnings.length === 0) return [];
  const codes = warnings.map(({ code, count }) => (count === undefined || count < 2 ? code : `${code} (${count})`));
  return [
    {
      code: 'index-gaps',
      message: 'The index has gaps that were found when it was opened; its warnings say which rows they are in.',
      count: warnings.length,
      examples: codes,
    },
  ];
}

function port<P>(kind: Kind<P>, given: Choice<P> | P | undefined, resolve: (reference: Ref<unknown>) => ResolvedPlugin, shared: ResolvedPlugin[]): P | undefined {
  if (given === undefined) return undefined;
  const one = portOr(kind, given);
  if ('port' in one) return one.port;
  const plugin = resolve(one.ref);
  const made = createPort(kind, plugin);
  shared.push(plugin);
  return made;
}
