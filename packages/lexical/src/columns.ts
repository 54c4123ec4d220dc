import { GraphwrightError, suggestion, type KnowledgeBase, type TableName, type Tables } from '@graphwright/contract';

/** A row of a column of texts. */
export interface TextRow {
  readonly id: string;
  readonly text: string;
}

type Walk = (knowledge: KnowledgeBase) => AsyncIterable<readonly TextRow[]>;

/** Rows of one page: few enough that other work gets its turn between two. */
const PAGE = 1024;

const COLUMNS: ReadonlyMap<string, { readonly table: TableName; readonly column: string; readonly walk: Walk }> = new Map(
  [
    column('entities', 'title'),
    column('entities', 'description'),
    column('relationships', 'description'),
    column('text_units', 'text'),
    column('community_reports', 'title'),
    column('community_reports', 'summary'),
    column('community_reports', 'fullContent'),
    column('covariates', 'description'),
    column('documents', 'text'),
  ].map((one) => [`${one.table}.${one.column}`, one]),
);

/**
 * The texts of a column, page by page in the order of the table; rows without a text are left out.
 *
 * @param space `table.column`.
 * @throws GraphwrightError `space-missing` where that is no column of texts, or not in this index.
 */
export function textsOf(knowledge: KnowledgeBase, space: string): AsyncIterable<readonly TextRow[]> {
  const known = COLUMNS.get(space);
  if (known === undefined) {
    throw new GraphwrightError({ code: 'space-missing', message: `"${space}" is no column of texts.`, expected: 'table.column', found: space, next: suggestion(space, COLUMNS.keys()) });
  }
  if (knowledge.columns[known.table]?.includes(known.column) !== true) {
    throw new GraphwrightError({
      code: 'space-missing',
      message: `The index has no texts in ${space}.`,
      where: { table: known.table, column: known.column },
      next: 'Search another column, or leave the retriever out.',
    });
  }
  return known.walk(knowledge);
}

function column<T extends TableName, C extends keyof Tables[T] & string>(table: T, name: C): { readonly table: TableName; readonly column: string; readonly walk: Walk } {
  return {
    table,
    column: name,
    async *walk(knowledge) {
      for (let offset = 0; ; offset += PAGE) {
        const batch = await knowledge.page({ table, columns: [name], offset, limit: PAGE });
        yield batch.ids.flatMap((id, row) => {
          const text: unknown = batch.get(row, name);
          return typeof text === 'string' && text !== '' ? [{ id, text }] : [];
        });
        if (batch.size < PAGE) return;
      }
    },
  };
}
