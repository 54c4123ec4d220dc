import type { Budget, Failure, Result, Warning, Window } from './answer.ts';
import type { Dropped } from './found.ts';
import type { KnowledgeBase } from './knowledge.ts';
import type { Reranker, Tokenizer } from './models.ts';
import type { AnyPrompt, Prompt } from './prompt.ts';
import type { RecordRef } from './records.ts';
import type { Ref } from './ref.ts';
import type { PackingPolicy, Section } from './section.ts';
import type { VectorIndex } from './vectors.ts';

/** One turn of a conversation. */
export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** Restricts a question to records with certain metadata. Left out parts do not restrict. */
export interface Filter {
  /** Ids or titles of documents. */
  readonly documents?: readonly string[];
  readonly entityTypes?: readonly string[];
  /** ISO days, both inclusive. */
  readonly dates?: { readonly from?: string; readonly to?: string };
}

/** Ceilings of one run; what is left out is not limited. Reaching one ends in a partial answer that says which. */
export interface Limits {
  readonly calls?: number;
  /** Input and output of all calls together. */
  readonly tokens?: number;
  readonly milliseconds?: number;
}

/** A question and everything that shapes its answer. */
export interface Request {
  /** May be empty: then the most connected entities enter. */
  readonly question: string;
  /** Earlier turns, oldest first. Left out (no conversation) and empty (a conversation that begins) are two things. */
  readonly turns?: readonly Turn[];
  readonly filter?: Filter;
  /** Names of entities that enter whatever else is found. */
  readonly include?: readonly string[];
  /** Names of entities that must not enter. */
  readonly exclude?: readonly string[];
  /** Records that the caller has already: they still seed, and drop out as `already-known` before packing. */
  readonly known?: readonly RecordRef[];
  /** Length and form of the answer, in words; GraphRAG's default is `Multiple Paragraphs`. */
  readonly responseType?: string;
  /** The budget of a calling strategy; the callee's own prompt then plays no part. */
  readonly budget?: Budget;
}

/** A generator of numbers that is seeded by the seed of the run and the path of its stage. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number in [0, bound). */
  integer(bound: number): number;
  /** A new array in random order (Fisher–Yates). */
  shuffle<T>(items: readonly T[]): T[];
}

/** Counts of rows of one rendering in one encoding, kept for the life of the engine. */
export interface TokenMemo {
  /** The count of a row, or undefined when it was never taken. */
  get(id: string): number | undefined;
  /** Counts the text of a row and keeps the count. */
  measure(id: string, text: string): number;
}

/** Counts tokens, and keeps the counts of rows. */
export interface TokenCounter {
  readonly tokenizer: Tokenizer;
  count(text: string): number;
  /** The counts of one rendering (`compact/entities`): texts of a memo must depend on the id alone. */
  memo(rendering: string): TokenMemo;
}

/** How a budget is drawn. */
export interface BudgetOptions {
  /** Tokens that sections may fill at most, history included. */
  readonly contextCap?: number;
  /** Tokens kept free for answer and reasoning; the prompt's longest answer, else the model's, when left out. */
  readonly outputReserve?: number;
  /** What stands before the sections, already counted. */
  readonly history?: number;
  /** Whose counts to use; the run's own when left out. */
  readonly tokens?: TokenCounter;
}

/** Text that stands before the sections of every window, such as the conversation. Counted in `budget.history`. */
export interface Ahead {
  readonly name: string;
  readonly text: string;
  readonly tokens: number;
}

/** Asks for windows. */
export interface PackRequest {
  readonly sections: readonly Section[];
  readonly policy: Ref<PackingPolicy>;
  readonly budget: Budget;
  readonly ahead?: Ahead;
  /** 1 when left out. */
  readonly maxWindows?: number;
  /** `evidence` when left out. */
  readonly use?: Window['use'];
  /** The counts that the sections were made with; the run's own when left out. */
  readonly tokens?: TokenCounter;
}

/**
 * What a run offers to strategies and their parts. Each service emits its events; nobody merges streams. A call that fails
 * gives its failure back, ceilings and abort too, so that they all take one path: go on with what is there.
 */
