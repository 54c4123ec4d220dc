export { termsOf } from './analysis.ts';
export type { AnalysisOptions } from './analysis.ts';
export { bm25Memory } from './bm25-memory.ts';
export type { StopWords } from './stop-words.ts';
