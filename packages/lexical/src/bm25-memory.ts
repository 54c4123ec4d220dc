import { definePlugin, GraphwrightError, kinds, throwIfAborted, type KnowledgeBase, type TextIndex, type TextStore } from '@graphwright/contract';
import { z } from 'zod';
import { termsOf } from './analysis.ts';
import { Bm25Index, type Bm25Options } from './bm25.ts';
import { textsOf } from './columns.ts';
import { PostingsBuilder } from './postings.ts';

/** What was built for a knowledge base, by column and options. */
const built = new WeakMap<KnowledgeBase, Map<string, Promise<TextIndex>>>();

/**
 * The text store that indexes a column in memory by BM25, on first use; the index is kept as long as the knowledge base. Callers at the same time
 * share one building, which goes on to its end when one of them, or all, are aborted; a building that failed is not kept.
 *
 * Options: `k1` (≥ 0, default 1.5), `b` (in [0, 1], default 0.75): how repetition and length count; `stem` (`plural`, or `none`), `stopWords` (`questions`,
 * `standard`, `none`): how a text becomes terms.
 */
export const bm25Memory = definePlugin(kinds.textStore, {
  id: 'bm25-memory',
  version: '1.0.0',
  description: 'Words of a column by BM25, in memory.',
  options: z.object({
    k1: z.number().min(0).default(1.5),
    b: z.number().min(0).max(1).default(0.75),
    stem: z.enum(['none', 'plural']).default('plural'),
    stopWords: z.enum(['none', 'standard', 'questions']).default('questions'),
  }),
  create: (options): TextStore => ({
    specVersion: 'v1',
    async open({ knowledge, space, signal }) {
      throwIfAborted(signal);
      const indexes = built.get(knowledge) ?? new Map<string, Promise<TextIndex>>();
      built.set(knowledge, indexes);
      const key = JSON.stringify([space, options]);
      let index = indexes.get(key);
      if (index === undefined) {
        index = build(knowledge, space, options);
        indexes.set(key, index);
        index.catch(() => indexes.delete(key));
      }
      return untilAborted(index, signal);
    },
  }),
});

async function build(knowledge: KnowledgeBase, space: string, options: Bm25Options): Promise<TextIndex> {
  const builder = new PostingsBuilder();
  for await (const rows of textsOf(knowledge, space)) {
    for (const { id, text } of rows) builder.add(id, termsOf(text, options));
    // Pages that lie in memory come without a pause: let other work have its turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return new Bm25Index(space, builder.build(), options);
}

/** Waits no longer than the caller wants to; the work goes on for the others. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new GraphwrightError({ code: 'aborted', message: 'The wait for the index of words was aborted.', cause: signal.reason }));
    // The work has begun: a signal may have fired since, and fires once.
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
