import type { AnyPrompt, Embedder, KnowledgeBase, LanguageModel, Ref, Result, TokenCounter, Tokenizer, VectorIndex } from '@graphwright/contract';
import type { Comparisons } from '../embedding/comparisons.ts';
import type { CallerContext } from '../model/caller.ts';
import type { PromptTexts } from '../model/prompt-text.ts';
import type { ResolvedPlugin } from '../registry/tree.ts';

/** What an engine lends to its runs. Nothing of a question stays in it. */
export interface EngineParts {
  readonly knowledge: KnowledgeBase;
  readonly model: LanguageModel | undefined;
  readonly embedder: Embedder | undefined;
  readonly prompts: PromptTexts;
  readonly embedBatch: number;
  /** Counts in the encoding of the model. */
  readonly tokens: TokenCounter;
  tokensOf(tokenizer: Tokenizer): TokenCounter;
  resolve(reference: Ref<unknown>): ResolvedPlugin;
  /** How the embedder compares with the models of the spaces, as far as that is known. */
  readonly comparisons: Comparisons;
  vectors(space: string): Promise<{ readonly index: VectorIndex; readonly store: ResolvedPlugin }>;
}

/** What the stages of one run share. */
export interface RunContext {
  readonly parts: EngineParts;
  readonly calls: CallerContext;
  /** Models refuse: the run is only an estimate. */
  readonly estimating: boolean;
  /** Ports by the key of their plugin; made once a run. */
  readonly ports: Map<string, unknown>;
  /** Plugins that were used, by key. */
  readonly plugins: Map<string, ResolvedPlugin>;
  /** Prompts that were used, by id. */
  readonly prompts: Map<string, AnyPrompt>;
  /** What became of texts that were embedded, by the texts. */
  readonly embeddings: Map<string, Promise<Result<readonly Float32Array[]>>>;
  /** Whether the answer of the run was asked for. */
  answered: boolean;
}
