import { compareStrings, RecordMap, type Answer, type LedgerEntry } from '@graphwright/contract';

/** Totals of a run by section, over distinct records: one that is in any window is included, however often it was dropped. */
export function totalsOf(entries: readonly LedgerEntry[]): Answer['ledger']['totals'] {
  const sections = new Map<string, { records: RecordMap<boolean>; tokens: number }>();
  for (const { section, table, id, ids, outcome, tokens } of entries) {
    const total = sections.get(section) ?? { records: new RecordMap<boolean>(), tokens: 0 };
    sections.set(section, total);
    const included = outcome === 'included';
    for (const one of id === undefined ? (ids ?? []) : [id]) {
      const record = { table, id: one };
      total.records.set(record, included || (total.records.get(record) ?? false));
    }
    if (included) total.tokens += tokens ?? 0;
  }
  const rows = [...sections].toSorted(([a], [b]) => compareStrings(a, b)).map(([section, { records, tokens }]) => {
    const included = records.values.filter(Boolean).length;
    return [section, { considered: records.size, included, dropped: records.size - included, tokens }] as const;
  });
  return Object.fromEntries(rows);
}
