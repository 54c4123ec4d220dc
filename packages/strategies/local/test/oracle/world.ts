import { sharedPath } from '@graphwright-internal/testing';
import { vectorSource, type VectorRows } from '@graphwright/conformance';
import * as context from '@graphwright/context';
import { definePlugin, isPlugin, kinds, type Embedder, type OpenedIndex, type VectorIndex, type VectorStore } from '@graphwright/contract';
import { createEngine, type Engine } from '@graphwright/engine';
import { openGraphragIndex } from '@graphwright/index-graphrag';
import { localCompatible } from '@graphwright/strategy-local';
import * as tokenBudget from '@graphwright/token-budget';
import { gptTokenizer } from '@graphwright/tokenizer-gpt-tokenizer';
import { openVectorSource } from '@graphwright/vector-store-lancedb';
import { loadVectors } from '@graphwright/vector-store-memory';
import { createHash } from 'node:crypto';
import type { OracleCase } from './cases.ts';
import { editedKnowledge } from './edited.ts';

const PLUGINS = [...Object.values({ ...context, ...tokenBudget }).filter(isPlugin), localCompatible, gptTokenizer];

interface Fixture {
  readonly index: OpenedIndex;
  readonly vectors: VectorIndex;
}

const fixtures = new Map<string, Promise<Fixture>>();

/** A case made ready to run, with what the search was asked. */
export interface World {
  readonly engine: Engine;
  readonly knowledge: OpenedIndex['knowledge'];
  readonly embedded: string[];
  readonly searches: { readonly k: number; readonly metric: string | undefined; readonly ids: readonly string[] }[];
}

/** Opens the fixture of a case (once for all cases), changes its tables where the case says so, and makes an engine over it. */
export async function worldOf(oracle: OracleCase): Promise<World> {
  const { index, vectors } = await fixture(oracle.fixture);
  const embedded: string[] = [];
  const searches: World['searches'] = [];
  const embedder: Embedder = {
    specVersion: 'v1',
    model: 'given',
    given: true,
    dimensions: vectors.dimensions,
    async embed({ texts }) {
      embedded.push(...texts);
      return { vectors: await Promise.all(texts.map((text) => queryVector(oracle, vectors, text))) };
    },
  };
  const watched: VectorIndex = {
    ...vectors,
    size: vectors.size,
    dimensions: vectors.dimensions,
    async search(query) {
      const hits = await vectors.search(query);
      searches.push({ k: query.k, metric: query.metric, ids: hits.map(({ id }) => id) });
      return hits;
    },
    vectorsOf: (ids, signal) => vectors.vectorsOf(ids, signal),
    close: () => Promise.resolve(),
  };
  const store: VectorStore = { specVersion: 'v1', spaces: () => ['entity_description'], open: () => Promise.resolve(watched) };
  const plugin = definePlugin(kinds.vectorStore, { id: 'watched', version: '1.0.0', description: 'Remembers what it was asked.', create: () => store });
  const edited = oracle.tableEdits === undefined ? index.knowledge : await editedKnowledge(index.knowledge, oracle.tableEdits);
  const knowledge = oracle.covariates ? edited : withoutClaims(edited);
  return { engine: createEngine({ index: { ...index, knowledge }, plugins: [...PLUGINS, plugin], embedder }), knowledge, embedded, searches };
}

function withoutClaims(knowledge: OpenedIndex['knowledge']): OpenedIndex['knowledge'] {
  const { covariates: _, ...counts } = knowledge.facts.counts;
  return new Proxy(knowledge, { get: (target, key) => (key === 'facts' ? { ...target.facts, counts } : bound(target, key)) });
}

function bound(target: object, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key);
  return typeof value === 'function' ? value.bind(target) : value;
}

function fixture(name: string): Promise<Fixture> {
  const known = fixtures.get(name);
  if (known !== undefined) return known;
  const opened = openFixture(name);
  fixtures.set(name, opened);
  return opened;
}

async function openFixture(name: string): Promise<Fixture> {
  const index = await openGraphragIndex({ root: sharedPath('fixtures', 'graphrag', name) });
  const location = index.vectorLocations.find(({ space }) => space === 'entity_description');
  const source = location === undefined ? vectorSource(await hashedTitles(index)) : await openVectorSource(location);
  return { index, vectors: await loadVectors(source) };
}

async function hashedTitles({ knowledge }: OpenedIndex): Promise<VectorRows> {
  const batch = await knowledge.page({ table: 'entities', columns: ['title'], offset: 0, limit: knowledge.facts.counts.entities ?? 0 });
  return { dimensions: 32, rows: batch.ids.map((id, row) => ({ id, vector: [...hashed(batch.get(row, 'title'))] })) };
}

function hashed(text: string): Float32Array {
  return Float32Array.from(createHash('sha256').update(text, 'utf8').digest(), (byte) => (byte - 127.5) / 127.5);
}

async function queryVector({ queryVector: wanted }: OracleCase, vectors: VectorIndex, text: string): Promise<Float32Array> {
  if (wanted === null || wanted.from === 'hash') return hashed(text);
  const parts = 'id' in wanted ? [{ id: wanted.id, weight: 1 }] : wanted.combination;
  const stored = await vectors.vectorsOf(parts.map(({ id }) => id));
  const sum = new Float64Array(vectors.dimensions);
  for (const [row, { weight }] of parts.entries()) for (const [place, value] of (stored[row] ?? []).entries()) sum[place] = (sum[place] ?? 0) + weight * value;
  return Float32Array.from(sum);
}
