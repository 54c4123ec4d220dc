import { countingKnowledge } from '@graphwright/conformance';
import * as context from '@graphwright/context';
import { isPlugin, type OpenedIndex } from '@graphwright/contract';
import { createEngine } from '@graphwright/engine';
import { bm25Memory } from '@graphwright/lexical';
import * as retrieval from '@graphwright/retrieval';
import { local, localCompatible } from '@graphwright/strategy-local';
import * as tokenBudget from '@graphwright/token-budget';
import { gptTokenizer } from '@graphwright/tokenizer-gpt-tokenizer';
import { loadVectors, memoryVectorStore } from '@graphwright/vector-store-memory';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeIndex, missing, type MadeIndex } from './made-index.ts';
import { syntheticIndex } from './synthetic-index.ts';

const plugins = [...Object.values({ ...context, ...retrieval, ...tokenBudget }).filter(isPlugin), local, localCompatible, gptTokenizer, bm25Memory, memoryVectorStore];

/**
 * Rows that a query may touch: so many whatever it finds (look-ups of names, entities, communities, reports), and so many for each
 * relationship of its seeds (the relationship itself and its text unit, read for order, count and print). The same at every size.
 */
const FIXED = 400;
const PER_RELATIONSHIP = 3;

interface Touched {
  readonly rows: number;
  readonly degrees: number;
}

/** Rows that one context touches, nothing of it counted before (but words and a sample of vectors indexed, which the first question does), and the sum of the degrees of the entities that it starts from. */
async function touched(index: OpenedIndex, strategy: string, question: string, vector: Float32Array): Promise<Touched> {
  const counting = countingKnowledge(index.knowledge);
  const embedder = { specVersion: 'v1' as const, model: 'given', dimensions: vector.length, given: true, embed: ({ texts }: { texts: readonly string[] }) => Promise.resolve({ vectors: texts.map(() => vector) }) };
  const engine = createEngine({ index: { ...index, knowledge: counting.knowledge }, plugins, embedder });
  await engine.context({ question: 'What else?', strategy });
  const before = counting.rows();
  const answer = await engine.context({ question, strategy });
  const rows = counting.rows() - before;
  await engine.close();
  const seeds = answer.ledger.entries.flatMap(({ table, id, ids = [] }) => (table === 'entities' ? [id ?? '', ...ids] : []));
  const { of } = await index.knowledge.relationshipsOf({ entityIds: [...new Set(seeds)], columns: [] });
  return { rows, degrees: of.reduce((sum, { total }) => sum + total, 0) };
}

/** How far the worst of some questions passes what it may touch; at most 0 is wanted. */
async function excess({ index, queries, dims }: MadeIndex, strategy: string): Promise<number> {
  const source = index.vectors.find(({ space }) => space === 'entity_description');
  if (source === undefined) throw new Error('the index has no vectors');
  const vectors = await loadVectors(source);
  let worst = -Infinity;
  for (const { text, entity_ids } of queries) {
    const sum = new Float32Array(dims);
    for (const stored of await vectors.vectorsOf(entity_ids)) for (const [place, value] of (stored ?? []).entries()) sum[place] = (sum[place] ?? 0) + value;
    const { rows, degrees } = await touched(index, strategy, text, sum);
    worst = Math.max(worst, rows - FIXED - PER_RELATIONSHIP * degrees);
  }
  return worst;
}

const indexes = new Map<number, MadeIndex>();

/** Made once for both faces. */
function made(entities: number): MadeIndex {
  const index = indexes.get(entities) ?? syntheticIndex(entities);
  indexes.set(entities, index);
  return index;
}

describe.each(['local', 'local-compatible'])('%s: rows that a query touches', (strategy) => {
  it.each([1000, 10_000])('are bounded by the degrees of its seeds, at %d entities', async (entities) => {
    expect(await excess(made(entities), strategy)).toBeLessThanOrEqual(0);
  });
});

const reason = missing();
describe.skipIf(reason !== undefined)(`on indexes of the benchmarks (skipped where none can be made: ${reason ?? 'they can'})`, () => {
  const folder = mkdtemp(join(tmpdir(), 'graphwright-growth-'));
  afterAll(async () => rm(await folder, { recursive: true, force: true }));

  it.each([1000, 10_000])('both faces are bounded in the same way, at %d entities', async (entities) => {
    const benchmark = await makeIndex(await folder, entities);
    expect(await excess(benchmark, 'local')).toBeLessThanOrEqual(0);
    expect(await excess(benchmark, 'local-compatible')).toBeLessThanOrEqual(0);
    await benchmark.index.knowledge.close();
  }, 120_000);
});
