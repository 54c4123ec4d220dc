import { definePlugin, kinds, throwIfAborted, type Filled, type PackingPolicy } from '@graphwright/contract';
import { z } from 'zod';

/** Gives every section the same share of the window, the last one what the others leave. */
function evenly(keep: number): PackingPolicy {
  return {
    specVersion: 'v1',
    async pack({ sections, tokens, separatorTokens, signal }) {
      const filled: Filled[] = [];
      let left = Math.floor(tokens * (1 - keep)) - separatorTokens * Math.max(0, sections.length - 1);
      for (const [row, section] of sections.entries()) {
        throwIfAborted(signal);
        const share = Math.floor(left / (sections.length - row));
        const one = await section.fill({ tokens: Math.max(0, Math.min(section.cap ?? share, share)) });
        left -= one.tokens;
        filled.push(one);
      }
      return [{ filled }];
    },
  };
}

export const policy = definePlugin(kinds.packingPolicy, {
  id: 'evenly',
  version: '1.0.0',
  description: 'The same share for every section.',
  options: z.object({ keep: z.number().min(0).max(0.9).default(0.5) }),
  create: ({ keep }) => evenly(keep),
});
