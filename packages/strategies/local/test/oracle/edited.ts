import { memoryKnowledge } from '@graphwright/conformance';
import { TABLE_NAMES, type KnowledgeBase, type TableName, type Tables } from '@graphwright/contract';
import type { TableEdit } from './cases.ts';

/** GraphRAG's columns that cases edit or select by, as the contract names them. */
const COLUMNS: Readonly<Record<string, string>> = {
  human_readable_id: 'humanReadableId',
  community: 'humanReadableId',
  title: 'title',
  summary: 'summary',
  description: 'description',
  degree: 'degree',
  weight: 'weight',
  combined_degree: 'combinedDegree',
  subject_id: 'subjectTitle',
  object_id: 'objectTitle',
  end_date: 'endDate',
  relationship_ids: 'relationshipIds',
};

type Row = Record<string, unknown> & { readonly id: string };

/** The tables of an index with cells changed or rows turned round, as a knowledge base in memory. */
export async function editedKnowledge(knowledge: KnowledgeBase, edits: readonly TableEdit[]): Promise<KnowledgeBase> {
  const tables = new Map<TableName, Row[]>();
  for (const table of TABLE_NAMES) if (knowledge.facts.counts[table] !== undefined) tables.set(table, await allRows(knowledge, table));
  for (const edit of edits) {
    const table = TABLE_NAMES.find((name) => name === edit.table);
    const rows = table === undefined ? undefined : tables.get(table);
    if (table === undefined || rows === undefined) throw new Error(`no table ${edit.table}`);
    tables.set(table, edit.reverse === true ? rows.toReversed() : rows.map((row) => changed(row, edit)));
  }
  const position = new Map((tables.get('communities') ?? []).map(({ id }, row) => [id, row]));
  const asFake = Object.fromEntries(
    [...tables].map(([name, rows]) => [
      name,
      rows.map((row, ordinal) => ({ ...row, ordinal, ...(name === 'entities' ? { communityIds: inTableOrder(row['communityIds'], position) } : {}) })),
    ]),
  );
  return memoryKnowledge(asFake);
}

function changed(row: Row, { where = {}, column = '', value }: TableEdit): Row {
  const matches = Object.entries(where).every(([key, wanted]) => String(row[named(key)]) === String(wanted));
  return matches ? { ...row, [named(column)]: value ?? undefined } : row;
}

function named(column: string): string {
  const name = COLUMNS[column];
  if (name === undefined) throw new Error(`no column ${column}`);
  return name;
}

/** The communities of an entity stand in the order of the communities table. */
function inTableOrder(ids: unknown, position: ReadonlyMap<string, number>): string[] {
  return Array.isArray(ids) ? ids.map(String).toSorted((a, b) => (position.get(a) ?? 0) - (position.get(b) ?? 0)) : [];
}

async function allRows<T extends TableName>(knowledge: KnowledgeBase, table: T): Promise<Row[]> {
  // The list of columns is one of strings, since it is made while an index is opened.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a knowledge base lists columns of its own tables
  const columns = (knowledge.columns[table] ?? []) as readonly (keyof Tables[T])[];
  const batch = await knowledge.page({ table, columns, offset: 0, limit: knowledge.facts.counts[table] ?? 0 });
  return batch.ids.map((id, row) => ({ ...Object.fromEntries(columns.map((column) => [column, batch.get(row, column)])), id }));
}
