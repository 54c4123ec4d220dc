import type { KnowledgeBase } from './knowledge.ts';
import type { IdFilter, SearchHit } from './vectors.ts';

/** Asks a text index for records by words. */
export interface TextQuery {
  readonly text: string;
  /** At most so many hits, ≥ 0. */
  readonly k: number;
  /** Hits below it are left out. */
  readonly minScore?: number;
  /** Hits that match less of the query's weight are left out; in [0, 1]. */
  readonly minShare?: number;
  readonly filter?: IdFilter;
  readonly signal?: AbortSignal;
}

/** One hit of a search by words. */
export interface TextHit extends SearchHit {
  /** Terms of the query that the record holds, in the order of the query, as they are indexed. */
  readonly terms: readonly string[];
  /**
   * The weight of those terms as a share of the weight of all terms of the query, in [0, 1]: rare terms weigh most, and one that no record holds
   * weighs as much as any. How much of the question the record speaks of, whatever the length of either.
   */
  readonly share: number;
}

/**
 * The port to an index of words over one column of a table: BM25 in memory, PostgreSQL, OpenSearch. Scores are positive,
 * descend, are rounded to 1e-6 before they are compared; ties go by ascending id.
 */
export interface TextIndex {
  readonly specVersion: 'v1';
  /** What is indexed, as `table.column`. */
  readonly space: string;
  readonly size: number;
  /** @throws GraphwrightError `usage-invalid` (`k` is no whole number ≥ 0), `aborted`. */
  search(query: TextQuery): Promise<readonly TextHit[]>;
}

/** The port of text stores: makes the words of one column of a knowledge base searchable. */
export interface TextStore {
  readonly specVersion: 'v1';
  /** @throws GraphwrightError `space-missing` when there is no such column of texts, `aborted`. */
  open(request: { readonly knowledge: KnowledgeBase; readonly space: string; readonly signal?: AbortSignal }): Promise<TextIndex>;
}
