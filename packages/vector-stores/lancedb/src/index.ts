export { openVectorSource } from './source.ts';
export { lancedbVectorStore } from './store.ts';
