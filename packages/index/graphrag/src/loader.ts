import { definePlugin, isGraphwrightError, kinds } from '@graphwright/contract';
import { z } from 'zod';
import { locate } from './layout/locate.ts';
import { openGraphragIndex } from './open-index.ts';

const options = z.object({
  output: z.string().optional().describe('Which of several outputs that the settings name.'),
  tableFormat: z.enum(['parquet', 'csv']).optional().describe('The format to take where tables lie in both.'),
});

/** The index loader `graphrag`: opens any folder that Microsoft GraphRAG 0.1 to 3.3 wrote. */
export const graphragIndexLoader = definePlugin(kinds.indexLoader, {
  id: 'graphrag',
  version: '1.0.0',
  description: 'Reads the indexes that Microsoft GraphRAG 0.1 to 3.3 writes, parquet or CSV.',
  options,
  create: ({ output, tableFormat }) => ({
    specVersion: 'v1',
    async recognises(root) {
      try {
        await locate({ root, output, tableFormat, environment: process.env });
        return true;
      } catch (error) {
        // Several indexes are still indexes of this format: opening says which there are.
        if (isGraphwrightError(error)) return error.code === 'index-ambiguous';
        throw error;
      }
    },
    open: ({ root, signal }) => openGraphragIndex({ root, output, tableFormat, signal }),
  }),
});
