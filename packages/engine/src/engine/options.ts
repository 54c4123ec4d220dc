import type { ArtifactStore, Embedder, LanguageModel, Limits, OpenedIndex, Plugin, Strategy, Tokenizer, VectorStore } from '@graphwright/contract';
import type { Clock } from '../clock.ts';
import type { PromptTexts } from '../model/prompt-text.ts';
import type { Choice } from '../registry/choice.ts';

/** What an engine is made of. */
export interface EngineOptions {
  /** The index that is asked. It stays its opener's: closing the engine does not close it. */
  readonly index: OpenedIndex;
  /** Everything that can be named by id: strategies, retrievers, policies, models … */
  readonly plugins: readonly Plugin[];
  /** The strategy of requests that name none; when left out, the only one that is registered. */
  readonly strategy?: Choice<Strategy>;
  /** The language model, by name or as a port. Without one there is `context` and `estimate`, but no answer. */
  readonly model?: Choice<LanguageModel> | LanguageModel;
  /** The embedder, by name or as a port. It has to be the model that the index was embedded with. */
  readonly embedder?: Choice<Embedder> | Embedder;
  /**
   * Whose counts budgets are drawn with. When left out, the first registered tokenizer that knows the encoding of the model
   * (`o200k_base` without a model), exact ones before estimates; where none knows it, an estimate and a warning.
   */
  readonly tokenizer?: Choice<Tokenizer> | Tokenizer;
  /** The vector stores, in order of preference; when left out, all that are registered, in their order. */
  readonly vectorStores?: readonly Choice<VectorStore>[];
  /** Texts that replace prompts, by prompt id: a tuned prompt as it stands in its file. */
  readonly prompts?: PromptTexts;
  /** The seed of requests that bring none; 0 when left out. */
  readonly seed?: number;
  /** Ceilings of every run; a request may set its own. */
  readonly limits?: Limits;
  /** Calls of models at the same time, over all runs of the engine, ≥ 1; 8 when left out. */
  readonly concurrency?: number;
  /** Attempts after the first for a call that fails on its way, ≥ 0; 2 when left out. */
  readonly retries?: number;
  /** Texts of one embedding call, ≥ 1; 64 when left out. */
  readonly embedBatch?: number;
  /** Keeps what is worked out once for an index (that the embedder is its model) beyond the life of the engine; nothing does when left out. */
  readonly artifacts?: Choice<ArtifactStore> | ArtifactStore;
  /** The machine's when left out. */
  readonly clock?: Clock;
}
