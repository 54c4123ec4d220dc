import { definePlugin, kinds } from '@graphwright/contract';
import { z } from 'zod';
import { encodingOfModel } from './models.ts';
import { createGptTokenizer } from './tokenizer.ts';
import { ENCODINGS } from './vocabulary.ts';

/**
 * The tokenizer `gpt-tokenizer`, the default: exact counts of OpenAI's encodings in plain JavaScript.
 *
 * `encoding` is derived from the model's name, and is `cl100k_base` (which GraphRAG counts in) where no model is known. A model
 * of a name that says nothing of its encoding has to be given one, or counted with `approximate`.
 */
export const gptTokenizer = definePlugin(kinds.tokenizer, {
  id: 'gpt-tokenizer',
  version: '1.0.0',
  description: 'Exact token counts of cl100k_base and o200k_base in plain JavaScript.',
  options: z.object({ encoding: z.enum(ENCODINGS).describe('The encoding, by its public name.') }),
  derive(_known, { model }) {
    const encoding = model === undefined ? 'cl100k_base' : encodingOfModel(model.name);
    return encoding === undefined ? {} : { encoding };
  },
  create: ({ encoding }) => createGptTokenizer(encoding),
});
