import type { Batch, KnowledgeBase, TableName, Tables } from '@graphwright/contract';
import { walkTable } from '@graphwright/doctor';

/** Walks a table in the order in which it is stored, page by page; nothing for a table that is not there. */
export async function walk<T extends TableName, C extends keyof Tables[T]>(
  knowledge: KnowledgeBase,
  table: T,
  columns: readonly C[],
  visit: (batch: Batch<T, C>, row: number) => void,
  signal: AbortSignal,
): Promise<void> {
  await walkTable(knowledge, { table, columns, visit, signal });
}
