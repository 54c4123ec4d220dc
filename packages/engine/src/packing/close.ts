import { compareStrings, GraphwrightError, type LedgerEntry, type SectionEntry, type UndoneEntry } from '@graphwright/contract';
import type { LedgerCap } from '../run/record.ts';
import type { CheckedWindow } from './check.ts';
import { capEntry, droppedEntry, groupEntry, includedEntry, leftEntry } from './entries.ts';
import type { Offer, Offers } from './offer.ts';

/** The ledger of one packing. */
export interface ClosedLedger {
  readonly entries: readonly LedgerEntry[];
  readonly caps: readonly LedgerCap[];
}

/**
 * Closes the ledger of one packing. What lies in the windows is included; what a fill gave back for good is dropped with its
 * reason; of the rest, records whose rows were counted are `over-budget`, and those that packing never met stand together as
 * `not-reached`, one entry a section and table. What was lost before packing is entered as it is, and so are caps.
 *
 * @param ids Ids of the windows. With several, what is in none of them belongs to none of them.
 * @throws GraphwrightError `ledger-unbalanced` when a record that was offered is missing or stands twice.
 */
export function closeLedger(windows: readonly CheckedWindow[], ids: readonly string[], offers: Offers, stage: string): ClosedLedger {
  const only = ids.length === 1 ? ids[0] : undefined;
  const entries: LedgerEntry[] = [];
  const settled = new Set<SectionEntry>();
  const undone = new Map<Offer, UndoneEntry[]>();
  for (const [index, { fills }] of windows.entries()) {
    for (const { offer, filled } of fills) {
      for (const { name, included } of filled.parts) {
        const place = { stage, section: name, window: ids[index] };
        for (const one of included) {
          settled.add(one.entry);
          entries.push(includedEntry(one, place));
        }
      }
      if (filled.undone.length > 0) undone.set(offer, [...(undone.get(offer) ?? []), ...filled.undone]);
    }
  }
  const caps: LedgerCap[] = [];
  let considered = 0;
  for (const offer of offers.offers) {
    const { section } = offer;
    for (const { section: name, entry, reason } of undone.get(offer) ?? []) {
      settled.add(entry);
      entries.push(leftEntry(entry, reason, { stage, section: name, window: only }));
    }
    const listed = offers.listed(offer);
    considered += listed.size;
    const waiting: SectionEntry[] = [];
    for (const entry of listed) if (!settled.has(entry)) waiting.push(entry);
    for (const entry of waitingEntries(waiting, section.name, stage, only)) entries.push(entry);
    const place = { stage, section: section.name, window: undefined };
    for (const dropped of section.dropped) entries.push(droppedEntry(dropped, place));
    considered += section.dropped.length;
    caps.push(...section.caps.map((cap) => capEntry(cap, place)));
  }
  const closed = entries.reduce((sum, entry) => sum + (entry.count ?? 1), 0);
  if (closed !== considered) {
    throw new GraphwrightError({
      code: 'ledger-unbalanced',
      message: 'The ledger of a packing does not balance.',
      expected: `${considered} records`,
      found: `${closed} records`,
      next: 'A record was offered in two sections as one object, or a section changed while it was packed.',
    });
  }
  return { entries, caps };
}

function waitingEntries(waiting: readonly SectionEntry[], name: string, stage: string, window: string | undefined): LedgerEntry[] {
  const counted: LedgerEntry[] = [];
  const groups = new Map<string, SectionEntry[]>();
  let last: { readonly section: string; readonly table: string; readonly entries: SectionEntry[] } | undefined;
  for (const entry of waiting) {
    const section = entry.section ?? name;
    if (entry.tokens !== undefined) {
      counted.push(leftEntry(entry, 'over-budget', { stage, section, window }));
      continue;
    }
    const { table } = entry.candidate;
    if (last?.section !== section || last.table !== table) {
      const key = JSON.stringify([section, table]);
      last = { section, table, entries: groups.get(key) ?? [] };
      groups.set(key, last.entries);
    }
    last.entries.push(entry);
  }
  const grouped = [...groups].toSorted(([a], [b]) => compareStrings(a, b)).map(([, entries]) => {
    const [first] = entries;
    return groupEntry(first?.candidate.table ?? '', entries, { stage, section: first?.section ?? name, window });
  });
  return [...counted, ...grouped];
}
