import { normOf, throwIfAborted, type TableName, type VectorSource } from '@graphwright/contract';

/** A stored vector with the id beside it. */
interface StoredVector {
  readonly id: string;
  readonly vector: Float32Array;
}

/** What is known of the vectors of one space after they have passed by once. */
export interface ScannedSpace {
  readonly space: string;
  readonly table: TableName;
  readonly dimensions: number;
  readonly count: number;
  /** Each once. */
  readonly ids: ReadonlySet<string>;
  /** Ids that stand more than once, once for every further time. */
  readonly repeated: readonly string[];
  /** Ids of vectors with a number that is not finite. */
  readonly notFinite: readonly string[];
  /** Ids of vectors of length zero. */
  readonly zero: readonly string[];
  /** Ids of vectors whose length is off 1 by more than a hundredth; zero and not finite ones left out. */
  readonly offUnit: readonly string[];
  /** Whether there are two vectors or more, and all are the same. */
  readonly alike: boolean;
  /** At most five, spread evenly over the space. */
  readonly samples: readonly StoredVector[];
}

/** As many as the engine embeds again to tell whether an embedder is the index's. */
const SAMPLES = 5;
/** Embedding services round; none is off by a hundredth. */
const TOLERANCE = 0.01;

/**
 * Lets the vectors of a source pass by once, block by block; keeps ids and five vectors.
 *
 * @throws GraphwrightError `aborted`, and whatever the source throws.
 */
export async function scanVectors(source: VectorSource, onVectors: (seen: number) => void, signal: AbortSignal | undefined): Promise<ScannedSpace> {
  const { space, table, dimensions } = source;
  const wanted = new Set(Array.from({ length: SAMPLES }, (_, index) => Math.floor((index * source.count) / SAMPLES)));
  const ids = new Set<string>();
  const [repeated, notFinite, zero, offUnit]: [string[], string[], string[], string[]] = [[], [], [], []];
  const samples: StoredVector[] = [];
  let first: Float32Array | undefined;
  let alike = true;
  let count = 0;
  for await (const block of source.blocks(signal)) {
    for (const [row, id] of block.ids.entries()) {
      const offset = row * dimensions;
      if (ids.has(id)) repeated.push(id);
      ids.add(id);
      const norm = normOf(block.vectors, offset, dimensions);
      if (!Number.isFinite(norm)) notFinite.push(id);
      else if (norm === 0) zero.push(id);
      else if (Math.abs(norm - 1) > TOLERANCE) offUnit.push(id);
      if (first === undefined) first = block.vectors.slice(offset, offset + dimensions);
      else if (alike) alike = isSame(first, block.vectors, offset);
      if (wanted.has(count) && Number.isFinite(norm) && norm > 0) samples.push({ id, vector: block.vectors.slice(offset, offset + dimensions) });
      count++;
    }
    onVectors(count);
    throwIfAborted(signal);
  }
  return { space, table, dimensions, count, ids, repeated, notFinite, zero, offUnit, alike: alike && count > 1, samples };
}

function isSame(first: Float32Array, vectors: Float32Array, offset: number): boolean {
  return first.every((value, index) => value === vectors[offset + index]);
}
