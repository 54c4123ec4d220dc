import type { Answer, Citation, KnowledgeBase } from '@graphwright/contract';
import { plainLine } from '../terminal/plain.ts';
import type { Style } from '../terminal/style.ts';
import { fitted, padded, widthOf } from '../terminal/width.ts';

/** Text of a source that stands for the whole. In columns. */
const LABEL_WIDTH = 70;

/**
 * One line a citation: section and label as the answer prints them, then what the record is (its title, both ends, the beginning of
 * its text), or that it was not in the window, or nowhere.
 */
export async function citationLines(answer: Answer, knowledge: KnowledgeBase, style: Style, columns: number, signal?: AbortSignal): Promise<string[]> {
  const titles = await titlesOf(answer.citations, knowledge, signal);
  const marks = answer.citations.map(({ section, label }) => plainLine(`${section} ${label}`));
  const width = Math.max(0, ...marks.map(widthOf));
  return answer.citations.map((citation, index) => {
    const title = plainLine(titles.get(keyOf(citation)) ?? '');
    const short = fitted(title, Math.max(20, Math.min(LABEL_WIDTH, columns - width - 4)));
    return `  ${padded(marks[index] ?? '', width)}  ${short}${verdictOf(citation, style)}`.trimEnd();
  });
}

function verdictOf({ found }: Citation, style: Style): string {
  if (found === 'index') return style.warning('  (in the index, but not in the window)');
  return found === 'nowhere' ? style.bad('  (made up: no such record)') : '';
}

function keyOf({ table, id }: Pick<Citation, 'table' | 'id'>): string {
  return `${table ?? ''} ${id ?? ''}`;
}

/** One request a table, whatever the number of citations. */
async function titlesOf(citations: readonly Citation[], knowledge: KnowledgeBase, signal: AbortSignal | undefined): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  const ids = (table: string): string[] => [...new Set(citations.flatMap((citation) => (citation.table === table && citation.id !== undefined ? [citation.id] : [])))];
  const common = signal === undefined ? {} : { signal };
  const set = (table: string, id: string | undefined, title: string | undefined): void => {
    if (id !== undefined && title !== undefined) titles.set(keyOf({ table, id }), title);
  };
  for (const table of ['entities', 'community_reports', 'documents'] as const) {
    const values = ids(table);
    if (values.length === 0) continue;
    const batch = await knowledge.rows({ table, values, columns: ['title'], ...common });
    for (const [row, id] of batch.ids.entries()) set(table, id, batch.get(row, 'title'));
  }
  const relationships = ids('relationships');
  if (relationships.length > 0) {
    const batch = await knowledge.rows({ table: 'relationships', values: relationships, columns: ['sourceTitle', 'targetTitle'], ...common });
    for (const [row, id] of batch.ids.entries()) set('relationships', id, `${batch.get(row, 'sourceTitle')} → ${batch.get(row, 'targetTitle')}`);
  }
  const units = ids('text_units');
  if (units.length > 0) {
    const batch = await knowledge.rows({ table: 'text_units', values: units, columns: ['text'], ...common });
    for (const [row, id] of batch.ids.entries()) set('text_units', id, batch.get(row, 'text')?.replace(/^(?:#.*\n+)+/u, ''));
  }
  const claims = ids('covariates');
  if (claims.length > 0) {
    const batch = await knowledge.rows({ table: 'covariates', values: claims, columns: ['description'], ...common });
    for (const [row, id] of batch.ids.entries()) set('covariates', id, batch.get(row, 'description'));
  }
  return titles;
}
