import { sharedPath } from '@graphwright-internal/testing';
import { memoryKnowledge } from '@graphwright/conformance';
import * as context from '@graphwright/context';
import { isPlugin, TABLE_NAMES, type KnowledgeBase, type LanguageModel, type OpenedIndex, type TableName, type Tables } from '@graphwright/contract';
import { createEngine, type Engine } from '@graphwright/engine';
import { openGraphragIndex } from '@graphwright/index-graphrag';
import * as strategy from '@graphwright/strategy-global';
import * as tokenBudget from '@graphwright/token-budget';
import { gptTokenizer } from '@graphwright/tokenizer-gpt-tokenizer';
import type { z } from 'zod';
import type { patchSchema } from './cases.ts';

const PLUGINS = [...Object.values({ ...context, ...tokenBudget, ...strategy }).filter(isPlugin), gptTokenizer];

/** What a case says of its index. */
export interface CaseIndex {
  readonly fixture: string;
  readonly patch: z.infer<typeof patchSchema>;
  readonly entitiesGiven?: boolean;
}

const opened = new Map<string, Promise<OpenedIndex>>();

/** Opens the index of a case (once for all cases), changes its tables where the case says so, and makes an engine over it. */
export async function worldOf(one: CaseIndex, model: LanguageModel): Promise<{ readonly engine: Engine; readonly knowledge: KnowledgeBase }> {
  const root = one.fixture === 'tree-143' ? sharedPath('oracle', 'dynamic', 'tree-143') : sharedPath('fixtures', 'graphrag', one.fixture);
  const index = await (opened.get(root) ?? remembered(root));
  const patched = one.patch !== null || one.entitiesGiven === false;
  const knowledge = patched ? await patchedKnowledge(index.knowledge, one) : index.knowledge;
  return { engine: createEngine({ index: { ...index, knowledge }, plugins: PLUGINS, model, retries: 0 }), knowledge };
}

function remembered(root: string): Promise<OpenedIndex> {
  const index = openGraphragIndex({ root });
  opened.set(root, index);
  return index;
}

type Row = Record<string, unknown> & { readonly id: string };

async function patchedKnowledge(knowledge: KnowledgeBase, { patch, entitiesGiven = true }: CaseIndex): Promise<KnowledgeBase> {
  const tables = new Map<TableName, Row[]>();
  for (const table of TABLE_NAMES) if (knowledge.facts.counts[table] !== undefined) tables.set(table, await allRows(knowledge, table));
  const gone = new Set(patch?.drop_communities?.map(String));
  const communities = (tables.get('communities') ?? []).filter(({ humanReadableId }) => !gone.has(String(humanReadableId)));
  const left = new Set(communities.map(({ id }) => id));
  const known = (id: unknown): boolean => left.has(String(id));
  const lost = new Set(patch?.drop_reports?.map(String));
  const levels = new Set(patch?.drop_reports_of_level);
  const reports = (tables.get('community_reports') ?? [])
    .filter(({ humanReadableId, level }) => !lost.has(String(humanReadableId)) && !levels.has(Number(level)))
    .map((row, ordinal) => {
      const change = Object.fromEntries(Object.entries(patch?.set_report?.[String(row['humanReadableId'])] ?? {}).map(([key, value]) => [key, value ?? undefined]));
      return { ...row, ...change, communityId: known(row['communityId']) ? row['communityId'] : undefined, ordinal };
    });
  tables.set('communities', communities.map((row, ordinal) => ({ ...row, childIds: listed(row['childIds']).filter(known), parentId: known(row['parentId']) ? row['parentId'] : undefined, ordinal })));
  tables.set('community_reports', reports);
  tables.set('entities', (tables.get('entities') ?? []).map((row) => ({ ...row, communityIds: listed(row['communityIds']).filter(known) })));
  if (!entitiesGiven) tables.delete('entities');
  return memoryKnowledge(Object.fromEntries(tables));
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

async function allRows<T extends TableName>(knowledge: KnowledgeBase, table: T): Promise<Row[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a knowledge base lists columns of its own tables
  const columns = (knowledge.columns[table] ?? []) as readonly (keyof Tables[T])[];
  const batch = await knowledge.page({ table, columns, offset: 0, limit: knowledge.facts.counts[table] ?? 0 });
  return batch.ids.map((id, row) => ({ ...Object.fromEntries(columns.map((column) => [column, batch.get(row, column)])), id }));
}
