import type { Answer, KnowledgeBase } from '@graphwright/contract';
import { z } from 'zod';
import { plainLine } from '../terminal/plain.ts';
import { shown } from './numbers.ts';

const selectionSchema = z.looseObject({
  ending: z.string(),
  rounds: z.array(z.looseObject({ from: z.string(), rated: z.number(), relevant: z.number(), notRated: z.number(), notes: z.array(z.looseObject({ total: z.number().optional(), enough: z.boolean().optional(), reason: z.string().optional() })) })),
  calls: z.number().optional(),
  tokens: z.number().optional(),
  reports: z.array(
    z.looseObject({
      id: z.string(),
      number: z.string().optional(),
      level: z.number(),
      parent: z.string().optional(),
      verdict: z.string(),
      read: z.string().optional(),
      reason: z.string().optional(),
      agreement: z.number().optional(),
      kept: z.boolean(),
    }),
  ),
});

type Selection = z.output<typeof selectionSchema>;
type RatedReport = Selection['reports'][number];

/**
 * How the reports of an answer were selected: the tree of what was rated with verdicts and reasons, what was read of each level and of each
 * document. Empty for an answer without reports.
 */
export async function explainLines(answer: Answer, knowledge: KnowledgeBase): Promise<string[]> {
  const entries = answer.ledger.entries.filter(({ section, table }) => section === 'reports' && table === 'community_reports');
  const ids = [...new Set(entries.flatMap(({ id, ids: group = [] }) => (id === undefined ? group : [id])))];
  if (ids.length === 0) return [];
  const read = new Map(entries.flatMap(({ id, outcome, tokens = 0 }) => (id !== undefined && outcome === 'included' ? [[id, tokens] as const] : [])));
  const batch = await knowledge.rows({ table: 'community_reports', values: ids, columns: ['title', 'level', 'communityId'] });
  const reports = batch.ids.map((id, row) => ({ id, title: batch.get(row, 'title'), level: batch.get(row, 'level'), communityId: batch.get(row, 'communityId') }));
  const titles = new Map(reports.map(({ id, title }) => [id, title]));
  const detail = selectionSchema.safeParse(answer.details.find(({ name }) => name === 'selection')?.data);
  const levels = [...new Set(reports.map(({ level }) => level))].toSorted((a, b) => a - b);
  const rated = new Set(detail.success ? detail.data.reports.filter(({ verdict }) => verdict !== 'not rated').map(({ id }) => id) : []);
  const communities = reports.flatMap(({ id, communityId }) => (read.has(id) && communityId !== undefined ? [communityId] : []));
  return [
    ...(detail.success ? [...treeLines(detail.data, titles, read), ...roundLines(detail.data), ...histogramLines(detail.data)] : []),
    'By level',
    ...levels.map((level) => {
      const own = reports.filter((report) => report.level === level);
      const kept = own.filter(({ id }) => read.has(id));
      const tokens = kept.reduce((sum, { id }) => sum + (read.get(id) ?? 0), 0);
      return `  level ${level}: ${shown(own.length)} reports, ${shown(own.filter(({ id }) => rated.has(id)).length)} rated, ${shown(kept.length)} read, ${shown(tokens)} tokens`;
    }),
    ...(await documentLines(communities, knowledge)),
  ];
}

function treeLines({ ending, reports, calls, tokens }: Selection, titles: ReadonlyMap<string, string>, read: ReadonlyMap<string, number>): string[] {
  const spent = calls === undefined || tokens === undefined ? '' : `, ${shown(calls)} calls, ${shown(tokens)} tokens`;
  const lines = [`Selection (ended: ${plainLine(ending)}${spent})`];
  const known = new Set(reports.map(({ id }) => id));
  const visit = (report: RatedReport, depth: number): void => {
    const { id, number, verdict, read: form, reason = '', agreement = 1 } = report;
    const size = read.get(id);
    const facts = [form === undefined ? '' : `by ${form === 'full' ? 'the whole report' : 'its summary'}`, agreement < 1 ? `${Math.round(agreement * 100)} % of votes` : '', size === undefined ? '' : `read, ${shown(size)} tokens`];
    const told = facts.filter((fact) => fact !== '').join(', ');
    const line = `${number ?? id} ${titles.get(id) ?? ''}: ${verdict}${told === '' ? '' : ` (${told})`}${reason === '' ? '' : ` - ${reason}`}`;
    lines.push(`${'  '.repeat(depth + 1)}${plainLine(line)}`);
    for (const child of reports.filter(({ parent }) => parent === id)) visit(child, depth + 1);
  };
  for (const report of reports.filter(({ parent }) => parent === undefined || !known.has(parent))) visit(report, 0);
  return lines;
}

function roundLines({ rounds }: Selection): string[] {
  return [
    'Rounds',
    ...rounds.map(({ from, rated, relevant, notRated, notes }, round) => {
      const told = notes.map(({ total, enough, reason = '' }) => (total === undefined ? `${enough === true ? 'enough' : 'not enough'}${reason === '' ? '' : ` (${reason})`}` : `forecast ${shown(total)} tokens in all`));
      return `  ${round + 1}. ${plainLine([`${from}: ${shown(rated)} rated`, `${shown(relevant)} relevant`, ...(notRated > 0 ? [`${shown(notRated)} not rated`] : []), ...told].join(', '))}`;
    }),
  ];
}

function histogramLines({ reports }: Selection): string[] {
  const counts = new Map<string, number>();
  for (const { verdict, read } of reports) {
    const kind = read === undefined ? verdict : `${verdict}, by ${read === 'full' ? 'the whole report' : 'its summary'}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const most = Math.max(1, ...counts.values());
  return ['Verdicts', ...[...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([kind, count]) => `  ${'#'.repeat(Math.ceil((count / most) * 20)).padEnd(20)} ${shown(count)} ${plainLine(kind)}`)];
}

async function documentLines(communities: readonly string[], knowledge: KnowledgeBase): Promise<string[]> {
  if (communities.length === 0 || knowledge.facts.counts.text_units === undefined) return [];
  const batch = await knowledge.rows({ table: 'communities', values: communities, columns: ['textUnitIds'] });
  const units = await knowledge.rows({ table: 'text_units', values: [...new Set(batch.ids.flatMap((_, row) => batch.get(row, 'textUnitIds')))], columns: ['documentIds'] });
  const documentsOf = new Map(units.ids.map((id, row) => [id, units.get(row, 'documentIds')]));
  const counts = new Map<string, number>();
  for (const row of batch.ids.keys()) {
    for (const document of new Set(batch.get(row, 'textUnitIds').flatMap((id) => documentsOf.get(id) ?? []))) counts.set(document, (counts.get(document) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const named = knowledge.facts.counts.documents === undefined ? undefined : await knowledge.rows({ table: 'documents', values: [...counts.keys()], columns: ['title'] });
  const titles = new Map(named?.ids.map((id, row) => [id, named.get(row, 'title')]));
  const most = [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return ['Reports read by document', ...most.slice(0, 20).map(([id, count]) => `  ${shown(count)} ${plainLine(titles.get(id) ?? id)}`), ...(most.length > 20 ? [`  and ${shown(most.length - 20)} documents more`] : [])];
}
