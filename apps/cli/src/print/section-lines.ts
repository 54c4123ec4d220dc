import type { Answer } from '@graphwright/contract';
import { plainLine } from '../terminal/plain.ts';
import { padded, widthOf } from '../terminal/width.ts';
import { shown } from './numbers.ts';

/** What became of one section, in a line of its own. */
export interface SectionSummary {
  readonly name: string;
  readonly considered: number;
  readonly included: number;
  readonly dropped: number;
  /** Tokens of what is in. */
  readonly tokens: number;
  /** Dropped candidates by reason, most first, equal ones by name. */
  readonly reasons: readonly (readonly [reason: string, count: number])[];
}

/** The sections of an answer: those of its windows in their order, then the others in the order of the ledger. */
export function sectionSummaries({ ledger, windows }: Pick<Answer, 'ledger' | 'windows'>): SectionSummary[] {
  const names = new Set([...windows.flatMap(({ sections }) => sections.map(({ name }) => name)), ...Object.keys(ledger.totals)]);
  const reasons = reasonsBySection(ledger.entries);
  return [...names].flatMap((name) => {
    const total = ledger.totals[name];
    if (total === undefined) return [];
    const counts = [...(reasons.get(name) ?? [])].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    return [{ name, ...total, reasons: counts }];
  });
}

/** One line a section: considered, in, dropped (and why), tokens; in columns. */
export function sectionLines(answer: Pick<Answer, 'ledger' | 'windows'>): string[] {
  const rows = sectionSummaries(answer).map(({ name, considered, included, dropped, tokens, reasons }) => ({
    cells: [plainLine(name), `${shown(considered)} considered`, `${shown(included)} in`, `${shown(dropped)} dropped`, `${shown(tokens)} tokens`],
    why: reasons.map(([reason, count]) => `${shown(count)} ${plainLine(reason)}`).join(', '),
  }));
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(0, ...rows.map(({ cells }) => widthOf(cells[column] ?? ''))));
  return rows.map(({ cells, why }) => {
    const line = cells.map((cell, column) => padded(cell, widths[column] ?? 0, column === 0 ? 'right' : 'left')).join('  ');
    return why === '' ? line : `${line}  (${why})`;
  });
}

/** Records, not entries: a record that two stages dropped for one reason counts once. */
function reasonsBySection(entries: Answer['ledger']['entries']): Map<string, Map<string, number>> {
  const included = new Set(entries.filter(({ outcome }) => outcome === 'included').map(({ section, table, id }) => `${section} ${table} ${id ?? ''}`));
  const seen = new Set<string>();
  const reasons = new Map<string, Map<string, number>>();
  for (const { section, table, id, ids, outcome, reason } of entries) {
    if (outcome === 'included') continue;
    const counts = reasons.get(section) ?? new Map<string, number>();
    reasons.set(section, counts);
    for (const each of ids ?? (id === undefined ? [] : [id])) {
      const key = `${section} ${table} ${each}`;
      if (included.has(key) || seen.has(key)) continue;
      seen.add(key);
      counts.set(reason ?? 'dropped', (counts.get(reason ?? 'dropped') ?? 0) + 1);
    }
  }
  return reasons;
}
