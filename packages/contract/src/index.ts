export { GraphwrightError, isGraphwrightError, messageOf, throwIfAborted } from './errors.ts';
export type { ErrorCode, ErrorDescription, ErrorPlace, TransportFault } from './errors.ts';
export { compareStrings, editDistance, nameWords, nearest, normaliseName, suggestion } from './names.ts';
export { compareRecords, RecordMap } from './record-map.ts';
export { rowFinder } from './row-finder.ts';
export { recordKey, REFERENCE_COLUMNS, TABLE_NAMES } from './records.ts';
export type {
  CommunityColumns,
  CommunityReportColumns,
  CovariateColumns,
  DocumentColumns,
  EntityColumns,
  Finding,
  LookupKeys,
  RecordRef,
  RelationshipColumns,
  TableName,
  Tables,
  TextUnitColumns,
} from './records.ts';
export type {
  Adjacency,
  AdjacencySpan,
  Batch,
  IndexFacts,
  IndexLoader,
  KnowledgeBase,
  OpenedIndex,
  PageRequest,
  RelationshipsRequest,
  RelationshipsResult,
  RowsRequest,
  VectorLocation,
  VectorSource,
} from './knowledge.ts';
export type { TextHit, TextIndex, TextQuery, TextStore } from './texts.ts';
export type { IdFilter, Metric, SearchHit, VectorIndex, VectorQuery, VectorStore } from './vectors.ts';
export { admits, NearestHits } from './nearest-hits.ts';
export { cosineOf, normOf, prepareQuery, SAME_MODEL_COSINE, scoreOf } from './scoring.ts';
export type { PreparedQuery } from './scoring.ts';
export type {
  ArtifactStore,
  Embedder,
  EmbedResult,
  Reranker,
  RerankResult,
  FinishReason,
  LanguageModel,
  ModelEvent,
  ModelLimits,
  ModelMessage,
  ModelRequest,
  Tokenizer,
} from './models.ts';
export type { Candidate, Cap, Dropped, DropReason, Found, PathStep, Via } from './found.ts';
export type {
  Allowance,
  Filled,
  FilledPart,
  IncludedEntry,
  PackedWindow,
  PackingPolicy,
  PackingRequest,
  Section,
  SectionEntry,
  SectionRows,
  UndoneEntry,
} from './section.ts';
export { ledgerCapSchema, ledgerEntrySchema, ledgerSchema, ledgerTotalSchema, viaSchema } from './ledger.ts';
export type { Ledger, LedgerEntry } from './ledger.ts';
export {
  answerJsonSchema,
  answerSchema,
  budgetSchema,
  citationSchema,
  costEntrySchema,
  costSchema,
  errorReportSchema,
  failureLayerSchema,
  failureSchema,
  provenanceSchema,
  statusSchema,
  warningSchema,
  windowSchema,
} from './answer.ts';
export type { Answer, Budget, Citation, CostEntry, ErrorReport, Failure, Result, Status, Warning, Window } from './answer.ts';
export { definePrompt, fillTemplate, placeholders } from './prompt.ts';
export type { AnyPrompt, Prompt } from './prompt.ts';
export { isRef, ref, refTo } from './ref.ts';
export type { Ref, RefSchema } from './ref.ts';
export { defineKind, definePlugin, isPlugin } from './plugin.ts';
export type { Facts, Kind, Needs, Origin, Plugin, PluginDefinition, Resolution } from './plugin.ts';
export type {
  RetrieverRequest,
  Retriever,
  ExpanderRequest,
  Expander,
  RankerRequest,
  Ranker,
  Rewriter,
  StopState,
  StopRule,
  SectionRequest,
  SectionMaker,
} from './retrieval.ts';
export type {
  Ahead,
  BudgetOptions,
  CountRange,
  Filter,
  Limits,
  Outcome,
  PackRequest,
  Random,
  Request,
  Run,
  RunEvent,
  StageEstimate,
  Strategy,
  TokenCounter,
  TokenMemo,
  Turn,
} from './run.ts';
export { kinds } from './kinds.ts';
