import { setImmediate } from 'node:timers/promises';
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
  type VectorSource,
} from '@graphwright/contract';

const METRICS: readonly Metric[] = ['cosine', 'squared-l2'];

/** Numbers that are compared between two looks at the signal: a few milliseconds of work. */
const NUMBERS_PER_TURN = 4_000_000;

/**
 * Reads a source once and makes it searchable: exact, by cosine and squared L2, in one pass over one Float32Array.
 *
 * A stored vector of length zero has cosine 0 with everything; one with a number that is not finite is never a hit. An id
 * that comes twice is hit once, with its better score; `vectorsOf` gives its first vector.
 *
 * @throws GraphwrightError `vector-invalid` when the blocks are not what the source says of itself, `aborted`, and whatever
 * the source throws.
 */
export async function loadVectors(source: VectorSource, signal?: AbortSignal): Promise<VectorIndex> {
  const { count, dimensions } = source;
  const vectors = new Float32Array(count * dimensions);
  const ids: string[] = [];
  throwIfAborted(signal);
  for await (const block of source.blocks(signal)) {
    throwIfAborted(signal);
    if (block.vectors.length !== block.ids.length * dimensions || ids.length + block.ids.length > count) {
      throw mismatch(source, `a block of ${block.ids.length} ids and ${block.vectors.length} numbers after ${ids.length} vectors`);
    }
    vectors.set(block.vectors, ids.length * dimensions);
    for (const id of block.ids) ids.push(id);
  }
  if (ids.length !== count) throw mismatch(source, `${ids.length} vectors`);
  return new MemoryIndex(source.space, dimensions, ids, vectors);
}

function mismatch(source: VectorSource, found: string): GraphwrightError {
  return new GraphwrightError({
    code: 'vector-invalid',
    message: `The vectors of "${source.space}" are not as many as their source says.`,
    expected: `${source.count} vectors of ${source.dimensions} numbers`,
    found,
    next: 'Open the index again; if it stays so, its loader is at fault.',
  });
}

class MemoryIndex implements VectorIndex {
  readonly specVersion = 'v1';
  readonly space: string;
  readonly dimensions: number;
  readonly size: number;
  readonly metrics = METRICS;
  readonly #norms: Float64Array;
  #ids: readonly string[];
  #vectors: Float32Array;
  #rows: ReadonlyMap<string, number> | undefined;
  #open = true;

  constructor(space: string, dimensions: number, ids: readonly string[], vectors: Float32Array) {
    this.space = space;
    this.dimensions = dimensions;
    this.size = ids.length;
    this.#ids = ids;
    this.#vectors = vectors;
    this.#norms = Float64Array.from(ids, (_, row) => normOf(vectors, row * dimensions, dimensions));
  }

  async search(query: VectorQuery): Promise<readonly SearchHit[]> {
    throwIfAborted(query.signal);
    this.#checkOpen();
    const prepared = prepareQuery(query, this);
    const nearest = new NearestHits(query);
    const few = this.#rowsOfFew(query);
    if (few === undefined) await this.#scan(prepared, nearest, query.signal);
    else for (const row of few) this.#offer(prepared, nearest, row);
    return nearest.hits();
  }

  async vectorsOf(ids: readonly string[], signal?: AbortSignal): Promise<readonly (Float32Array | undefined)[]> {
    throwIfAborted(signal);
    this.#checkOpen();
    const rows = this.#rowsById();
    const { dimensions } = this;
    return ids.map((id) => {
      const row = rows.get(id);
      return row === undefined ? undefined : this.#vectors.slice(row * dimensions, (row + 1) * dimensions);
    });
  }

  async close(): Promise<void> {
    this.#open = false;
    this.#ids = [];
    this.#vectors = new Float32Array(0);
    this.#rows = undefined;
  }

  async #scan(query: PreparedQuery, nearest: NearestHits, signal: AbortSignal | undefined): Promise<void> {
    const rowsPerTurn = Math.max(1, Math.floor(NUMBERS_PER_TURN / Math.max(1, this.dimensions)));
    for (let start = 0; start < this.size; start += rowsPerTurn) {
      if (start > 0) {
        await setImmediate();
        throwIfAborted(signal);
        this.#checkOpen();
      }
      const end = Math.min(this.size, start + rowsPerTurn);
      for (let row = start; row < end; row++) this.#offer(query, nearest, row);
    }
  }

  #offer(query: PreparedQuery, nearest: NearestHits, row: number): void {
    nearest.offer(this.#ids[row] ?? '', scoreOf(query, this.#vectors, row * this.dimensions, this.#norms[row] ?? NaN));
  }

  /** The rows that a filter asks for, where they are few and looking them up beats a scan. */
  #rowsOfFew({ filter }: VectorQuery): number[] | undefined {
    if (filter === undefined || !('only' in filter) || filter.only.size > this.size / 4) return undefined;
    const rows = this.#rowsById();
    // Of an id that comes twice the map knows one row alone.
    if (rows.size < this.size) return undefined;
    return Array.from(filter.only, (id) => rows.get(id)).filter((row) => row !== undefined);
  }

  #rowsById(): ReadonlyMap<string, number> {
    if (this.#rows === undefined) {
      const rows = new Map<string, number>();
      for (const [row, id] of this.#ids.entries()) if (!rows.has(id)) rows.set(id, row);
      this.#rows = rows;
    }
    return this.#rows;
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
