import type { Candidate, Cap, Dropped, IncludedEntry, LedgerEntry, SectionEntry, Via } from '@graphwright/contract';
import type { LedgerCap } from '../run/record.ts';

/** Where an entry belongs. */
export interface EntryPlace {
  readonly stage: string;
  readonly section: string;
  /** Left out for what never met a window. */
  readonly window: string | undefined;
}

/** The ledger's entry for a record that is in a window. */
export function includedEntry({ entry, tokens, part }: IncludedEntry, place: EntryPlace): LedgerEntry {
  return {
    ...head(entry.candidate, place),
    ...numbers(entry),
    tokens,
    outcome: 'included',
    ...(part === undefined ? {} : { part, reason: 'shortened' }),
  };
}

/** The ledger's entry for a record that a section held and that is in no window. */
export function leftEntry(entry: SectionEntry, reason: string, place: EntryPlace): LedgerEntry {
  return {
    ...head(entry.candidate, place),
    ...numbers(entry),
    ...(entry.tokens === undefined ? {} : { tokens: entry.tokens }),
    outcome: 'dropped',
    reason,
  };
}

/** The ledger's entry for a record that was lost before packing. */
export function droppedEntry(dropped: Dropped, place: EntryPlace): LedgerEntry {
  return { ...head(dropped, place), outcome: 'dropped', reason: dropped.reason };
}

/** One entry for all records of a table that packing never reached. */
export function groupEntry(table: string, entries: readonly SectionEntry[], place: EntryPlace): LedgerEntry {
  return {
    ...(place.window === undefined ? {} : { window: place.window }),
    stage: place.stage,
    section: place.section,
    table,
    via: [],
    outcome: 'dropped',
    reason: 'not-reached',
    count: entries.length,
    ids: entries.map(({ candidate }) => candidate.id),
  };
}

/** A cap as the ledger holds it. */
export function capEntry({ by, seed, limit, total }: Cap, { stage, section }: EntryPlace): LedgerCap {
  return { stage, section, by, ...(seed === undefined ? {} : { seed: { table: seed.table, id: seed.id } }), limit, total };
}

function head({ table, id, score, via }: Candidate, { window, stage, section }: EntryPlace): Omit<LedgerEntry, 'outcome'> {
  return {
    ...(window === undefined ? {} : { window }),
    stage,
    section,
    table,
    id,
    ...(score === undefined || !Number.isFinite(score) ? {} : { score }),
    via: via.map(plainVia),
  };
}

function numbers({ humanReadableId, label }: SectionEntry): Pick<LedgerEntry, 'humanReadableId' | 'label'> {
  return { ...(humanReadableId === undefined ? {} : { humanReadableId }), ...(label === undefined ? {} : { label }) };
}

/** A way without what is not of the contract: a plugin's own marks would make an Answer that is none. */
function plainVia({ by, score, rank, seed, path }: Via): LedgerEntry['via'][number] {
  return {
    by,
    ...(score === undefined || !Number.isFinite(score) ? {} : { score }),
    ...(rank === undefined ? {} : { rank }),
    ...(seed === undefined ? {} : { seed: { table: seed.table, id: seed.id } }),
    ...(path === undefined
      ? {}
      : { path: path.map(({ relationshipId, direction, entityId }) => ({ relationshipId, direction, entityId })) }),
  };
}
