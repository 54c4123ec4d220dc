import { definePlugin, kinds, ref, type Needs, type Plugin, type Section, type SectionRequest, type TableName } from '@graphwright/contract';
import { z } from 'zod';
import { rendererKind } from '../renderer.ts';
import { claimsSection, entitiesSection, relationshipsSection, sourcesSection } from './plain-tables.ts';
import { reportsSection } from './reports.ts';
import type { TableSectionRequest } from './table-section.ts';

const VERSION = '1.0.0';

const rowOptions = {
  /** How rows read. */
  renderer: ref(rendererKind).prefault('compact'),
  /** Tokens beyond which the main text of a row is shortened; never when left out. */
  maxTokens: z.int().positive().optional(),
};

/** The plugin `reports`; see {@link reportsSection}. */
export const reports = definePlugin(kinds.section, {
  id: 'reports',
  version: VERSION,
  description: 'Community reports: in full, their summaries, or one row a finding.',
  options: z.object({
    ...rowOptions,
    form: z.enum(['full', 'summary', 'findings']).default('full'),
    citationMarks: z.enum(['strip', 'keep']).default('strip'),
  }),
  needs: ({ form }) =>
    readsIfThere('community_reports', ['title', 'rank', ...{ full: ['fullContent'], summary: ['summary'], findings: ['findings', 'summary'] }[form]]),
  create: ({ renderer, ...options }) => ({
    specVersion: 'v1',
    make: async (request, run) =>
      reportsSection({ ...options, ...given(request), renderer: await run.use(renderer), knowledge: run.knowledge, signal: run.signal }),
  }),
});

/** The plugin `entities`; see {@link entitiesSection}. */
export const entities = plainTable('entities', 'Entities with their descriptions.', entitiesSection, 'entities', ['title', 'type', 'description', 'degree']);

/** The plugin `relationships`; see {@link relationshipsSection}. */
export const relationships = plainTable('relationships', 'Relationships with their direction.', relationshipsSection, 'relationships', [
  'sourceTitle',
  'targetTitle',
  'description',
  'weight',
]);

/** The plugin `claims`; see {@link claimsSection}. */
export const claims = plainTable('claims', 'Claims about entities.', claimsSection, 'covariates', [
  'subjectTitle',
  'objectTitle',
  'type',
  'status',
  'startDate',
  'endDate',
  'description',
]);

/** The plugin `sources`; see {@link sourcesSection}. */
export const sources = plainTable('sources', 'Pieces of the source documents.', sourcesSection, 'text_units', ['text']);

function plainTable(
  id: string,
  description: string,
  make: (request: TableSectionRequest) => Promise<Section>,
  table: TableName,
  columns: readonly string[],
): Plugin {
  return definePlugin(kinds.section, {
    id,
    version: VERSION,
    description,
    options: z.object(rowOptions),
    needs: () => readsIfThere(table, columns),
    create: ({ renderer, maxTokens }) => ({
      specVersion: 'v1',
      make: async (request, run) =>
        make({ maxTokens, ...given(request), renderer: await run.use(renderer), knowledge: run.knowledge, signal: run.signal }),
    }),
  });
}

/** A section of nothing needs no table, so whether a table must be there is for the strategy to say. */
function readsIfThere(table: TableName, columns: readonly string[]): Needs {
  return { optionalTables: { [table]: ['humanReadableId', 'ordinal', ...columns] } };
}

function given({ name, found, tokens, floor, cap }: SectionRequest): Pick<TableSectionRequest, 'name' | 'found' | 'tokens' | 'floor' | 'cap'> {
  return { name, found, tokens, floor, cap };
}
