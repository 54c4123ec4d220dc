import type { TableName } from '@graphwright/contract';

/** What GraphRAG can embed, under its names with a dot; the standard name of a space has an underscore instead. */
const EMBEDDINGS = [
  'entity.title',
  'entity.description',
  'relationship.description',
  'document.text',
  'document.raw_content',
  'community.title',
  'community.summary',
  'community.full_content',
  'text_unit.text',
] as const;

const TABLES: readonly (readonly [string, TableName])[] = [
  ['entity_', 'entities'],
  ['relationship_', 'relationships'],
  ['document_', 'documents'],
  ['community_', 'community_reports'],
  ['text_unit_', 'text_units'],
];

/** The standard names of the spaces that GraphRAG makes. */
export const SPACES: readonly string[] = EMBEDDINGS.map((name) => name.replace('.', '_'));

/** The standard name of a space from how a version writes it: `entity.description`, `entity_description`. */
export function spaceOf(name: string): string {
  return name.replaceAll('.', '_');
}

/** The end of a table name of a space up to 2.x: `entity-description` in `default-entity-description`. */
export function dashedSpace(space: string): string {
  return EMBEDDINGS.find((name) => spaceOf(name) === space)?.replace('.', '-') ?? space;
}

/** The table whose ids the vectors of a space carry, or undefined for a space that is none of GraphRAG's. */
export function tableOfSpace(space: string): TableName | undefined {
  return TABLES.find(([prefix]) => space.startsWith(prefix))?.[1];
}
