import type { RecordRef } from './records.ts';

/** One step of a path through the graph: the relationship that was walked, in which direction, and where it led. */
export interface PathStep {
  readonly relationshipId: string;
  /** `out` from source to target, `in` against it. */
  readonly direction: 'out' | 'in';
  readonly entityId: string;
}

/** One way by which a record came in. */
export interface Via {
  /** The id of the plugin (or the named step of a strategy) that brought it. */
  readonly by: string;
  /** Its score there, in that plugin's own scale. */
  readonly score?: number;
  /** Its rank there, from 1. */
  readonly rank?: number;
  /** The record it was reached from. */
  readonly seed?: RecordRef;
  /** The steps from the seed, in order. */
  readonly path?: readonly PathStep[];
}

/** A record that may enter a window. Higher scores are better; scores of two lists have no common scale. */
export interface Candidate extends RecordRef {
  readonly score?: number;
  readonly via: readonly Via[];
}

/**
 * Why a record is not in a window. The words of the house: `over-budget` (counted, did not fit), `not-reached` (packing
 * stopped before it), `below-threshold`, `over-limit` (beyond a count that an option sets), `duplicate`, `excluded` (by the
 * request), `filtered` (by metadata), `superseded`, `already-known`, `step-undone` (its whole step was taken back),
 * `not-relevant`, `not-rated`, `not-asked`, `unavailable` (named somewhere, but not in the index). A plugin may add its own.
 */
export type DropReason =
  | 'over-budget'
  | 'not-reached'
  | 'below-threshold'
  | 'over-limit'
  | 'duplicate'
  | 'excluded'
  | 'filtered'
  | 'superseded'
  | 'already-known'
  | 'step-undone'
  | 'not-relevant'
  | 'not-rated'
  | 'not-asked'
  | 'unavailable'
  | (string & {});

/** A candidate that was lost on the way, and why. */
export interface Dropped extends Candidate {
  readonly reason: DropReason;
}

/** A limit that cut something off before it had an id. */
export interface Cap {
  /** What set the limit, as `plugin.option`. */
  readonly by: string;
  /** The record whose neighbours were cut; left out when the limit held for the whole search. */
  readonly seed?: RecordRef;
  readonly limit: number;
  /** How many there were. */
  readonly total: number;
}

/** What a retriever or an expander found: kept, lost and cut off travel together. A record stands in it once. */
export interface Found {
  /** Best first. */
  readonly candidates: readonly Candidate[];
  readonly dropped: readonly Dropped[];
  readonly caps: readonly Cap[];
}
