import { GraphwrightError } from './errors.ts';
import type { Metric, VectorIndex, VectorQuery } from './vectors.ts';

/** A query that was checked against an index and made ready for {@link scoreOf}. */
export interface PreparedQuery {
  readonly metric: Metric;
  readonly vector: Float64Array;
  /** The length of the vector, > 0. */
  readonly norm: number;
}

/**
 * Checks a query against an index, before any search. Every vector store begins with it, so that all refuse the same things in
 * the same words.
 *
 * @param index An index of 0 dimensions (an empty table whose size nobody knows) takes vectors of any size.
 * @throws GraphwrightError `dimension-mismatch` (naming both sizes), `vector-invalid` (a number that is not finite, or length
 * zero), `unsupported` (a metric that is not on offer, `minScore` with a distance), `usage-invalid` (`k` is no whole number ≥ 0).
 */
export function prepareQuery(query: VectorQuery, index: Pick<VectorIndex, 'space' | 'dimensions' | 'metrics'>): PreparedQuery {
  const metric = query.metric ?? 'cosine';
  const { length } = query.vector;
  if (!index.metrics.includes(metric) || (metric === 'squared-l2' && query.minScore !== undefined)) {
    throw new GraphwrightError({
      code: 'unsupported',
      message: index.metrics.includes(metric)
        ? 'A least score is for cosine; a squared distance has none.'
        : `The vectors of "${index.space}" cannot be searched by ${metric}.`,
      expected: `metric ${index.metrics.join(' or ')}`,
      found: metric,
    });
  }
  if (!Number.isSafeInteger(query.k) || query.k < 0) {
    throw new GraphwrightError({
      code: 'usage-invalid',
      message: 'A vector search takes a whole number of hits.',
      expected: 'k ≥ 0',
      found: `k = ${query.k}`,
    });
  }
  if (index.dimensions > 0 && length !== index.dimensions) {
    throw new GraphwrightError({
      code: 'dimension-mismatch',
      message: `A query vector of ${length} numbers does not fit the space "${index.space}", which holds vectors of ${index.dimensions}.`,
      expected: `${index.dimensions} numbers`,
      found: `${length} numbers`,
      next: 'Embed the question with the model that the index was made with.',
    });
  }
  const vector = Float64Array.from(query.vector);
  const norm = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (!Number.isFinite(norm) || norm === 0) {
    throw new GraphwrightError({
      code: 'vector-invalid',
      message: norm === 0 ? 'The query vector has length zero: it points nowhere.' : 'The query vector holds a number that is not finite.',
      expected: 'finite numbers, not all of them 0',
      next: 'Check what the embedder returned.',
    });
  }
  return { metric, vector, norm };
}

/** The length of the stored vector that begins at `offset`, in double precision; NaN or infinite when a number in it is. */
export function normOf(vectors: Float32Array, offset: number, dimensions: number): number {
  const end = offset + dimensions;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let i = offset;
  for (; i + 3 < end; i += 4) {
    const w = kept(vectors, i);
    const x = kept(vectors, i + 1);
    const y = kept(vectors, i + 2);
    const z = kept(vectors, i + 3);
    a += w * w;
    b += x * x;
    c += y * y;
    d += z * z;
  }
  for (; i < end; i++) a += kept(vectors, i) ** 2;
  return Math.sqrt(a + b + (c + d));
}

/**
 * How near the stored vector that begins at `offset` is to a query: cosine in [-1, 1] (0 for a stored vector of length zero),
 * or squared L2 distance ≥ 0. Sums run in double precision and in one fixed order, so that all stores get the same bits.
 * Not finite where the stored vector is not.
 *
 * @param norm Length of the stored vector, by {@link normOf}; cosine alone reads it.
 */
export function scoreOf(query: PreparedQuery, vectors: Float32Array, offset: number, norm: number): number {
  if (query.metric === 'squared-l2') return squaredDistance(query.vector, vectors, offset);
  if (norm === 0) return 0;
  const cosine = dotProduct(query.vector, vectors, offset) / (query.norm * norm);
  return cosine > 1 ? 1 : cosine < -1 ? -1 : cosine;
}

/** Cosine that a vector and the same text embedded again reach when one model made both: rounding stays far above it, other models far below. */
export const SAME_MODEL_COSINE = 0.95;

/** The cosine of two vectors of one length, in [-1, 1] up to rounding; 0 where one of them has length zero or the lengths differ. */
export function cosineOf(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0;
  let product = 0;
  let squareA = 0;
  let squareB = 0;
  for (const [place, value] of a.entries()) {
    const other = b[place] ?? 0;
    product += value * other;
    squareA += value * value;
    squareB += other * other;
  }
  return squareA === 0 || squareB === 0 ? 0 : product / Math.sqrt(squareA * squareB);
}

// Four sums at a time let the processor overlap the additions; the order is part of the result's last bits and stays as it is.

function dotProduct(query: Float64Array, stored: Float32Array, offset: number): number {
  const { length } = query;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let i = 0;
  for (; i + 3 < length; i += 4) {
    a += asked(query, i) * kept(stored, offset + i);
    b += asked(query, i + 1) * kept(stored, offset + i + 1);
    c += asked(query, i + 2) * kept(stored, offset + i + 2);
    d += asked(query, i + 3) * kept(stored, offset + i + 3);
  }
  for (; i < length; i++) a += asked(query, i) * kept(stored, offset + i);
  return a + b + (c + d);
}

function squaredDistance(query: Float64Array, stored: Float32Array, offset: number): number {
  const { length } = query;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let i = 0;
  for (; i + 3 < length; i += 4) {
    const w = asked(query, i) - kept(stored, offset + i);
    const x = asked(query, i + 1) - kept(stored, offset + i + 1);
    const y = asked(query, i + 2) - kept(stored, offset + i + 2);
    const z = asked(query, i + 3) - kept(stored, offset + i + 3);
    a += w * w;
    b += x * x;
    c += y * y;
    d += z * z;
  }
  for (; i < length; i++) a += (asked(query, i) - kept(stored, offset + i)) ** 2;
  return a + b + (c + d);
}

// One reader for each type of array: a shared one would see both types and lose half of its speed. Past the end stands NaN,
// which no hit survives.

function asked(query: Float64Array, index: number): number {
  return query[index] ?? NaN;
}

function kept(stored: Float32Array, index: number): number {
  return stored[index] ?? NaN;
}
