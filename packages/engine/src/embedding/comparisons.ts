import type { ArtifactStore, OpenedIndex } from '@graphwright/contract';
import { z } from 'zod';
import type { Comparison } from './same-model.ts';

const storedSchema = z.strictObject({ cosine: z.number(), texts: z.int().positive() });

/**
 * How the embedder of an engine compares with the models that made the spaces of its index: known for the life of the engine, and beyond it
 * where there is a store for it.
 */
export class Comparisons {
  readonly #index: OpenedIndex;
  readonly #embedder: string;
  readonly #artifacts: ArtifactStore | undefined;
  readonly #known = new Map<string, Comparison>();

  constructor(index: OpenedIndex, embedder: string | undefined, artifacts: ArtifactStore | undefined) {
    this.#index = index;
    this.#embedder = embedder ?? '';
    this.#artifacts = artifacts;
  }

  /** The model that made the vectors of a space, where the index says so. */
  makerOf(space: string): string | undefined {
    return [...this.#index.vectors, ...this.#index.vectorLocations].find((one) => one.space === space)?.model;
  }

  /**
   * What is known of a space; undefined where nothing was compared yet.
   *
   * @throws What the store throws.
   */
  async of(space: string, signal: AbortSignal): Promise<{ readonly comparison: Comparison } | undefined> {
    if (this.#known.has(space)) return { comparison: this.#known.get(space) };
    const bytes = await this.#artifacts?.get(this.#key(space), signal);
    if (bytes === undefined) return undefined;
    const stored = storedSchema.safeParse(parsed(bytes));
    // Anything else under the key is not ours to read: it is compared anew, and written over.
    if (!stored.success) return undefined;
    this.#known.set(space, stored.data);
    return { comparison: stored.data };
  }

  /** Keeps a comparison. @throws What the store throws; for the life of the engine it is kept all the same. */
  async keep(space: string, comparison: Comparison, signal: AbortSignal): Promise<void> {
    this.#known.set(space, comparison);
    if (comparison !== undefined) await this.#artifacts?.put(this.#key(space), new TextEncoder().encode(JSON.stringify(comparison)), signal);
  }

  /** Whatever the comparison depends on: the texts, the vectors, the embedder. */
  #key(space: string): string {
    const vectors = this.#index.vectors.find((one) => one.space === space)?.fingerprint ?? '';
    return `same-model ${JSON.stringify([this.#index.knowledge.fingerprint, space, vectors, this.#embedder])}`;
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // Not JSON is as good as not there.
    return undefined;
  }
}
