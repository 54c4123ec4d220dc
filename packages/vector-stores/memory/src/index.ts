export { loadVectors } from './memory-index.ts';
export { memoryVectorStore } from './store.ts';
