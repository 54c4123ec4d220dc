import { definePlugin, kinds } from '@graphwright/contract';
import { z } from 'zod';
import { createTiktoken } from './tokenizer.ts';
import { encodingInTable, ENCODINGS } from './vendor.ts';

/**
 * The tokenizer `tiktoken`: OpenAI's own code as WebAssembly, the measure of the others.
 *
 * `encoding` is derived from the model's name by tiktoken's table, and is `cl100k_base` (which GraphRAG counts in) where no model
 * is known. A model that the table lacks has to be given one.
 */
export const tiktokenTokenizer = definePlugin(kinds.tokenizer, {
  id: 'tiktoken',
  version: '1.0.0',
  description: 'Exact token counts of cl100k_base and o200k_base by OpenAI\'s own code.',
  options: z.object({ encoding: z.enum(ENCODINGS).describe('The encoding, by its public name.') }),
  derive(_known, { model }) {
    const encoding = model === undefined ? 'cl100k_base' : encodingInTable(model.name);
    return encoding === undefined ? {} : { encoding };
  },
  create: ({ encoding }) => createTiktoken(encoding),
});
