import { definePlugin, GraphwrightError, kinds, suggestion, type OpenedIndex, type VectorStore } from '@graphwright/contract';
import { loadVectors } from './memory-index.ts';

/**
 * The vector store `memory`: exact search over vectors that an index hands out as sources (embedding columns, `embeddings.*`
 * tables), held in one block of 4 bytes a number. Each `open` reads its source once.
 */
export const memoryVectorStore = definePlugin(kinds.vectorStore, {
  id: 'memory',
  version: '1.0.0',
  description: 'Exact vector search in memory, by cosine or squared L2.',
  create: (): VectorStore => ({
    specVersion: 'v1',
    spaces: (index) => index.vectors.map((source) => source.space),
    async open({ index, space, signal }) {
      const source = index.vectors.find((candidate) => candidate.space === space);
      if (source === undefined) throw spaceMissing(index, space);
      return loadVectors(source, signal);
    },
  }),
});

function spaceMissing(index: OpenedIndex, space: string): GraphwrightError {
  const elsewhere = index.vectorLocations.find((location) => location.space === space);
  return new GraphwrightError({
    code: 'space-missing',
    message: `The index holds no vectors of "${space}" that can be read into memory.`,
    ...(elsewhere !== undefined && { found: `a table "${elsewhere.name}" of format ${elsewhere.format}` }),
    where: { file: elsewhere?.path ?? index.source.folder },
    next:
      elsewhere === undefined
        ? suggestion(space, index.vectors.map((source) => source.space))
        : `Use the vector store "${elsewhere.format}".`,
  });
}
