import { definePrompt } from '@graphwright/contract';
import { z } from 'zod';

/** Asks for one sentence from a window. */
export const oneSentence = definePrompt({
  id: 'one-sentence',
  version: '1.0.0',
  input: z.strictObject({ question: z.string() }),
  output: z.string(),
  slot: 'context_data',
  system: 'Answer in one sentence, from these data alone, and cite rows as [Data: Sources (1)].\n\n{context_data}',
  user: '{question}',
});
