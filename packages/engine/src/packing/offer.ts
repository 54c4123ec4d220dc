import type { Allowance, Cap, Dropped, Filled, FilledPart, Section, SectionEntry, SectionRows, UndoneEntry } from '@graphwright/contract';
import { policyInvalid } from './policy-invalid.ts';

/** A section that is offered to a policy, with what the engine remembers of it. */
export interface Offer {
  readonly section: Section;
  /** What the policy sees in its place. */
  readonly view: Section;
  /** Entries that were there before the policy began; a section that fills itself may list more while it is filled. */
  readonly offered: readonly SectionEntry[];
}

/** A fill that a section made, and from which offer it came. */
export interface KnownFill {
  readonly offer: Offer;
  readonly filled: Filled;
}

/**
 * Shows sections to a policy in such a way that every fill which they make is known: what a policy returns can then be told from
 * what it made up. Views are classes: an object literal with a getter would be of a hidden class of its own and hold the whole run until the next
 * full collection.
 */
export class Offers {
  readonly offers: readonly Offer[];
  readonly #policy: string;
  readonly #listed = new Map<Offer, ReadonlySet<SectionEntry>>();

  /** @param policy The name of the policy, for faults. */
  constructor(sections: readonly Section[], policy: string) {
    this.#policy = policy;
    this.offers = sections.map((section) => {
      const offer: Offer = { section, offered: [...section.entries], view: new SectionView(section, this, () => offer) };
      return offer;
    });
  }

  /** All entries that a section has listed, once the policy is done: those that were offered, and those that came while it was filled. */
  listed(offer: Offer): ReadonlySet<SectionEntry> {
    const known = this.#listed.get(offer);
    if (known !== undefined) return known;
    const listed = new Set(offer.offered);
    for (const entry of offer.section.entries) listed.add(entry);
    this.#listed.set(offer, listed);
    return listed;
  }

  /** The fill behind a view, or undefined for what no section of this packing made. */
  known(filled: Filled): KnownFill | undefined {
    return FilledView.known(filled, this);
  }

  /** What a policy may let a section take. @throws GraphwrightError `policy-invalid` for what is no number of tokens or rows. */
  checkAllowance(section: string, { tokens, items }: Allowance): void {
    const wrong = !(tokens >= 0) ? `${tokens} tokens` : items !== undefined && !(items >= 0) ? `${items} rows` : undefined;
    if (wrong !== undefined) throw policyInvalid(this.#policy, `it fills ${section} with ${wrong}`);
  }

  /** The view of a fill that a section made, which is known from then on. */
  remember(made: Filled | Promise<Filled>, offer: () => Offer): Filled | Promise<Filled> {
    return made instanceof Promise ? made.then((filled) => new FilledView(filled, this, offer)) : new FilledView(made, this, offer);
  }
}

class SectionView implements Section {
  readonly name: string;
  readonly floor?: number;
  readonly cap?: number;
  readonly dropped: readonly Dropped[];
  readonly caps: readonly Cap[];
  readonly rows?: SectionRows;
  readonly #section: Section;
  readonly #offers: Offers;
  readonly #offer: () => Offer;

  constructor(section: Section, offers: Offers, offer: () => Offer) {
    const { name, floor, cap, rows, dropped, caps } = section;
    this.name = name;
    if (floor !== undefined) this.floor = floor;
    if (cap !== undefined) this.cap = cap;
    this.dropped = dropped;
    this.caps = caps;
    if (rows !== undefined) this.rows = new RowsView(rows, offers, offer);
    this.#section = section;
    this.#offers = offers;
    this.#offer = offer;
  }

  get entries(): readonly SectionEntry[] {
    return this.#section.entries;
  }

  fill(allowance: Allowance): Filled | Promise<Filled> {
    this.#offers.checkAllowance(this.name, allowance);
    return this.#offers.remember(this.#section.fill(allowance), this.#offer);
  }
}

class RowsView implements SectionRows {
  readonly size: number;
  readonly #rows: SectionRows;
  readonly #offers: Offers;
  readonly #offer: () => Offer;

  constructor(rows: SectionRows, offers: Offers, offer: () => Offer) {
    this.size = rows.size;
    this.#rows = rows;
    this.#offers = offers;
    this.#offer = offer;
  }

  get headingTokens(): number {
    return this.#rows.headingTokens;
  }

  tokens(row: number): number | Promise<number> {
    return this.#rows.tokens(row);
  }

  take(chosen: readonly number[]): Filled | Promise<Filled> {
    return this.#offers.remember(this.#rows.take(chosen), this.#offer);
  }
}

class FilledView implements Filled {
  readonly parts: readonly FilledPart[];
  readonly tokens: number;
  readonly items: number;
  readonly undone: readonly UndoneEntry[];
  readonly overrun?: string;
  readonly #filled: Filled;
  readonly #offers: Offers;
  readonly #offer: () => Offer;
  #rest: Section | undefined;

  constructor(filled: Filled, offers: Offers, offer: () => Offer) {
    const { parts, tokens, items, undone, overrun } = filled;
    this.parts = parts;
    this.tokens = tokens;
    this.items = items;
    this.undone = undone;
    if (overrun !== undefined) this.overrun = overrun;
    this.#filled = filled;
    this.#offers = offers;
    this.#offer = offer;
  }

  /** What is behind a fill, if it is a view of these offers and no copy or invention. */
  static known(filled: Filled, offers: Offers): KnownFill | undefined {
    if (!(#filled in filled) || filled.#offers !== offers) return undefined;
    return { offer: filled.#offer(), filled: filled.#filled };
  }

  get rest(): Section {
    return (this.#rest ??= new SectionView(this.#filled.rest, this.#offers, this.#offer));
  }

  render(): readonly string[] | Promise<readonly string[]> {
    return this.#filled.render();
  }
}
