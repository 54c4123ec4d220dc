import { TABLE_NAMES, type TableName } from '@graphwright/contract';

/** The tables whose records the standard vector spaces hold. */
export const SPACE_TABLES: Readonly<Record<string, TableName>> = {
  entity_description: 'entities',
  entity_title: 'entities',
  relationship_description: 'relationships',
  text_unit_text: 'text_units',
  community_full_content: 'community_reports',
};

/** The space by which records of a table are compared with a question; undefined where no standard space holds them. */
export const TABLE_SPACES: Readonly<Partial<Record<string, string>>> = {
  entities: 'entity_description',
  relationships: 'relationship_description',
  text_units: 'text_unit_text',
  community_reports: 'community_full_content',
};

/** Whether a name is that of a table of an index, and not of records that a strategy makes for itself. */
export function isTableName(name: string): name is TableName {
  return TABLE_NAMES.some((table) => table === name);
}
