import type { Allowance, Filled, Section, SectionEntry } from '@graphwright/contract';

/** What a fake section offers. */
export interface FakeSectionOffer {
  readonly name: string;
  /** Tokens of the rows, best first; row `i` is the record `i` of the table `name`. */
  readonly rows: readonly number[];
  /** Tokens of the heading; 0 when left out. */
  readonly heading?: number;
  readonly floor?: number;
  readonly cap?: number;
  /** Whether the heading stands also without rows, and then over the allowance too. */
  readonly stands?: boolean;
  /** A section whose rows depend on each other: below this allowance it takes one row and gives the second back. */
  readonly step?: number;
  /** Whether fills come as promises. */
  readonly late?: boolean;
}

/** A section that costs what a test says. Its text is its name and the numbers of the rows that are in. */
export function fakeSection(offer: FakeSectionOffer, entries: readonly SectionEntry[] = entriesOf(offer)): Section {
  const { name, floor, cap, late = false } = offer;
  return {
    name,
    ...(floor === undefined ? {} : { floor }),
    ...(cap === undefined ? {} : { cap }),
    entries,
    dropped: [],
    caps: [],
    fill: (allowance) => (late ? Promise.resolve(fill(offer, entries, allowance)) : fill(offer, entries, allowance)),
  };
}

function fill(offer: FakeSectionOffer, entries: readonly SectionEntry[], { tokens, items = Infinity }: Allowance): Filled {
  const { name, rows, heading = 0, stands = false, step } = offer;
  const undoes = step !== undefined && tokens < step;
  let used = heading;
  let count = 0;
  for (const entry of entries) {
    const cost = rows[Number(entry.candidate.id)] ?? 0;
    if (count === items || used + cost > tokens || (undoes && count === 1)) break;
    used += cost;
    count += 1;
  }
  if (count === 0) used = stands ? heading : 0;
  const undone = undoes ? entries.slice(count, count + 1) : [];
  const included = entries.slice(0, count).map((entry) => ({ entry, tokens: rows[Number(entry.candidate.id)] ?? 0 }));
  return {
    parts: [{ name, tokens: used, included }],
    tokens: used,
    items: count,
    undone: undone.map((entry) => ({ section: name, entry, reason: 'step-undone' })),
    ...(used > tokens ? { overrun: `the heading of ${name} stands` } : {}),
    rest: fakeSection(offer, entries.slice(count + undone.length)),
    render: () => [`${name}: ${included.map(({ entry }) => entry.candidate.id).join(' ')}\n`],
  };
}

function entriesOf({ name, rows }: FakeSectionOffer): SectionEntry[] {
  return rows.map((_, row) => ({ candidate: { table: name, id: String(row), via: [] }, label: undefined, humanReadableId: undefined, tokens: undefined }));
}
