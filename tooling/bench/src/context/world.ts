import { definePlugin, kinds, type Embedder, type Plugin, type SearchHit, type VectorIndex, type VectorQuery, type VectorStore } from '@graphwright/contract';
import { createEngine, openIndex, type Engine } from 'graphwright';
import { loadVectors } from '@graphwright/vector-store-memory';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';

const SPACE = 'entity_description';

/** What `queries.json` of an index that was made says. */
export const queriesSchema = z.looseObject({
  dims: z.int().positive(),
  queries: z.array(z.looseObject({ text: z.string(), entity_ids: z.array(z.string()).min(1) })).min(1),
});

/** An index that was made by `make_index.py`, ready to be asked. */
export interface World {
  readonly name: string;
  readonly entities: number;
  readonly questions: readonly string[];
  /** The vector that stands for a question. */
  vectorOf(question: string): Float32Array;
  /** Its vector searches are done once and remembered, so that they are no part of what is measured. */
  readonly engine: Engine;
  /** Does all vector searches again that were asked for so far, and says how many they are. */
  searchAgain(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Opens an index folder with its `queries.json`; the vector of a question is the mean of those of its `entity_ids`, of length 1.
 */
export async function openWorld(folder: string): Promise<World> {
  const index = await openIndex(folder);
  const { dims, queries } = queriesSchema.parse(JSON.parse(readFileSync(join(folder, 'queries.json'), 'utf8')));
  const source = index.vectors.find(({ space }) => space === SPACE);
  if (source === undefined) throw new Error(`${folder} has no vectors of "${SPACE}".`);
  const vectors = await loadVectors(source);
  const byQuestion = new Map<string, Float32Array>();
  for (const { text, entity_ids } of queries) byQuestion.set(text, meanOf(await vectors.vectorsOf(entity_ids), dims));
  const vectorOf = (text: string): Float32Array => byQuestion.get(text) ?? new Float32Array(dims).fill(1);
  const embedder: Embedder = {
    specVersion: 'v1',
    model: 'given-vectors',
    given: true,
    dimensions: dims,
    embed: ({ texts }) => Promise.resolve({ vectors: texts.map(vectorOf), inputTokens: 0 }),
  };
  const searches = new Map<string, Search>();
  const engine = await createEngine({ index, embedder, plugins: [storeOf(remembering(vectors, searches))] });
  return {
    name: basename(folder),
    entities: index.knowledge.facts.counts.entities ?? 0,
    questions: [...byQuestion.keys()],
    vectorOf,
    engine,
    async searchAgain() {
      for (const { query } of searches.values()) await vectors.search(query);
      return searches.size;
    },
    async close() {
      await engine.close();
      await index.knowledge.close();
    },
  };
}

function meanOf(vectors: readonly (Float32Array | undefined)[], dims: number): Float32Array {
  const sum = new Float32Array(dims);
  for (const vector of vectors) for (const [place, value] of (vector ?? []).entries()) sum[place] = (sum[place] ?? 0) + value;
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}

interface Search {
  readonly query: VectorQuery;
  readonly hits: readonly SearchHit[];
}

/** An index that does every search once and keeps its hits. */
function remembering(vectors: VectorIndex, searches: Map<string, Search>): VectorIndex {
  return {
    specVersion: 'v1',
    space: vectors.space,
    dimensions: vectors.dimensions,
    size: vectors.size,
    metrics: vectors.metrics,
    async search({ signal: _, ...query }) {
      // A few numbers tell the vectors of a bench apart, and looking at all of them would be measured too.
      const key = `${query.vector.subarray(0, 4).join(' ')} ${query.k} ${query.metric ?? ''} ${query.minScore ?? ''}`;
      const known = searches.get(key);
      if (known !== undefined) return known.hits;
      const hits = await vectors.search(query);
      searches.set(key, { query: { ...query, vector: query.vector.slice() }, hits });
      return hits;
    },
    vectorsOf: (ids, signal) => vectors.vectorsOf(ids, signal),
    close: () => Promise.resolve(),
  };
}

function storeOf(vectors: VectorIndex): Plugin {
  return definePlugin(kinds.vectorStore, {
    id: 'memory',
    version: '1.0.0',
    description: 'The vectors of the bench.',
    create: (): VectorStore => ({ specVersion: 'v1', spaces: () => [vectors.space], open: () => Promise.resolve(vectors) }),
  });
}