export interface Run {
  /** The path of the stage, '' at the top: `search/1.3`. */
  readonly path: string;
  readonly knowledge: KnowledgeBase;
  /** Counts in the encoding of the run's model. */
  readonly tokens: TokenCounter;
  readonly random: Random;
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Counts in another encoding; the same object for the same encoding. */
  tokensOf(tokenizer: Tokenizer): TokenCounter;
  /**
   * The port that an option names. Made once a run.
   *
   * @throws GraphwrightError `plugin-unknown`, `plugin-ambiguous`, `plugin-invalid`, `option-unknown`, `option-invalid`.
   */
  use<P>(reference: Ref<P>): Promise<P>;
  /** The vectors of a space. @throws GraphwrightError `space-missing`. */
  vectors(space: string): Promise<VectorIndex>;
  /**
   * Vectors of texts by the run's embedder. The same texts are embedded once a run, whoever asks.
   *
   * @param fit The space that they are for: an embedder that makes vectors of another length is not called, or its vectors are
   * refused; the failure `dimension-mismatch` names both lengths.
   */
  embed(texts: readonly string[], fit?: { readonly space: string; readonly dimensions: number }): Promise<Result<readonly Float32Array[]>>;
  /** Scores of texts against a question, one each in their order, by a model that a ranker brings: within the ceilings, with its cost. */
  rerank(reranker: Reranker, question: string, texts: readonly string[]): Promise<Result<readonly number[]>>;
  /**
   * The tokens of a window for a prompt with its input.
   *
   * @throws GraphwrightError `budget-too-small`, saying by how much.
   */
  budget(prompt: AnyPrompt, input: object, options?: BudgetOptions): Budget;
  /**
   * Fills windows by a policy; the only way to open one. Checks and closes the ledger. Windows are in the order of the policy.
   *
   * @throws GraphwrightError `policy-invalid`, `ledger-unbalanced`.
   */
  pack(request: PackRequest): Promise<readonly Window[]>;
  /** Asks the model, with a window in the prompt's slot. */
  generate<Input extends object, Output>(
    prompt: Prompt<Input, Output>,
    input: Input,
    options?: { readonly window?: Window },
  ): Promise<Result<Output>>;
  /** Asks the model for the answer of the run, streamed; once a run. The text is kept when the stream is cut. */
  answer<Input extends object>(
    prompt: Prompt<Input, string>,
    input: Input,
    options?: { readonly window?: Window },
  ): Promise<Result<string>>;
  /** A stage below this one. Windows, ledger, cost, generator and details carry its path. */
  stage(name: string): Run;
  /** Says what only this strategy has to tell. The data must be JSON. */
  report(name: string, data: unknown): void;
  warn(warning: Warning): void;
  /**
   * Enters a failure that a part gave back and that nothing makes good: a retriever's, or of a reply that a strategy reads itself.
   * Failures of the run's own calls are entered already; the same object is entered once.
   */
  fail(failure: Failure): void;
  /** Enters what never meets a window. */
  drop(section: string, dropped: readonly Dropped[]): void;
}

/** How a strategy ends. The engine derives the status; a strategy only says that nothing was relevant. */
export interface Outcome {
  /** True when nothing found bears on the question: no model was asked. */
  readonly nothingRelevant?: boolean;
  /** The windows of `retrieve`. */
  readonly windows: readonly Window[];
}

/** A range of a count: `from` = `to` where it is exact. */
export interface CountRange {
  readonly from: number;
  readonly to: number;
}

/** What one stage of a run would cost. */
export interface StageEstimate {
  readonly stage: string;
  readonly calls: CountRange;
  readonly inputTokens: CountRange;
  readonly outputTokens: CountRange;
}

/** The port of strategies: a composition of retrieval, packing and prompts. Holds no state of a question. */
export interface Strategy {
  readonly specVersion: 'v1';
  /** What a run would cost; asks no model. */
  estimate(request: Request, run: Run): Promise<readonly StageEstimate[]>;
  /** Windows without an answer. May ask a model in order to choose, never for an answer. */
  retrieve(request: Request, run: Run): Promise<Outcome>;
  /** Windows and an answer. */
  run(request: Request, run: Run): Promise<Outcome>;
}

/** What the engine streams while a run goes on; the last one is always `end`. */
export type RunEvent =
  | { readonly type: 'stage'; readonly stage: string }
  | { readonly type: 'window'; readonly window: Window }
  | { readonly type: 'call'; readonly stage: string; readonly call: string; readonly state: 'started' | 'ended' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'warning'; readonly warning: Warning }
  | { readonly type: 'failure'; readonly failure: Failure };
