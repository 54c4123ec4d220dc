import { sharedFolder, sharedPath } from '@graphwright-internal/testing';
import { registerSuite, knowledgeBaseSuite, vectorIndexSuite, vectorSource } from '@graphwright/conformance';
import { openGraphragIndex } from '@graphwright/index-graphrag';
import { loadVectors } from '@graphwright/vector-store-memory';
import { describe } from 'vitest';

registerSuite(vectorIndexSuite({ name: 'memory', create: (rows) => loadVectors(vectorSource(rows)) }));

describe.skipIf(sharedFolder() === undefined)('indexes that GraphRAG wrote (skipped where they are absent)', () => {
  for (const folder of ['dulce-0.3', 'dulce-1.2', 'dulce-2.7', 'dulce-3.1', 'verbs-3.1', 'fresh-3.3-parquet', 'fresh-3.3-csv']) {
    registerSuite(
      knowledgeBaseSuite({ name: folder, open: async () => (await openGraphragIndex({ root: sharedPath('fixtures', 'graphrag', folder) })).knowledge }),
    );
  }
});
