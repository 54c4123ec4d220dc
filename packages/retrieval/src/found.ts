import { RecordMap, type Candidate, type Cap, type Dropped, type DropReason, type Found, type RecordRef, type Via } from '@graphwright/contract';

/** A Found with nothing in it. */
export const nothingFound: Found = { candidates: [], dropped: [], caps: [] };

/** Whether something is known of a record; made by {@link recordSet}. */
export interface RecordSet {
  has(record: RecordRef): boolean;
  readonly size: number;
}

/** The set of some records, compared by table and id. */
export function recordSet(records: Iterable<RecordRef>): RecordSet {
  const set = new RecordMap<true>();
  for (const record of records) set.set(record, true);
  return set;
}

/**
 * Several Founds as one in which every record stands once. Kept anywhere is kept; ways are united in the order of the Founds,
 * equal ones once; the score is the highest, for a dropped record with the reason of that score. Candidates are in the order of
 * first appearance, so whoever merges lists of different scales ranks again. Caps follow one another, equal ones once.
 */
export function mergeFound(founds: readonly Found[]): Found {
  const kept = new RecordMap<Candidate>();
  const lost = new RecordMap<Dropped>();
  const caps = new Map<string, Cap>();
  for (const found of founds) {
    for (const candidate of found.candidates) merge(kept, candidate);
    for (const dropped of found.dropped) merge(lost, dropped);
    for (const cap of found.caps) caps.set(JSON.stringify([cap.by, cap.seed, cap.limit, cap.total]), cap);
  }
  const dropped = lost.values.filter((one) => {
    const candidate = kept.get(one);
    if (candidate !== undefined) kept.set(one, { ...candidate, via: uniteVia(candidate.via, one.via) });
    return candidate === undefined;
  });
  return { candidates: [...kept.values], dropped, caps: [...caps.values()] };
}

/** The ways of two lists, equal ones once, the first list first. */
export function uniteVia(first: readonly Via[], second: readonly Via[]): Via[] {
  const ways = new Map<string, Via>();
  for (const via of [...first, ...second]) ways.set(JSON.stringify([via.by, via.score, via.rank, via.seed, via.path]), via);
  return [...ways.values()];
}

/** Moves the candidates for which `lost` holds to what was dropped, behind what was dropped before, for one reason. */
export function dropFrom(found: Found, reason: DropReason, lost: (candidate: Candidate) => boolean): Found {
  const candidates: Candidate[] = [];
  const dropped: Dropped[] = [];
  for (const candidate of found.candidates) {
    if (lost(candidate)) dropped.push({ ...candidate, reason });
    else candidates.push(candidate);
  }
  if (dropped.length === 0) return found;
  return { candidates, dropped: [...found.dropped, ...dropped], caps: found.caps };
}

/** Keeps the first `limit` candidates of each table; the others are dropped as `over-limit`. */
export function limitFound(found: Found, limit: number): Found {
  if (found.candidates.length <= limit) return found;
  const counts = new Map<string, number>();
  const beyond = recordSet(
    found.candidates.filter(({ table }) => {
      const count = (counts.get(table) ?? 0) + 1;
      counts.set(table, count);
      return count > limit;
    }),
  );
  return beyond.size === 0 ? found : dropFrom(found, 'over-limit', (candidate) => beyond.has(candidate));
}

/** What a request says of single records. */
export interface RecordRules {
  /** Must not enter: dropped as `excluded`. */
  readonly exclude?: RecordSet;
  /** The caller has them already: dropped as `already-known`. */
  readonly known?: RecordSet;
}

/** Applies the rules of a request to what was found; `excluded` before `already-known`. */
export function filterFound(found: Found, { exclude, known }: RecordRules): Found {
  let result = found;
  if (exclude !== undefined && exclude.size > 0) result = dropFrom(result, 'excluded', (candidate) => exclude.has(candidate));
  if (known !== undefined && known.size > 0) result = dropFrom(result, 'already-known', (candidate) => known.has(candidate));
  return result;
}

function merge<C extends Candidate>(into: RecordMap<C>, record: C): void {
  const before = into.get(record);
  if (before === undefined) {
    into.set(record, record);
    return;
  }
  const better = (record.score ?? Number.NEGATIVE_INFINITY) > (before.score ?? Number.NEGATIVE_INFINITY) ? record : before;
  into.set(record, { ...better, via: uniteVia(before.via, record.via) });
}
