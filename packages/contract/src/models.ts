/** Counts tokens of one encoding. */
export interface Tokenizer {
  readonly specVersion: 'v1';
  /** The name of the encoding (`cl100k_base`, `o200k_base`, …): counts are kept under it. */
  readonly encoding: string;
  /** False when counts are estimates: a margin of 5 % is then taken off every window. */
  readonly exact: boolean;
  /** Tokens of a text; special-token text counts as ordinary text; never throws on any string. */
  count(text: string): number;
}

/** The port of embedding models. */
export interface Embedder {
  readonly specVersion: 'v1';
  /** The name of the model, as provenance prints it. */
  readonly model: string;
  /** Length of its vectors, when known before the first call. */
  readonly dimensions: number | undefined;
  /**
   * True where it hands on vectors that were made elsewhere, whatever the text says: then nobody can check by embedding stored texts again
   * whether it is the model of the index.
   */
  readonly given?: boolean;
  /** One vector a text, in order. Throws on failure; the engine turns that into a recorded failure. */
  embed(request: { readonly texts: readonly string[]; readonly signal?: AbortSignal }): Promise<EmbedResult>;
}

/** What an embedder returns. */
export interface EmbedResult {
  readonly vectors: readonly Float32Array[];
  /** Tokens that the provider counted; left out when it says nothing. */
  readonly inputTokens?: number;
}

/** A model that scores texts against a question: a cross-encoder, a rerank service. A ranker hands one to `Run.rerank`. */
export interface Reranker {
  readonly specVersion: 'v1';
  /** The name of the model, as provenance prints it. */
  readonly model: string;
  /** One score a text, in the order of the texts; higher is better, in a scale of its own. Throws on failure. */
  score(request: { readonly question: string; readonly texts: readonly string[]; readonly signal?: AbortSignal }): Promise<RerankResult>;
}

/** What a reranker returns. */
export interface RerankResult {
  readonly scores: readonly number[];
  /** Tokens that the provider counted; left out when it says nothing. */
  readonly inputTokens?: number;
}

/** What a model can take in and give out, in tokens. */
export interface ModelLimits {
  /** Prompt and answer together. */
  readonly window: number;
  /** The longest answer. */
  readonly maxOutput: number;
}

/** One message of a prompt. */
export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** What a model is asked. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  /**
   * The same request before it was rendered: which prompt, its input, and the window that fills its slot. For models that
   * are programs (the offline one, scripted ones); a model behind a network has no use for it.
   */
  readonly prompt: {
    readonly id: string;
    readonly input: unknown;
    readonly window: string | undefined;
    /** JSON Schema of the JSON that a text is to hold, where the prompt's output says so (`contentSchema` in its metadata). */
    readonly contentSchema?: Readonly<Record<string, unknown>>;
  };
  /** JSON Schema of the wanted output; left out where text is wanted. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly maxOutputTokens: number;
  /** From 0 to 2. A model that takes none says so in `dropped` of its `finish` event. */
  readonly temperature: number;
  readonly seed: number;
  readonly signal: AbortSignal;
}

/** Why a model stopped. */
export type FinishReason = 'stop' | 'length' | 'refusal' | 'filtered' | 'other';

/** What a model sends, in order: any number of `text`, then one `finish`. A stream that ends without it was cut. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'finish';
      readonly reason: FinishReason;
      /** As the provider counted; left out when it says nothing. */
      readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
      /** Parameters of the request that the model did not take. */
      readonly dropped?: readonly string[];
      /** The provider's word for the exact model that answered. */
      readonly fingerprint?: string;
    };

/** The port of language models. */
export interface LanguageModel {
  readonly specVersion: 'v1';
  /** The name of the model, as provenance and every answer print it. */
  readonly model: string;
  /** A sentence that users must see about answers of this model, if any. */
  readonly notice?: string;
  readonly limits: ModelLimits;
  /** The encoding that its tokens are counted in; undefined when not known: counts are then estimates. */
  readonly encoding: string | undefined;
  /** Throws on failure (before or in the middle of the stream); the engine turns that into a recorded failure. */
  generate(request: ModelRequest): AsyncIterable<ModelEvent>;
}

/** Keeps bytes by key: snapshots, side vectors, calibrations, journals. A folder is one implementation. */
export interface ArtifactStore {
  readonly specVersion: 'v1';
  get(key: string, signal?: AbortSignal): Promise<Uint8Array | undefined>;
  /** All or nothing: a reader never sees half of it. */
  put(key: string, value: Uint8Array, signal?: AbortSignal): Promise<void>;
}
