/** What the compatible face has to know of an entity. */
export interface EntityRecord {
  readonly id: string;
  readonly title: string;
  readonly humanReadableId: string | undefined;
  /** The number that is printed. */
  readonly label: string;
  /** 0 where the index states none. */
  readonly degree: number;
  /** In the order of the communities table. */
  readonly communityIds: readonly string[];
  readonly textUnitIds: readonly string[];
  /** Its communities of the level that was asked for last, as the memo remembers them. */
  existing: LevelCommunities | undefined;
}

/** What it has to know of a community. */
export interface CommunityRecord {
  readonly id: string;
  /** The number by which GraphRAG knows it. */
  readonly number: string;
  readonly level: number;
}

/** The communities of an entity, of a level and those above it. */
export interface LevelCommunities {
  /** The finest level that counts; null for all. */
  readonly level: number | null;
  /** Undefined where it is of none, and so does not exist. */
  readonly communities: readonly CommunityRecord[] | undefined;
}

/** What it has to know of a report. */
export interface ReportRecord {
  readonly id: string;
  readonly humanReadableId: string | undefined;
  readonly label: string;
  readonly level: number;
  readonly rank: number | undefined;
}

/** A claim or a text unit: what is listed by its number alone. */
export interface NumberedRecord {
  readonly id: string;
  readonly humanReadableId: string | undefined;
  readonly label: string;
}

/** By what relationships are ranked. */
export type RankingAttribute = 'rank' | 'weight';

/** A relationship, as one of its ends sees it. */
export interface Neighbour extends NumberedRecord {
  readonly ordinal: number;
  /** The other end: an entity's id, or a key made of the title that names no entity. */
  readonly outer: string;
  /** Whether the entity is the source. */
  readonly outgoing: boolean;
  readonly loop: boolean;
  /** The degrees of both ends, or the weight; 0 where the index states none. */
  readonly rank: number;
  readonly weight: number;
}

/**
 * The order of relationships that lead out of entities: by an attribute, descending; then those of which the entity is the source, then
 * those of which it is the target, each in the order of the table.
 */
export function compareNeighbours(a: Neighbour, b: Neighbour, by: RankingAttribute): number {
  return b[by] - a[by] || Number(b.outgoing) - Number(a.outgoing) || a.ordinal - b.ordinal;
}
