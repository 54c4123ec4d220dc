import type { Citation, KnowledgeBase, LedgerEntry, TableName, Window } from '@graphwright/contract';
import { citedIds } from './citation-marks.ts';

/** The tables whose records the sections of the house print. */
const TABLES: Readonly<Record<string, TableName>> = {
  reports: 'community_reports',
  entities: 'entities',
  relationships: 'relationships',
  claims: 'covariates',
  sources: 'text_units',
};

/** What citations are looked up in. */
export interface CitationSources {
  readonly windows: readonly Window[];
  readonly entries: readonly LedgerEntry[];
  readonly knowledge: KnowledgeBase;
}

interface Cited {
  readonly section: string;
  readonly label: string;
  readonly positions: number[];
}

/**
 * The citations of a text, by first appearance: each looked up by section and label in the evidence windows; else among what the
 * run left out and, by the number that people use, in the index; what is nowhere was made up.
 */
export async function citationsOf(text: string, sources: CitationSources): Promise<Citation[]> {
  if (text === '') return [];
  const cited = new Map<string, Cited>();
  const sections = new Set([...Object.keys(TABLES), ...sources.entries.map(({ section }) => section)]);
  for (const { section, label, position } of citedIds(text, sections)) {
    const key = keyOf(section, label);
    const known = cited.get(key) ?? { section, label, positions: [] };
    cited.set(key, known);
    if (!known.positions.includes(position)) known.positions.push(position);
  }
  if (cited.size === 0) return [];
  const { inside, outside } = byLabel(sources);
  const missing = [...cited].filter(([key]) => !inside.has(key) && !outside.has(key)).map(([, one]) => one);
  const inIndex = await lookUp(missing, sources);
  return [...cited].map(([key, { section, label, positions }]): Citation => {
    const printed = { section, label, positions };
    const hit = inside.get(key);
    if (hit !== undefined) return { ...printed, found: 'window', table: hit.table, id: hit.id ?? '', ...(hit.window === undefined ? {} : { window: hit.window }) };
    const record = outside.get(key) ?? inIndex.get(key);
    if (record?.id === undefined) return { ...printed, found: 'nowhere' };
    return { ...printed, found: 'index', table: record.table, id: record.id };
  });
}

function byLabel({ windows, entries }: CitationSources): { inside: Map<string, LedgerEntry>; outside: Map<string, LedgerEntry> } {
  const evidence = new Set(windows.filter(({ use }) => use === 'evidence').map(({ id }) => id));
  const inside = new Map<string, LedgerEntry>();
  const outside = new Map<string, LedgerEntry>();
  for (const entry of entries) {
    if (entry.label === undefined || entry.id === undefined) continue;
    const key = keyOf(entry.section, entry.label);
    const map = entry.outcome === 'included' && entry.window !== undefined && evidence.has(entry.window) ? inside : outside;
    if (!map.has(key)) map.set(key, entry);
  }
  return { inside, outside };
}

/** Looks labels up in the index, one request a table. Sections that print row numbers are looked up by row number. */
async function lookUp(missing: readonly Cited[], { entries, knowledge }: CitationSources): Promise<Map<string, { table: string; id: string }>> {
  const found = new Map<string, { table: string; id: string }>();
  for (const [section, table] of Object.entries(TABLES)) {
    const labels = missing.filter((one) => one.section === section).map(({ label }) => label);
    if (labels.length === 0 || knowledge.facts.counts[table] === undefined) continue;
    const byOrdinal = table === 'text_units' && printsOrdinals(section, entries);
    for (const [label, id] of byOrdinal ? await byRow(labels, knowledge) : await byNumber(labels, table, knowledge)) {
      found.set(keyOf(section, label), { table, id });
    }
  }
  return found;
}

async function byRow(labels: readonly string[], knowledge: KnowledgeBase): Promise<[string, string][]> {
  const values = labels.filter((label) => /^\d{1,15}$/u.test(label)).map(Number);
  const batch = await knowledge.rows({ table: 'text_units', by: 'ordinal', values, columns: ['ordinal'] });
  return batch.ids.map((id, row) => [String(batch.get(row, 'ordinal')), id]);
}

async function byNumber(labels: readonly string[], table: TableName, knowledge: KnowledgeBase): Promise<[string, string][]> {
  const batch = await knowledge.rows({ table, by: 'humanReadableId', values: labels, columns: ['humanReadableId'] });
  return batch.ids.flatMap((id, row): [string, string][] => {
    const number = batch.get(row, 'humanReadableId');
    return number === undefined ? [] : [[number, id]];
  });
}

function printsOrdinals(section: string, entries: readonly LedgerEntry[]): boolean {
  return entries.some((entry) => entry.section === section && entry.label !== undefined && entry.label !== entry.humanReadableId);
}

function keyOf(section: string, label: string): string {
  return JSON.stringify([section, label]);
}
