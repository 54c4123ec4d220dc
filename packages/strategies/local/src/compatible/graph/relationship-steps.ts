import { compareNeighbours, type Neighbour, type Neighbourhood, type RankingAttribute } from '../memo/records.ts';

/** A relationship that a step lists. */
interface ListedRelationship {
  readonly relationship: Neighbour;
  /** GraphRAG's mark, as it is printed: how many selected entities its outer end is joined to; undefined prints nothing. */
  readonly links: number | undefined;
}

/** What a step lists, in order. */
export interface RelationshipStep {
  readonly listed: readonly ListedRelationship[];
  /** How many lead out, and how many of them the limit lets in. */
  readonly outward: number;
  readonly limit: number;
}

/**
 * The relationships of entities that are added one by one. Those between two of them come first, by rank; then those that lead
 * out, by (links, rank), as many as the limit per entity lets in. A single one that leads out always stays, and is not marked.
 * A mark stays on a relationship when it comes to lie inside: it is then a stale number, and GraphRAG prints it.
 */
export class RelationshipSteps {
  readonly #by: RankingAttribute;
  readonly #limitPerEntity: number;
  readonly #members = new Set<string>();
  readonly #inward: Neighbour[] = [];
  readonly #outward = new Map<string, Neighbour>();
  /** For every outer end the members that it is joined to. */
  readonly #joined = new Map<string, Set<string>>();
  readonly #marks = new Map<string, number>();
  #added = 0;

  constructor(by: RankingAttribute, limitPerEntity: number) {
    this.#by = by;
    this.#limitPerEntity = limitPerEntity;
  }

  /** Adds an entity and lists what there is then. An entity that comes again only raises the limit. */
  add(entityId: string, { neighbours }: Neighbourhood): RelationshipStep {
    this.#added += 1;
    if (!this.#members.has(entityId)) {
      this.#members.add(entityId);
      this.#joined.delete(entityId);
      for (const relationship of neighbours) this.#place(relationship, entityId);
    }
    const inward = this.#inward.toSorted((a, b) => b[this.#by] - a[this.#by] || a.ordinal - b.ordinal);
    const limit = this.#limitPerEntity * this.#added;
    const outward = this.#ranked();
    const kept = outward.length > 1 ? outward.slice(0, limit) : outward;
    const listed = [...inward, ...kept].map((relationship) => ({ relationship, links: this.#marks.get(relationship.id) }));
    return { listed, outward: outward.length, limit };
  }

  #place(relationship: Neighbour, entityId: string): void {
    const { id, outer, loop } = relationship;
    if (loop || this.#members.has(outer)) {
      this.#outward.delete(id);
      this.#inward.push(relationship);
      return;
    }
    this.#outward.set(id, relationship);
    const joined = this.#joined.get(outer);
    if (joined === undefined) this.#joined.set(outer, new Set([entityId]));
    else joined.add(entityId);
  }

  #ranked(): Neighbour[] {
    const outward = [...this.#outward.values()];
    if (outward.length < 2) return outward;
    const links = (relationship: Neighbour): number => this.#joined.get(relationship.outer)?.size ?? 0;
    for (const relationship of outward) this.#marks.set(relationship.id, links(relationship));
    return outward.sort((a, b) => links(b) - links(a) || compareNeighbours(a, b, this.#by));
  }
}
