/** The sections that `local` can offer, with the table that each is made from. */
export const SECTION_TABLES = {
  entities: 'entities',
  relationships: 'relationships',
  claims: 'covariates',
  reports: 'community_reports',
  sources: 'text_units',
} as const;

/** The name of a section of `local`. */
export type SectionName = keyof typeof SECTION_TABLES;

/** The names of the sections, as lists of them are written. */
export const SECTION_NAMES = ['entities', 'relationships', 'claims', 'reports', 'sources'] as const satisfies readonly SectionName[];

/** How a window is shared out for one kind of question. */
export interface Profile {
  /** The sections in the order in which they are offered: the first one leads. */
  readonly order: SectionName[];
  /** Rows that go in before anything else. */
  readonly floors: Readonly<Record<SectionName, number>>;
  /** Shares of the window, in (0, 1]: 1 takes what the others leave. */
  readonly capShares: Readonly<Record<SectionName, number>>;
}

/** The names of the profiles. */
export const PROFILE_NAMES = ['fact', 'relation', 'multi-hop', 'overview', 'exploratory'] as const;

/**
 * The profiles. The section that answers such questions leads and may fill up to half of the window or more; in every profile three text
 * units stand before all else, since the answer has to be shown from the sources. Shares and floors are settings, not measurements.
 */
export const PROFILES: Readonly<Record<(typeof PROFILE_NAMES)[number], Profile>> = {
  // One place in the sources says it.
  fact: {
    order: ['sources', 'claims', 'entities', 'relationships', 'reports'],
    floors: { entities: 1, relationships: 0, claims: 0, reports: 0, sources: 3 },
    capShares: { entities: 0.15, relationships: 0.15, claims: 0.1, reports: 1, sources: 0.6 },
  },
  // How two things hang together.
  relation: {
    order: ['relationships', 'entities', 'claims', 'reports', 'sources'],
    floors: { entities: 2, relationships: 3, claims: 0, reports: 0, sources: 3 },
    capShares: { entities: 0.15, relationships: 0.4, claims: 0.1, reports: 0.1, sources: 1 },
  },
  // Several places have to be put together.
  'multi-hop': {
    order: ['relationships', 'sources', 'entities', 'claims', 'reports'],
    floors: { entities: 2, relationships: 3, claims: 0, reports: 0, sources: 4 },
    capShares: { entities: 0.15, relationships: 0.25, claims: 0.1, reports: 1, sources: 0.55 },
  },
  // What a field is about.
  overview: {
    order: ['reports', 'entities', 'relationships', 'claims', 'sources'],
    floors: { entities: 1, relationships: 0, claims: 0, reports: 3, sources: 3 },
    capShares: { entities: 0.15, relationships: 0.15, claims: 0.05, reports: 0.5, sources: 1 },
  },
  // Nothing is known of the question.
  exploratory: {
    order: ['entities', 'relationships', 'claims', 'reports', 'sources'],
    floors: { entities: 1, relationships: 0, claims: 0, reports: 1, sources: 3 },
    capShares: { entities: 0.2, relationships: 0.2, claims: 0.1, reports: 0.25, sources: 1 },
  },
};
