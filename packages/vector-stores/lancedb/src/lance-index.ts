import {
  GraphwrightError,
  NearestHits,
  normOf,
  prepareQuery,
  scoreOf,
  throwIfAborted,
  type Metric,
  type PreparedQuery,
  type SearchHit,
  type VectorIndex,
  type VectorQuery,
} from '@graphwright/contract';
import type { LanceTable } from './lance-table.ts';
import type { Rows } from './rows.ts';

const METRICS: readonly Metric[] = ['cosine', 'squared-l2'];

/** A filter that lists no more ids than this is looked up by id instead of scanned for. */
const FEW_IDS = 1000;

/**
 * Exact search over a table of LanceDB. The vectors stay on disk: a search streams them past the query and scores them in double
 * precision, which takes no longer than LanceDB's own search without an index (about a second for 100,000 × 1536 on two cores,
 * measured) and gives the same bits as the store in memory. GraphRAG's own vector indexes cover none of its rows.
 */
export class LanceIndex implements VectorIndex {
  readonly specVersion = 'v1';
  readonly space: string;
  readonly dimensions: number;
  readonly size: number;
  readonly metrics = METRICS;
  readonly #table: LanceTable;
  #open = true;

  constructor(space: string, table: LanceTable) {
    this.space = space;
    this.dimensions = table.dimensions;
    this.size = table.rows;
    this.#table = table;
  }

  async search(query: VectorQuery): Promise<readonly SearchHit[]> {
    const { filter, signal } = query;
    throwIfAborted(signal);
    this.#checkOpen();
    const prepared = prepareQuery(query, this);
    if (query.k === 0 || this.size === 0) return [];
    const nearest = new NearestHits(query);
    const few = filter !== undefined && 'only' in filter && filter.only.size <= FEW_IDS;
    const blocks = few ? this.#table.rowsOf([...filter.only], signal) : this.#table.scan(signal);
    for await (const rows of blocks) this.#offer(prepared, nearest, rows);
    return nearest.hits();
  }

  async vectorsOf(ids: readonly string[], signal?: AbortSignal): Promise<readonly (Float32Array | undefined)[]> {
    throwIfAborted(signal);
    this.#checkOpen();
    const found = new Map<string, Float32Array>();
    for await (const rows of this.#table.rowsOf([...new Set(ids)], signal)) {
      for (let row = 0; row < rows.size; row++) {
        const id = rows.id(row);
        if (!found.has(id)) found.set(id, rows.vectors.slice(row * this.dimensions, (row + 1) * this.dimensions));
      }
    }
    return ids.map((id) => found.get(id)?.slice());
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    this.#table.close();
  }

  #offer(query: PreparedQuery, nearest: NearestHits, rows: Rows): void {
    const { dimensions } = this;
    for (let row = 0; row < rows.size; row++) {
      const offset = row * dimensions;
      const norm = query.metric === 'cosine' ? normOf(rows.vectors, offset, dimensions) : 0;
      const score = scoreOf(query, rows.vectors, offset, norm);
      if (nearest.accepts(score)) nearest.offer(rows.id(row), score);
    }
  }

  #checkOpen(): void {
    if (this.#open) return;
    throw new GraphwrightError({
      code: 'usage-invalid',
      message: `The vectors of "${this.space}" were closed.`,
      next: 'Open the space again before searching it.',
    });
  }
}
