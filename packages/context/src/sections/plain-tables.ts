import type { Section } from '@graphwright/contract';
import { tableSection, type TableSectionRequest } from './table-section.ts';

/** The section `entities`: names with their descriptions. */
export function entitiesSection(request: TableSectionRequest): Promise<Section> {
  return tableSection({ table: 'entities', name: 'entities', textColumns: ['description'], texts: (get) => [get('description')] }, request);
}

/** The section `relationships`: which entity points at which, and how. */
export function relationshipsSection(request: TableSectionRequest): Promise<Section> {
  return tableSection({ table: 'relationships', name: 'relationships', textColumns: ['description'], texts: (get) => [get('description')] }, request);
}

/** The section `claims`: what is stated about entities. */
export function claimsSection(request: TableSectionRequest): Promise<Section> {
  return tableSection({ table: 'covariates', name: 'claims', textColumns: ['description'], texts: (get) => [get('description')] }, request);
}

/** The section `sources`: pieces of the documents, as they were indexed. */
export function sourcesSection(request: TableSectionRequest): Promise<Section> {
  return tableSection({ table: 'text_units', name: 'sources', textColumns: ['text'], texts: (get) => [get('text')] }, request);
}
