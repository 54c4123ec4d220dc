import type { Candidate, Cap, Dropped, IncludedEntry, LedgerEntry, SectionEntry, Via } from '@graphwright/contract';
import type { LedgerCap } from '../run/record.ts';

/** Where an entry belongs. */
export interface EntryPlace {
  readonly stage: string;
  readonly section: string;
  /** Left out for what never met a window. */
  readonly window: string | undefined;
}

// Entries are by far the most objects that a run makes, so they are filled key by key: spreading parts of them into one another
// costs several times as much.

/** The ledger's entry for a record that is in a window. */
export function includedEntry({ entry, tokens, part }: IncludedEntry, place: EntryPlace): LedgerEntry {
  const made = head(entry.candidate, place, 'included');
  addNumbers(made, entry);
  made.tokens = tokens;
  if (part === undefined) return made;
  made.part = part;
  made.reason = 'shortened';
  return made;
}

/** The ledger's entry for a record that a section held and that is in no window. */
export function leftEntry(entry: SectionEntry, reason: string, place: EntryPlace): LedgerEntry {
  const made = head(entry.candidate, place, 'dropped');
  addNumbers(made, entry);
  if (entry.tokens !== undefined) made.tokens = entry.tokens;
  made.reason = reason;
  return made;
}

/** The ledger's entry for a record that was lost before packing. */
export function droppedEntry(dropped: Dropped, place: EntryPlace): LedgerEntry {
  const made = head(dropped, place, 'dropped');
  made.reason = dropped.reason;
  return made;
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

function head({ table, id, score, via }: Candidate, { window, stage, section }: EntryPlace, outcome: LedgerEntry['outcome']): LedgerEntry {
  const ways = via.map(plainVia);
  if (score === undefined || !Number.isFinite(score)) {
    return window === undefined ? { stage, section, table, id, via: ways, outcome } : { window, stage, section, table, id, via: ways, outcome };
  }
  return window === undefined ? { stage, section, table, id, score, via: ways, outcome } : { window, stage, section, table, id, score, via: ways, outcome };
}

function addNumbers(entry: LedgerEntry, { humanReadableId, label }: SectionEntry): void {
  if (humanReadableId !== undefined) entry.humanReadableId = humanReadableId;
  if (label !== undefined) entry.label = label;
}

/** A way without what is not of the contract: a plugin's own marks would make an Answer that is none. */
function plainVia({ by, score, rank, seed, path }: Via): LedgerEntry['via'][number] {
  const way: LedgerEntry['via'][number] = { by };
  if (score !== undefined && Number.isFinite(score)) way.score = score;
  if (rank !== undefined) way.rank = rank;
  if (seed !== undefined) way.seed = { table: seed.table, id: seed.id };
  if (path !== undefined) way.path = path.map(({ relationshipId, direction, entityId }) => ({ relationshipId, direction, entityId }));
  return way;
}
