import type { ReportContent, RowForm, RowForms } from '../renderer.ts';
import { csvRow, headingWithHeader, plainRow, pythonFloat, textOrNan, weightText } from './text.ts';

/** How the graphrag renderer reads; every default is GraphRAG's. */
export interface GraphragFormOptions {
  /** Between cells; `|` when left out. Sources always use `|`. */
  readonly delimiter?: string;
  /** Heading of the column of an entity's degree; `number of relationships` when left out, null for no such column. */
  readonly rankDescription?: string | null;
  /** Whether relationships show their weight; true when left out. */
  readonly weight?: boolean;
  /** Whether reports show their rank, as a last column; false when left out. */
  readonly reportRank?: boolean;
  /** What of a report is printed; `full` when left out. */
  readonly content?: ReportContent;
}

/** The forms of all tables as GraphRAG 3.3 prints them in a local context. */
export function graphragForms(options: GraphragFormOptions = {}): RowForms {
  return {
    entities: graphragEntities(options),
    relationships: graphragRelationships(options),
    text_units: graphragSources(),
    community_reports: graphragReports(options),
    covariates: graphragClaims(options),
  };
}

/** Rows `id|entity|description|number of relationships`; the heading stands also without rows. */
export function graphragEntities({ delimiter = '|', rankDescription = 'number of relationships' }: GraphragFormOptions): RowForm<'entities'> {
  const columns = ['id', 'entity', 'description', ...(rankDescription === null ? [] : [rankDescription])];
  const heading = (): string => headingWithHeader('Entities', columns, delimiter);
  return {
    columns: ['title', 'degree'],
    label: 'humanReadableId',
    uniqueLabels: false,
    heading,
    row: (row) => {
      const rank = rankDescription === null ? [] : [String(row.get('degree') ?? 0)];
      return plainRow([row.label, row.get('title'), textOrNan(row.text), ...rank], delimiter);
    },
    empty: heading,
  };
}

/** Rows `id|source|target|description|weight`; without rows nothing stands there. */
export function graphragRelationships({ delimiter = '|', weight = true }: GraphragFormOptions): RowForm<'relationships'> {
  const columns = ['id', 'source', 'target', 'description', ...(weight ? ['weight'] : [])];
  return {
    columns: ['sourceTitle', 'targetTitle', 'weight'],
    label: 'humanReadableId',
    uniqueLabels: false,
    heading: () => headingWithHeader('Relationships', columns, delimiter),
    row: (row) => {
      const cells = [row.label, row.get('sourceTitle'), row.get('targetTitle'), textOrNan(row.text)];
      return plainRow(weight ? [...cells, weightText(row.get('weight'))] : cells, delimiter);
    },
  };
}

/** Rows `id|entity|object_id|status|start_date|end_date|description`; the heading stands also without rows. */
export function graphragClaims({ delimiter = '|' }: GraphragFormOptions): RowForm<'covariates'> {
  const columns = ['id', 'entity', 'object_id', 'status', 'start_date', 'end_date', 'description'];
  const heading = (): string => headingWithHeader('claims', columns, delimiter);
  return {
    columns: ['subjectTitle', 'objectTitle', 'status', 'startDate', 'endDate'],
    label: 'humanReadableId',
    uniqueLabels: false,
    heading,
    row: (row) => {
      const named = [row.get('subjectTitle'), row.get('objectTitle'), row.get('status'), row.get('startDate'), row.get('endDate')];
      return plainRow([row.label, ...named.map(textOrNan), textOrNan(row.text)], delimiter);
    },
    empty: heading,
  };
}

/** Rows `id|text` with the row number as id, always between `|`; the heading stands also without rows. */
export function graphragSources(): RowForm<'text_units'> {
  const heading = (): string => headingWithHeader('Sources', ['id', 'text'], '|');
  return {
    columns: [],
    label: 'ordinal',
    uniqueLabels: false,
    heading,
    row: (row) => plainRow([row.label, textOrNan(row.text)], '|'),
    empty: heading,
  };
}

/**
 * Rows `id|title|content` (`summary` where that is printed, `finding` for findings), measured as they are and printed as CSV;
 * without rows the two characters `[]` stand there. The heading is `Reports`, or the name that was chosen, as it is: GraphRAG lets
 * that one name be chosen.
 */
export function graphragReports({ delimiter = '|', content = 'full', reportRank = false }: GraphragFormOptions): RowForm<'community_reports'> {
  const text = { full: 'content', summary: 'summary', findings: 'finding' }[content];
  const columns = ['id', 'title', text, ...(reportRank ? ['rank'] : [])];
  const cells: (row: Parameters<RowForm<'community_reports'>['row']>[0]) => string[] = (row) => {
    const rank = row.get('rank');
    const last = reportRank ? [rank === undefined ? 'nan' : pythonFloat(rank)] : [];
    return [row.label, row.get('title'), textOrNan(row.text), ...last];
  };
  return {
    columns: ['title', 'rank'],
    label: 'humanReadableId',
    uniqueLabels: false,
    heading: (name) => headingWithHeader(name === 'reports' ? 'Reports' : name, columns, delimiter),
    row: (row) => plainRow(cells(row), delimiter),
    print: (row) => csvRow(cells(row), delimiter),
    empty: () => '[]',
  };
}
