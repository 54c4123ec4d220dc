import type { OpenedIndex } from './knowledge.ts';

/** How nearness is measured. `cosine` lies in [-1, 1] and descends; `squared-l2` is a distance ≥ 0 and ascends. */
export type Metric = 'cosine' | 'squared-l2';

/** One hit of a search: the record's id and its score in the metric of the search. */
export interface SearchHit {
  readonly id: string;
  readonly score: number;
}

/** Which ids a search may return: only those listed, or all but those listed. */
export type IdFilter = { readonly only: ReadonlySet<string> } | { readonly except: ReadonlySet<string> };

/** Asks a vector index for the nearest records. */
export interface VectorQuery {
  readonly vector: Float32Array | Float64Array;
  /** At most so many hits, ≥ 0; fewer when there are fewer. */
  readonly k: number;
  /** `cosine` when left out. */
  readonly metric?: Metric;
  /** For cosine alone: hits below it are left out. */
  readonly minScore?: number;
  readonly filter?: IdFilter;
  readonly signal?: AbortSignal;
}

/**
 * The port to the vectors of one space. Scores are computed in double precision and rounded to 1e-6 before they are
 * compared; ties go by ascending id: so all stores agree. A stored vector of length zero has cosine 0 with everything.
 */
export interface VectorIndex {
  readonly specVersion: 'v1';
  readonly space: string;
  readonly dimensions: number;
  readonly size: number;
  /** The metrics on offer; `cosine` is always one of them. */
  readonly metrics: readonly Metric[];
  /**
   * The nearest records, best first.
   *
   * @throws GraphwrightError `dimension-mismatch` (naming both sizes, before any search), `vector-invalid` (a number that is
   * not finite, or length zero), `unsupported` (a metric that is not on offer), `aborted`.
   */
  search(query: VectorQuery): Promise<readonly SearchHit[]>;
  /** The stored vectors of some records, in the order of `ids`; undefined where there is none. */
  vectorsOf(ids: readonly string[], signal?: AbortSignal): Promise<readonly (Float32Array | undefined)[]>;
  close(): Promise<void>;
}

/** The port of vector stores: makes the vectors of one space of an opened index searchable. */
export interface VectorStore {
  readonly specVersion: 'v1';
  /** The spaces that this store can open for an index. */
  spaces(index: OpenedIndex): readonly string[];
  /** @throws GraphwrightError `space-missing` when the index has no such space or not in a form that this store reads. */
  open(request: { readonly index: OpenedIndex; readonly space: string; readonly signal?: AbortSignal }): Promise<VectorIndex>;
}
