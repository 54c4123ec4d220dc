import type { Batch, KnowledgeBase, TableName, Tables, Tokenizer } from '@graphwright/contract';
import { walkTable } from '../walk.ts';
import { citedNumbers } from './cited.ts';
import type { SurveyRow, SurveyRows } from './rows.ts';
import type { SurveyTable, SurveyTables } from './survey.ts';

/** Characters of a name; enough to know a record by. */
const NAME = 80;

/** How tables are read. */
export interface ReadRequest {
  readonly knowledge: KnowledgeBase;
  readonly tokenizer: Tokenizer | undefined;
  readonly onRows: (table: TableName, rows: number, total: number) => void;
  readonly signal: AbortSignal | undefined;
}

/** Walks every table once and keeps of each row what the checks look at: ids, numbers and lengths, but no text. */
export async function readTables(request: ReadRequest): Promise<SurveyTables> {
  const { tokenizer } = request;
  const tokens = (text: string, stated?: number): number => tokenizer?.count(text) ?? stated ?? Math.ceil(text.length / 4);
  return {
    documents: await read(request, 'documents', ['id', 'title', 'textUnitIds'], (batch, row) => ({
      id: batch.get(row, 'id'),
      name: nameOf(batch.get(row, 'title')),
      textUnitIds: batch.get(row, 'textUnitIds'),
    })),
    text_units: await read(request, 'text_units', ['id', 'text', 'tokenCount', 'documentIds', 'entityIds', 'relationshipIds', 'covariateIds'], (batch, row) => {
      const text = batch.get(row, 'text') ?? '';
      return {
        id: batch.get(row, 'id'),
        name: nameOf(text),
        written: isWritten(text),
        tokens: tokens(text, batch.get(row, 'tokenCount')),
        documentIds: batch.get(row, 'documentIds'),
        entityIds: batch.get(row, 'entityIds'),
        relationshipIds: batch.get(row, 'relationshipIds'),
        covariateIds: batch.get(row, 'covariateIds'),
      };
    }),
    entities: await read(request, 'entities', ['id', 'humanReadableId', 'title', 'description', 'degree', 'communityIds', 'textUnitIds'], (batch, row) => ({
      id: batch.get(row, 'id'),
      humanReadableId: batch.get(row, 'humanReadableId'),
      // Whole: names are compared.
      name: batch.get(row, 'title'),
      described: isWritten(batch.get(row, 'description')),
      degree: batch.get(row, 'degree'),
      communityIds: batch.get(row, 'communityIds'),
      textUnitIds: batch.get(row, 'textUnitIds'),
    })),
    relationships: await read(
      request,
      'relationships',
      ['id', 'humanReadableId', 'sourceId', 'targetId', 'sourceTitle', 'targetTitle', 'description', 'weight', 'textUnitIds'],
      (batch, row) => ({
        id: batch.get(row, 'id'),
        humanReadableId: batch.get(row, 'humanReadableId'),
        name: nameOf(`${batch.get(row, 'sourceTitle')} → ${batch.get(row, 'targetTitle')}`),
        sourceId: batch.get(row, 'sourceId'),
        targetId: batch.get(row, 'targetId'),
        sourceTitle: batch.get(row, 'sourceTitle'),
        targetTitle: batch.get(row, 'targetTitle'),
        description: digestOf(batch.get(row, 'description')),
        weight: batch.get(row, 'weight'),
        textUnitIds: batch.get(row, 'textUnitIds'),
      }),
    ),
    communities: await read(
      request,
      'communities',
      ['id', 'title', 'level', 'parentId', 'childIds', 'entityIds', 'relationshipIds', 'textUnitIds', 'period', 'size'],
      (batch, row) => ({
        id: batch.get(row, 'id'),
        name: nameOf(batch.get(row, 'title')),
        level: batch.get(row, 'level'),
        parentId: batch.get(row, 'parentId'),
        childIds: batch.get(row, 'childIds'),
        entityIds: batch.get(row, 'entityIds'),
        relationshipIds: batch.get(row, 'relationshipIds'),
        textUnitIds: batch.get(row, 'textUnitIds'),
        period: batch.get(row, 'period'),
        size: batch.get(row, 'size'),
      }),
    ),
    community_reports: await read(request, 'community_reports', ['id', 'communityId', 'level', 'title', 'summary', 'fullContent', 'rank'], (batch, row) => {
      const content = batch.get(row, 'fullContent') ?? '';
      return {
        id: batch.get(row, 'id'),
        name: nameOf(batch.get(row, 'title')),
        communityId: batch.get(row, 'communityId'),
        level: batch.get(row, 'level'),
        rank: batch.get(row, 'rank'),
        hasContent: isWritten(content),
        hasSummary: isWritten(batch.get(row, 'summary')),
        tokens: tokens(content),
        cited: citedNumbers(content),
      };
    }),
    covariates: await read(request, 'covariates', ['id', 'subjectId', 'subjectTitle', 'description', 'textUnitId'], (batch, row) => ({
      id: batch.get(row, 'id'),
      name: nameOf(batch.get(row, 'description') ?? batch.get(row, 'subjectTitle')),
      subjectId: batch.get(row, 'subjectId'),
      subjectTitle: batch.get(row, 'subjectTitle'),
      textUnitId: batch.get(row, 'textUnitId'),
    })),
  };
}

async function read<T extends TableName, C extends keyof Tables[T]>(
  { knowledge, onRows, signal }: ReadRequest,
  table: T,
  columns: readonly C[],
  take: (batch: Batch<T, C>, row: number) => SurveyRows[T],
): Promise<SurveyTable<SurveyRows[T]>> {
  const total = knowledge.facts.counts[table];
  const rows: SurveyRows[T][] = [];
  const byId = new Map<string, SurveyRows[T]>();
  await walkTable(knowledge, {
    table,
    columns,
    visit(batch, row) {
      const taken = take(batch, row);
      rows.push(taken);
      if (!byId.has(idOf(taken))) byId.set(idOf(taken), taken);
    },
    onPage: (seen) => onRows(table, seen, total ?? seen),
    signal,
  });
  return { isThere: total !== undefined, rows, byId };
}

function idOf({ id }: SurveyRow): string {
  return id;
}

function nameOf(text: string | undefined): string {
  const line = (text ?? '').slice(0, 4 * NAME).replaceAll(/\s+/gu, ' ').trim();
  return line.length > NAME ? `${line.slice(0, NAME)}…` : line;
}

function isWritten(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '';
}

/** FNV-1a of 32 bits: whether all are alike needs no more. */
function digestOf(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const key = text.toLowerCase().replaceAll(/\s+/gu, ' ').trim();
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}
