import type { IndexLoader } from './knowledge.ts';
import type { ArtifactStore, Embedder, LanguageModel, Tokenizer } from './models.ts';
import { defineKind } from './plugin.ts';
import type { Expander, Ranker, Retriever, Rewriter, SectionMaker, StopRule } from './retrieval.ts';
import type { Strategy } from './run.ts';
import type { PackingPolicy } from './section.ts';
import type { TextStore } from './texts.ts';
import type { VectorStore } from './vectors.ts';

/** The kinds of the house, each with version v1 of its port. Others can be made with `defineKind`. */
export const kinds = {
  artifactStore: defineKind<ArtifactStore>('artifact-store', 'v1', ['get', 'put']),
  embedder: defineKind<Embedder>('embedder', 'v1', ['embed']),
  expander: defineKind<Expander>('expander', 'v1', ['expand']),
  indexLoader: defineKind<IndexLoader>('index-loader', 'v1', ['recognises', 'open']),
  languageModel: defineKind<LanguageModel>('language-model', 'v1', ['generate']),
  packingPolicy: defineKind<PackingPolicy>('packing-policy', 'v1', ['pack']),
  ranker: defineKind<Ranker>('ranker', 'v1', ['rank']),
  retriever: defineKind<Retriever>('retriever', 'v1', ['retrieve']),
  rewriter: defineKind<Rewriter>('rewriter', 'v1', ['rewrite']),
  section: defineKind<SectionMaker>('section', 'v1', ['make']),
  stopRule: defineKind<StopRule>('stop-rule', 'v1', ['decide']),
  strategy: defineKind<Strategy>('strategy', 'v1', ['estimate', 'retrieve', 'run']),
  textStore: defineKind<TextStore>('text-store', 'v1', ['open']),
  tokenizer: defineKind<Tokenizer>('tokenizer', 'v1', ['count']),
  vectorStore: defineKind<VectorStore>('vector-store', 'v1', ['spaces', 'open']),
};
