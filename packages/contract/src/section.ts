import type { Candidate, Cap, Dropped } from './found.ts';

/** A candidate as a section holds it. The object is its identity: a section, its fills and their rests share it. */
export interface SectionEntry {
  readonly candidate: Candidate;
  /** The id as the window prints it, by which citations are looked up; undefined when the window prints none. */
  readonly label: string | undefined;
  /** The short number of the record, for people. */
  readonly humanReadableId: string | undefined;
  /** The part that it belongs to, in a section that fills itself as several; the section's own name when left out. */
  readonly section?: string;
  /** Tokens of its row once this packing has counted it. */
  readonly tokens: number | undefined;
}

/** A record that a fill put in. */
export interface IncludedEntry {
  readonly entry: SectionEntry;
  /** Tokens of its row as it is printed. */
  readonly tokens: number;
  /** What of the record is printed, when it is not the whole: the record is `shortened`. */
  readonly part?: string;
}

/** A record that a fill took up and gave back for good, with the reason (`step-undone`). */
export interface UndoneEntry {
  readonly section: string;
  readonly entry: SectionEntry;
  readonly reason: string;
}

/** A named part of a fill: one heading with its rows. Most fills have one. */
export interface FilledPart {
  readonly name: string;
  /** Tokens of heading and rows: what was held against the allowance. */
  readonly tokens: number;
  readonly included: readonly IncludedEntry[];
}

/** How much a section may take. */
export interface Allowance {
  /** Tokens, ≥ 0. */
  readonly tokens: number;
  /** At most so many rows; no limit when left out. */
  readonly items?: number;
}

/** The outcome of a fill. Nothing is final in it until a policy returns it in a window; filling again is cheap. */
export interface Filled {
  readonly parts: readonly FilledPart[];
  /** The sum over parts. May pass the allowance only by headings that stand over it, which `overrun` then says. */
  readonly tokens: number;
  /** Rows put in, over all parts. */
  readonly items: number;
  readonly undone: readonly UndoneEntry[];
  /** Why `tokens` passes the allowance, where it does. */
  readonly overrun?: string;
  /** A section of what was not put in: several windows go on with it. */
  readonly rest: Section;
  /**
   * One text a part; joined without anything between them they are the text of the fill. Called once, for fills that made
   * it into a window.
   */
  render(): readonly string[] | Promise<readonly string[]>;
}

/** The rows of a section one by one, for policies that deal them into windows. Only sections of independent rows have them. */
export interface SectionRows {
  readonly size: number;
  /** Tokens of heading and header, counted once a window. */
  readonly headingTokens: number;
  /** Tokens of a row. */
  tokens(row: number): number | Promise<number>;
  /** Fills with just these rows, in this order. */
  take(rows: readonly number[]): Filled | Promise<Filled>;
}

/**
 * Material of one kind that is offered to a window. `fill` puts in as many rows as the allowance takes, in order, and stops
 * at the first that does not fit; rows are never cut in the middle.
 */
export interface Section {
  readonly name: string;
  /** Rows that a policy should put in before anything else, whatever the order of sections; 0 when left out. */
  readonly floor?: number;
  /** Tokens beyond which a policy should not fill it; none when left out. */
  readonly cap?: number;
  /** What is waiting to be put in, best first. */
  readonly entries: readonly SectionEntry[];
  readonly dropped: readonly Dropped[];
  readonly caps: readonly Cap[];
  fill(allowance: Allowance): Filled | Promise<Filled>;
  readonly rows?: SectionRows;
}

/** What a packing policy is asked. */
export interface PackingRequest {
  /** In the order in which they are offered. A policy may use any of them, none twice in one window. */
  readonly sections: readonly Section[];
  /** Tokens that one window may hold: history is already taken off. */
  readonly tokens: number;
  /** Tokens of what stands between two sections. */
  readonly separatorTokens: number;
  /** At most so many windows, ≥ 1. */
  readonly maxWindows: number;
  readonly signal: AbortSignal;
}

/** One window as a policy fills it. */
export interface PackedWindow {
  /** In the order in which their texts stand. */
  readonly filled: readonly Filled[];
  /** Why the window passes its tokens, where it does; undeclared, that is an error. */
  readonly overrun?: string;
}

/**
 * The port of packing policies: shares out the tokens of one window or several. It returns windows and nothing else: the
 * ledger is closed by the engine from what lies in them, so a policy can neither hide a candidate nor invent one.
 */
export interface PackingPolicy {
  readonly specVersion: 'v1';
  pack(request: PackingRequest): Promise<readonly PackedWindow[]>;
}
