import type { KnowledgeBase } from '@graphwright/contract';

/** A knowledge base that counts what it gives. */
export interface CountingKnowledge {
  readonly knowledge: KnowledgeBase;
  /** Rows that all requests together have given so far. */
  rows(): number;
}

/** Counts the rows that are asked of a knowledge base: the measure of how a query grows with an index, which no clock disturbs. */
export function countingKnowledge(knowledge: KnowledgeBase): CountingKnowledge {
  let rows = 0;
  const counted = async <R extends { readonly size: number }>(batch: Promise<R>): Promise<R> => {
    const result = await batch;
    rows += result.size;
    return result;
  };
  const watched: KnowledgeBase = {
    specVersion: 'v1',
    fingerprint: knowledge.fingerprint,
    facts: knowledge.facts,
    columns: knowledge.columns,
    rows: (request) => counted(knowledge.rows(request)),
    page: (request) => counted(knowledge.page(request)),
    relationshipsOf: async (request) => {
      const result = await knowledge.relationshipsOf(request);
      rows += result.batch.size;
      return result;
    },
    close: () => knowledge.close(),
  };
  return { knowledge: watched, rows: () => rows };
}
