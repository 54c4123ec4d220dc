import type { Batch, KnowledgeBase, TableName, Tables } from '@graphwright/contract';

/** Rows that are fetched at once. */
const PAGE = 1000;

/** Walks a table in the order in which it is stored, page by page; nothing for a table that is not there. */
export async function walk<T extends TableName, C extends keyof Tables[T]>(
  knowledge: KnowledgeBase,
  table: T,
  columns: readonly C[],
  visit: (batch: Batch<T, C>, row: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const count = knowledge.facts.counts[table] ?? 0;
  for (let offset = 0; offset < count; offset += PAGE) {
    const batch = await knowledge.page({ table, columns, offset, limit: PAGE, signal });
    for (let row = 0; row < batch.size; row++) visit(batch, row);
  }
}
