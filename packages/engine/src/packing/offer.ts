import type { Allowance, Filled, Section, SectionEntry, SectionRows } from '@graphwright/contract';

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
 * what it made up.
 */
export class Offers {
  readonly offers: readonly Offer[];
  readonly #fills = new WeakMap<Filled, KnownFill>();
  readonly #listed = new Map<Offer, ReadonlySet<SectionEntry>>();

  constructor(sections: readonly Section[]) {
    this.offers = sections.map((section) => {
      const offer: Offer = { section, offered: [...section.entries], view: this.#view(section, () => offer) };
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
    return this.#fills.get(filled);
  }

  #view(section: Section, offer: () => Offer): Section {
    const { floor, cap, rows } = section;
    return {
      name: section.name,
      ...(floor === undefined ? {} : { floor }),
      ...(cap === undefined ? {} : { cap }),
      get entries() {
        return section.entries;
      },
      dropped: section.dropped,
      caps: section.caps,
      fill: (allowance: Allowance) => this.#remember(section.fill(allowance), offer),
      ...(rows === undefined ? {} : { rows: this.#rows(rows, offer) }),
    };
  }

  #rows(rows: SectionRows, offer: () => Offer): SectionRows {
    return {
      size: rows.size,
      get headingTokens() {
        return rows.headingTokens;
      },
      tokens: (row) => rows.tokens(row),
      take: (chosen) => this.#remember(rows.take(chosen), offer),
    };
  }

  #remember(made: Filled | Promise<Filled>, offer: () => Offer): Filled | Promise<Filled> {
    return made instanceof Promise ? made.then((filled) => this.#known(filled, offer)) : this.#known(made, offer);
  }

  #known(filled: Filled, offer: () => Offer): Filled {
    const { parts, tokens, items, undone, overrun } = filled;
    let rest: Section | undefined;
    const restView = (): Section => (rest ??= this.#view(filled.rest, offer));
    const view: Filled = {
      parts,
      tokens,
      items,
      undone,
      ...(overrun === undefined ? {} : { overrun }),
      get rest() {
        return restView();
      },
      render: () => filled.render(),
    };
    this.#fills.set(view, { offer: offer(), filled });
    return view;
  }
}
