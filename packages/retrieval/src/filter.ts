import { GraphwrightError, suggestion, type Filter, type Found, type Run } from '@graphwright/contract';
import { dropFrom } from './found.ts';

/** A filter with its documents looked up. What is undefined does not restrict. */
export interface FilterScope {
  /** Entity types in lower case. */
  readonly entityTypes: ReadonlySet<string> | undefined;
  /** Text units of the documents. */
  readonly textUnitIds: ReadonlySet<string> | undefined;
  /** Entities that those text units name. */
  readonly entityIds: ReadonlySet<string> | undefined;
}

/**
 * Looks up what a filter names. Reads the documents named and their text units, nothing else.
 *
 * @returns undefined for a filter that restricts nothing.
 * @throws GraphwrightError `unsupported` for dates, `option-invalid` for a document that is neither an id nor a title of the
 * index, `table-missing` for documents in an index without that table.
 */
export async function resolveFilter(filter: Filter | undefined, run: Run): Promise<FilterScope | undefined> {
  if (filter === undefined) return undefined;
  const { dates, documents, entityTypes } = filter;
  if (dates !== undefined) {
    throw new GraphwrightError({
      code: 'unsupported',
      message: 'A filter by dates is not supported by this retriever.',
      where: { option: 'filter.dates' },
      next: 'Filter by documents or entity types instead.',
    });
  }
  if (documents === undefined && entityTypes === undefined) return undefined;
  const textUnitIds = documents === undefined ? undefined : await textUnitsOf(documents, run);
  return {
    entityTypes: entityTypes === undefined ? undefined : new Set(entityTypes.map((type) => type.trim().toLowerCase())),
    textUnitIds,
    entityIds: textUnitIds === undefined ? undefined : await entitiesIn(textUnitIds, run),
  };
}

/**
 * Drops as `filtered` what lies outside a scope. Entities need one of the types and a text unit of the documents; text units
 * need one of the documents; relationships and claims a text unit in them. Reports are written from whole communities, so with
 * documents given none stays. Other tables are left alone.
 */
export async function applyFilter(found: Found, scope: FilterScope | undefined, run: Run): Promise<Found> {
  if (scope === undefined || found.candidates.length === 0) return found;
  const inside = await insideScope(found, scope, run);
  return dropFrom(found, 'filtered', (candidate) => inside.get(candidate.table)?.has(candidate.id) === false);
}

async function insideScope(found: Found, scope: FilterScope, run: Run): Promise<Map<string, ReadonlySet<string>>> {
  const { knowledge, signal } = run;
  const { textUnitIds, entityTypes } = scope;
  const idsOf = (table: string): string[] => found.candidates.flatMap((candidate) => (candidate.table === table ? [candidate.id] : []));
  const inside = new Map<string, ReadonlySet<string>>();
  const entities = idsOf('entities');
  if (entities.length > 0) {
    let kept = entities.filter((id) => scope.entityIds?.has(id) !== false);
    if (entityTypes !== undefined) {
      const batch = await knowledge.rows({ table: 'entities', values: kept, columns: ['type'], signal });
      kept = batch.ids.filter((_, row) => entityTypes.has(batch.get(row, 'type')?.trim().toLowerCase() ?? ''));
    }
    inside.set('entities', new Set(kept));
  }
  if (textUnitIds === undefined) return inside;
  inside.set('text_units', textUnitIds);
  inside.set('community_reports', new Set());
  const relationships = idsOf('relationships');
  if (relationships.length > 0) {
    const batch = await knowledge.rows({ table: 'relationships', values: relationships, columns: ['textUnitIds'], signal });
    inside.set('relationships', new Set(batch.ids.filter((_, row) => batch.get(row, 'textUnitIds').some((id) => textUnitIds.has(id)))));
  }
  const claims = idsOf('covariates');
  if (claims.length > 0) {
    const batch = await knowledge.rows({ table: 'covariates', values: claims, columns: ['textUnitId'], signal });
    inside.set('covariates', new Set(batch.ids.filter((_, row) => textUnitIds.has(batch.get(row, 'textUnitId') ?? ''))));
  }
  return inside;
}

async function textUnitsOf(documents: readonly string[], run: Run): Promise<ReadonlySet<string>> {
  const { knowledge, signal } = run;
  const columns = ['title', 'textUnitIds'] as const;
  const byId = await knowledge.rows({ table: 'documents', values: documents, columns, signal });
  const known = new Set(byId.ids);
  const titles = documents.filter((name) => !known.has(name));
  const byTitle = await knowledge.rows({ table: 'documents', by: 'title', values: titles, columns, signal });
  for (const [row] of byTitle.ids.entries()) known.add(byTitle.get(row, 'title'));
  const unknown = documents.find((name) => !known.has(name));
  if (unknown !== undefined) {
    const some = await knowledge.page({ table: 'documents', columns: ['title'], offset: 0, limit: 1000, signal });
    throw new GraphwrightError({
      code: 'option-invalid',
      message: `The index has no document with the id or title "${unknown}".`,
      where: { option: 'filter.documents' },
      next: suggestion(unknown, some.ids.map((_, row) => some.get(row, 'title'))),
    });
  }
  return new Set([byId, byTitle].flatMap((batch) => batch.ids.flatMap((_, row) => batch.get(row, 'textUnitIds'))));
}

async function entitiesIn(textUnitIds: ReadonlySet<string>, run: Run): Promise<ReadonlySet<string>> {
  const batch = await run.knowledge.rows({ table: 'text_units', values: [...textUnitIds], columns: ['entityIds'], signal: run.signal });
  return new Set(batch.ids.flatMap((_, row) => batch.get(row, 'entityIds')));
}
