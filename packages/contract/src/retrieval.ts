import type { Candidate, Found } from './found.ts';
import type { RecordRef } from './records.ts';
import type { Result } from './answer.ts';
import type { Filter, Run, TokenCounter, Turn } from './run.ts';
import type { Section } from './section.ts';

/** What a retriever is asked. */
export interface RetrieverRequest {
  /** Several when a rewriter split the question; one as a rule. Never empty. */
  readonly questions: readonly string[];
  /** At most so many candidates; the retriever's own option when left out. */
  readonly limit?: number;
  readonly filter?: Filter;
}

/** The port of retrievers: from a question to records. Fusion is a retriever over retrievers, a selector one of reports. */
export interface Retriever {
  readonly specVersion: 'v1';
  /** Fails as a call does (no vectors, an embedder that is down); the caller decides what that means. */
  retrieve(request: RetrieverRequest, run: Run): Promise<Result<Found>>;
}

/** What an expander is asked. */
export interface ExpanderRequest {
  /** Where the walk begins, best first. */
  readonly from: readonly Candidate[];
  readonly filter?: Filter;
  /** Records that it must neither bring nor walk through. */
  readonly exclude?: readonly RecordRef[];
}

/**
 * The port of expanders: from records to the records around them, each with the path that was walked. Those it began at are not among
 * what it found.
 */
export interface Expander {
  readonly specVersion: 'v1';
  expand(request: ExpanderRequest, run: Run): Promise<Result<Found>>;
}

/** What a ranker is asked. */
export interface RankerRequest {
  readonly question: string;
  /** The section that the candidates are for. */
  readonly section: string;
  readonly candidates: readonly Candidate[];
  /** The entities that seeded the search, best first: orders by graph need them. */
  readonly seeds: readonly Candidate[];
}

/** The port of rankers: orders the candidates of a section, best first, with or without a model. It loses none and makes none. */
export interface Ranker {
  readonly specVersion: 'v1';
  rank(request: RankerRequest, run: Run): Promise<readonly Candidate[]>;
}

/** The port of rewriters: makes the question, or several, out of a question and its conversation. */
export interface Rewriter {
  readonly specVersion: 'v1';
  rewrite(request: { readonly question: string; readonly turns: readonly Turn[] }, run: Run): Promise<Result<readonly string[]>>;
}

/** What a rule of stopping sees. */
export interface StopState {
  readonly question: string;
  /** From 1. */
  readonly round: number;
  /** Records that each round brought for the first time. */
  readonly newRecords: readonly number[];
  readonly calls: number;
  readonly tokens: number;
  readonly openQuestions: readonly string[];
  /** The evidence so far as text, made on demand. */
  evidence(): Promise<string>;
}

/** The port of stop rules: whether a loop has enough. */
export interface StopRule {
  readonly specVersion: 'v1';
  decide(state: StopState, run: Run): Promise<Result<{ readonly stop: boolean; readonly reason: string }>>;
}

/** What a section is made of. */
export interface SectionRequest {
  /** Its name in windows, ledger and citations. */
  readonly name: string;
  readonly found: Found;
  readonly tokens: TokenCounter;
  readonly floor?: number;
  readonly cap?: number;
}

/** The port of section makers: turns what was found into material for windows. */
export interface SectionMaker {
  readonly specVersion: 'v1';
  make(request: SectionRequest, run: Run): Promise<Section>;
}
