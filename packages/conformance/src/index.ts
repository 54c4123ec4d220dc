export { knowledgeBaseSuite } from './knowledge-base.ts';
export type { KnowledgeBaseSubject } from './knowledge-base.ts';
export { check, checkEqual, checkFails, failuresOf, registerSuite } from './suite.ts';
export type { ConformanceCase, ConformanceSuite } from './suite.ts';
export { vectorIndexSuite } from './vector-index.ts';
export type { VectorIndexSubject, VectorRows } from './vector-index.ts';
