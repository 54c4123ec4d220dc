import { hashedNgrams } from '@graphwright/provider-extractive';
import type { CommunityRow } from './communities.ts';
import type { Graph } from './graph.ts';
import type { Column, ColumnType } from './parquet.ts';

/** Made once and for all: a sample that changes with the day would not be the same twice. */
const DAY = '2026-01-01';
/** The length of the sample's vectors, the default of `hashed-ngrams`. */
const DIMENSIONS = 256;

type Spec<T> = Readonly<Record<string, readonly [ColumnType, (row: T, number: number) => unknown]>>;

/** The columns of every table of the index, by file name without ending, in the order of GraphRAG 3.3. */
export function tablesOf(graph: Graph, communities: readonly CommunityRow[]): Map<string, Column[]> {
  return new Map([
    ['documents', columnsOf(graph.documents, DOCUMENTS)],
    ['text_units', columnsOf(graph.textUnits, TEXT_UNITS)],
    ['entities', columnsOf(graph.entities, ENTITIES)],
    ['relationships', columnsOf(graph.relationships, RELATIONSHIPS)],
    ['covariates', columnsOf(graph.claims, COVARIATES)],
    ['communities', columnsOf(communities, COMMUNITIES)],
    ['community_reports', columnsOf(deepestFirst(communities), REPORTS)],
    ['embeddings.entity_description', vectorsOf(graph.entities, (row) => [row.id, `${row.title}:${row.description}`])],
    ['embeddings.community_full_content', vectorsOf(deepestFirst(communities), (row) => [row.reportId, row.fullContent])],
    ['embeddings.text_unit_text', vectorsOf(graph.textUnits, (row) => [row.id, row.text])],
  ]);
}

const DOCUMENTS: Spec<Graph['documents'][number]> = {
  id: ['string', (row) => row.id],
  human_readable_id: ['integer', (_, number) => number],
  title: ['string', (row) => row.title],
  text: ['string', (row) => row.text],
  text_unit_ids: ['strings', (row) => row.textUnitIds],
  creation_date: ['string', () => `${DAY} 00:00:00 +0000`],
  raw_data: ['null', () => null],
};

const TEXT_UNITS: Spec<Graph['textUnits'][number]> = {
  id: ['string', (row) => row.id],
  human_readable_id: ['integer', (_, number) => number],
  text: ['string', (row) => row.text],
  n_tokens: ['integer', (row) => row.tokens],
  document_id: ['string', (row) => row.documentId],
  entity_ids: ['strings', (row) => row.entityIds],
  relationship_ids: ['strings', (row) => row.relationshipIds],
  covariate_ids: ['strings', (row) => row.covariateIds],
};

const ENTITIES: Spec<Graph['entities'][number]> = {
  id: ['string', (row) => row.id],
  human_readable_id: ['integer', (_, number) => number],
  title: ['string', (row) => row.title],
  type: ['string', (row) => row.type],
  description: ['string', (row) => row.description],
  text_unit_ids: ['strings', (row) => row.textUnitIds],
  frequency: ['integer', (row) => row.textUnitIds.length],
  degree: ['integer', (row) => row.degree],
};

const RELATIONSHIPS: Spec<Graph['relationships'][number]> = {
  id: ['string', (row) => row.id],
  human_readable_id: ['integer', (_, number) => number],
  source: ['string', (row) => row.source],
  target: ['string', (row) => row.target],
  description: ['string', (row) => row.description],
  weight: ['double', (row) => row.weight],
  combined_degree: ['integer', (row) => row.combinedDegree],
  text_unit_ids: ['strings', (row) => row.textUnitIds],
};

const COVARIATES: Spec<Graph['claims'][number]> = {
  id: ['string', (row) => row.id],
  human_readable_id: ['integer', (_, number) => number],
  covariate_type: ['string', () => 'claim'],
  type: ['string', (row) => row.type],
  description: ['string', (row) => row.description],
  subject_id: ['string', (row) => row.subject],
  object_id: ['string', (row) => row.object],
  status: ['string', (row) => row.status],
  start_date: ['string', (row) => row.from],
  end_date: ['string', (row) => row.to],
  source_text: ['string', (row) => row.quote],
  text_unit_id: ['string', (row) => row.textUnitId],
};

const COMMUNITIES: Spec<CommunityRow> = {
  id: ['string', (row) => row.id],
  human_readable_id: ['integer', (row) => row.community],
  community: ['integer', (row) => row.community],
  level: ['integer', (row) => row.level],
  parent: ['integer', (row) => row.parent],
  children: ['integers', (row) => row.children],
  title: ['string', (row) => `Community ${row.community}`],
  entity_ids: ['strings', (row) => row.entityIds],
  relationship_ids: ['strings', (row) => row.relationshipIds],
  text_unit_ids: ['strings', (row) => row.textUnitIds],
  period: ['string', () => DAY],
  size: ['integer', (row) => row.entityIds.length],
};

const REPORTS: Spec<CommunityRow> = {
  id: ['string', (row) => row.reportId],
  human_readable_id: ['integer', (row) => row.community],
  community: ['integer', (row) => row.community],
  level: ['integer', (row) => row.level],
  parent: ['integer', (row) => row.parent],
  children: ['integers', (row) => row.children],
  title: ['string', (row) => row.title],
  summary: ['string', (row) => row.summary],
  full_content: ['string', (row) => row.fullContent],
  rank: ['double', (row) => row.rating],
  rating_explanation: ['string', (row) => row.ratingExplanation],
  findings: ['findings', (row) => row.findings.map(({ explanation, summary }) => ({ explanation, summary }))],
  full_content_json: ['string', (row) => reportJson(row)],
  period: ['string', () => DAY],
  size: ['integer', (row) => row.entityIds.length],
};

function reportJson(row: CommunityRow): string {
  const { title, summary, findings, rating, ratingExplanation } = row;
  return JSON.stringify({ title, summary, findings, rating, rating_explanation: ratingExplanation }, undefined, 4);
}

function columnsOf<T>(rows: readonly T[], spec: Spec<T>): Column[] {
  return Object.entries(spec).map(([name, [type, valueOf]]) => ({ name, type, values: rows.map(valueOf) }));
}

/** GraphRAG lists reports by level, the deepest first. */
function deepestFirst(communities: readonly CommunityRow[]): CommunityRow[] {
  return communities.toSorted((a, b) => b.level - a.level || a.community - b.community);
}

function vectorsOf<T>(rows: readonly T[], textOf: (row: T) => readonly [id: string, text: string]): Column[] {
  const texts = rows.map(textOf);
  return [
    { name: 'id', type: 'string', values: texts.map(([id]) => id) },
    { name: 'embedding', type: 'doubles', values: texts.map(([, text]) => [...hashedNgrams(text, DIMENSIONS)]) },
  ];
}
