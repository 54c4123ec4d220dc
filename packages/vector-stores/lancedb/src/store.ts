import { definePlugin, kinds } from '@graphwright/contract';
import { createStore, FORMAT } from './create-store.ts';

/**
 * The vector store `lancedb`: exact search in the tables that GraphRAG of any version writes, without changing a byte of them;
 * a folder without the right to write is enough. Needs the package @lancedb/lancedb, which is optional.
 */
export const lancedbVectorStore = definePlugin(kinds.vectorStore, {
  id: FORMAT,
  version: '1.0.0',
  description: 'Exact vector search in LanceDB tables on disk, by cosine or squared L2.',
  create: () => createStore(),
});
