import { compareNeighbours, type Neighbour, type RankingAttribute } from '../memo/records.ts';

/** A relationship that a step lists. */
interface ListedRelationship {
  readonly relationship: Neighbour;
  /** GraphRAG's mark, as this step prints it: how many selected entities its outer end is joined to; undefined prints nothing. */
  readonly links: number | undefined;
}

/** What a step lists, in order. To be read before the next step, which lists the same objects with other marks. */
export interface RelationshipStep {
  readonly listed: readonly ListedRelationship[];
  /** How many lead out, and how many of them the limit lets in. */
  readonly outward: number;
  readonly limit: number;
}

interface Edge extends ListedRelationship {
  readonly end: End;
  links: number | undefined;
}

/** The far end of relationships that lead out, or a member. */
interface End {
  edges: Edge[];
  /** The members that it is joined to. */
  links: number;
  /** The step that last joined a member to it. */
  step: number;
  /** Whether it is a member itself. */
  inside: boolean;
}

/**
 * The relationships of entities that are added one by one. Those between two of them come first, by rank; then those that lead
 * out, by (links, rank), as many as the limit per entity lets in. A single one that leads out always stays, and is not marked.
 * A mark stays on a relationship when it comes to lie inside: it is then a stale number, and GraphRAG prints it.
 */
export class RelationshipSteps {
  readonly #by: RankingAttribute;
  readonly #limitPerEntity: number;
  readonly #ends = new Map<string, End>();
  #inward: readonly Edge[] = [];
  #outward: readonly Edge[] = [];
  #steps = 0;

  constructor(by: RankingAttribute, limitPerEntity: number) {
    this.#by = by;
    this.#limitPerEntity = limitPerEntity;
  }

  /**
   * Adds an entity and lists what there is then. An entity that comes again only raises the limit.
   *
   * @param neighbours In the order of `compareNeighbours`.
   */
  add(entityId: string, neighbours: readonly Neighbour[]): RelationshipStep {
    this.#steps += 1;
    const end = this.#ends.get(entityId);
    if (end?.inside !== true) this.#join(entityId, end, neighbours);
    const limit = this.#limitPerEntity * this.#steps;
    const outward = this.#outward;
    if (outward.length > 1) for (const edge of outward) edge.links = edge.end.links;
    const kept = outward.length > 1 ? outward.slice(0, limit) : outward;
    return { listed: [...this.#inward, ...kept], outward: outward.length, limit };
  }

  /** @param met What the entity was to the members so far, if anything. */
  #join(entityId: string, met: End | undefined, neighbours: readonly Neighbour[]): void {
    const member = met ?? newEnd(this.#steps);
    if (met === undefined) this.#ends.set(entityId, member);
    member.inside = true;
    const turned = [...member.edges];
    const fresh: Edge[] = [];
    const again: End[] = [];
    for (const relationship of neighbours) {
      if (relationship.loop) turned.push({ relationship, end: member, links: undefined });
      else this.#lead(relationship, fresh, again);
    }
    if (turned.length > 0) this.#inward = [...this.#inward, ...turned].sort((a, b) => b.relationship[this.#by] - a.relationship[this.#by] || a.relationship.ordinal - b.relationship.ordinal);
    // Ends met for the first time have one link each, so their relationships stand in the order of the neighbours, behind all others.
    const moved = again.flatMap(({ edges }) => edges).sort((a, b) => this.#compare(a, b));
    this.#outward = this.#merge([...moved, ...fresh]);
  }

  /** What leads out: what keeps its links keeps its order, and those that were joined now come in between. */
  #merge(moved: readonly Edge[]): Edge[] {
    const merged: Edge[] = [];
    let place = 0;
    for (const edge of this.#outward) {
      if (edge.end.inside || edge.end.step === this.#steps) continue;
      for (let next = moved[place]; next !== undefined && this.#compare(next, edge) < 0; next = moved[++place]) merged.push(next);
      merged.push(edge);
    }
    for (; place < moved.length; place++) {
      const next = moved[place];
      if (next !== undefined) merged.push(next);
    }
    return merged;
  }

  #lead(relationship: Neighbour, fresh: Edge[], again: End[]): void {
    const known = this.#ends.get(relationship.outer);
    // Between two members it was found from the other one, and has turned inward already.
    if (known?.inside === true) return;
    const end = known ?? newEnd(this.#steps);
    const edge: Edge = { relationship, end, links: undefined };
    if (known === undefined) {
      // Most ends have one: a list of one is a tenth of the memory of a list that was pushed to.
      end.edges = [edge];
      this.#ends.set(relationship.outer, end);
    } else {
      end.edges.push(edge);
    }
    if (end.links === 1 && end.step === this.#steps) fresh.push(edge);
    else if (end.step !== this.#steps) {
      end.step = this.#steps;
      end.links += 1;
      again.push(end);
    }
  }

  #compare(a: Edge, b: Edge): number {
    return b.end.links - a.end.links || compareNeighbours(a.relationship, b.relationship, this.#by);
  }
}

const NO_EDGES: Edge[] = [];

function newEnd(step: number): End {
  return { edges: NO_EDGES, links: 1, step, inside: false };
}
