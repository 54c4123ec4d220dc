import { graphragClaims, graphragEntities, headingWithHeader, plainRow, textOrNan, weightText } from '@graphwright/context';
import type { KnowledgeBase, Tables, TokenCounter } from '@graphwright/contract';
import type { CompatibleOptions } from '../options.ts';
import { CountedRows, type RowPrinter } from './counted-rows.ts';

/** The variant of rows that depend on their record alone. */
export const PLAIN = '';

/** The rows of a part of the graph, and what stands above them. */
export interface PrintedPart {
  readonly rows: CountedRows;
  heading(variant: string): string;
}

/** What the parts of the graph are printed from. */
export interface PrintingRequest {
  readonly knowledge: KnowledgeBase;
  readonly options: CompatibleOptions;
  readonly tokens: TokenCounter;
  readonly signal: AbortSignal;
}

/** The entities as GraphRAG prints them. */
export function entityPart({ knowledge, options, tokens, signal }: PrintingRequest): PrintedPart {
  const { columnDelimiter: delimiter, includeEntityRank } = options;
  const form = graphragEntities({ delimiter, rankDescription: includeEntityRank ? options.rankDescription : null });
  const columns: readonly (keyof Tables['entities'])[] = ['humanReadableId', 'ordinal', 'description', ...form.columns];
  const rows = new CountedRows(tokens, `graphrag/entities${JSON.stringify([delimiter, includeEntityRank])}`, async (values) => {
    const batch = await knowledge.rows({ table: 'entities', values, columns, signal });
    return printers(batch.ids, (row) => {
      const label = batch.get(row, 'humanReadableId') ?? String(batch.get(row, 'ordinal'));
      return form.row({ label, text: batch.get(row, 'description'), get: (column) => batch.get(row, column) });
    });
  });
  return { rows, heading: () => form.heading('entities') };
}

/** The claims as GraphRAG prints them. */
export function claimPart({ knowledge, options: { columnDelimiter: delimiter }, tokens, signal }: PrintingRequest): PrintedPart {
  const form = graphragClaims({ delimiter });
  const columns: readonly (keyof Tables['covariates'])[] = ['humanReadableId', 'ordinal', 'description', ...form.columns];
  const rows = new CountedRows(tokens, `graphrag/claims${JSON.stringify(delimiter)}`, async (values) => {
    const batch = await knowledge.rows({ table: 'covariates', values, columns, signal });
    return printers(batch.ids, (row) => {
      const label = batch.get(row, 'humanReadableId') ?? String(batch.get(row, 'ordinal'));
      return form.row({ label, text: batch.get(row, 'description'), get: (column) => batch.get(row, column) });
    });
  });
  return { rows, heading: () => form.heading('claims') };
}

/**
 * The relationships as GraphRAG prints them. The variant is what the column `links` shows: `PLAIN` where the part has no such
 * column, else `links=` with the number, or with nothing.
 */
export function relationshipPart({ knowledge, options, tokens, signal }: PrintingRequest): PrintedPart {
  const { columnDelimiter: delimiter, includeRelationshipWeight: weighted } = options;
  const columns = ['humanReadableId', 'ordinal', 'sourceTitle', 'targetTitle', 'description', 'weight'] as const;
  const rows = new CountedRows(tokens, `graphrag/relationships${JSON.stringify([delimiter, weighted])}`, async (values) => {
    const batch = await knowledge.rows({ table: 'relationships', values, columns, signal });
    return printers(batch.ids, (row, variant) => {
      const label = batch.get(row, 'humanReadableId') ?? String(batch.get(row, 'ordinal'));
      const cells = [label, batch.get(row, 'sourceTitle'), batch.get(row, 'targetTitle'), textOrNan(batch.get(row, 'description'))];
      if (weighted) cells.push(weightText(batch.get(row, 'weight')));
      if (variant !== PLAIN) cells.push(variant.slice(LINKS.length));
      return plainRow(cells, delimiter);
    });
  });
  const header = ['id', 'source', 'target', 'description', ...(weighted ? ['weight'] : [])];
  return { rows, heading: (variant) => headingWithHeader('Relationships', variant === PLAIN ? header : [...header, 'links'], delimiter) };
}

const LINKS = 'links=';

/** The variants of the first few numbers: the same string each time is found faster than an equal one. */
const LINKS_VARIANTS = Array.from({ length: 64 }, (_, links) => `${LINKS}${links}`);

/** The variant of a row in a part with the column `links`. */
export function linksVariant(links: number | undefined): string {
  return links === undefined ? LINKS : (LINKS_VARIANTS[links] ?? `${LINKS}${links}`);
}

function printers(ids: readonly string[], print: (row: number, variant: string) => string): ReadonlyMap<string, RowPrinter> {
  return new Map(ids.map((id, row) => [id, (variant: string) => print(row, variant)]));
}
