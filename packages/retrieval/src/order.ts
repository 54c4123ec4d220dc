import { compareRecords, type Candidate } from '@graphwright/contract';

/** Keys of an order, compared one after the other: numbers descend, an absent one comes last. */
export type OrderKeys = readonly (number | undefined)[];

/**
 * Candidates in descending order of their keys; equal ones by ascending table and id, so that an order never depends on the
 * machine or on who came first. Keys are asked for once a candidate.
 */
export function orderBy(candidates: readonly Candidate[], keys: (candidate: Candidate, position: number) => OrderKeys): Candidate[] {
  return candidates
    .map((candidate, position) => ({ candidate, keys: keys(candidate, position) }))
    .toSorted((a, b) => compareKeys(a.keys, b.keys) || compareRecords(a.candidate, b.candidate))
    .map(({ candidate }) => candidate);
}

function compareKeys(a: OrderKeys, b: OrderKeys): number {
  for (let key = 0; key < a.length; key++) {
    const [left, right] = [a[key] ?? Number.NEGATIVE_INFINITY, b[key] ?? Number.NEGATIVE_INFINITY];
    if (left !== right) return left > right ? -1 : 1;
  }
  return 0;
}
