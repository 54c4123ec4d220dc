import { setImmediate } from 'node:timers/promises';
import { throwIfAborted, type Batch, type KnowledgeBase, type TableName, type Tables } from '@graphwright/contract';

/** Rows that are fetched at once. */
const PAGE = 1000;

/** What to walk, and whom to tell. */
export interface WalkRequest<T extends TableName, C extends keyof Tables[T]> {
  readonly table: T;
  readonly columns: readonly C[];
  /** Called for every row, in stored order. */
  readonly visit: (batch: Batch<T, C>, row: number) => void;
  /** Called after every page with the rows seen so far. */
  readonly onPage?: ((rows: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Walks a table once, in the order in which it is stored, page by page; nothing for a table that is not there. Between pages
 * other work gets its turn, so that an abort is heard even where the store answers at once.
 *
 * @throws GraphwrightError `aborted`, and whatever the store throws.
 */
export async function walkTable<T extends TableName, C extends keyof Tables[T]>(knowledge: KnowledgeBase, request: WalkRequest<T, C>): Promise<void> {
  const { table, columns, visit, onPage, signal } = request;
  const count = knowledge.facts.counts[table] ?? 0;
  for (let offset = 0; offset < count; offset += PAGE) {
    const batch = await knowledge.page({ table, columns, offset, limit: PAGE, ...(signal === undefined ? {} : { signal }) });
    for (let row = 0; row < batch.size; row++) visit(batch, row);
    onPage?.(offset + batch.size);
    await setImmediate();
    throwIfAborted(signal);
  }
}
