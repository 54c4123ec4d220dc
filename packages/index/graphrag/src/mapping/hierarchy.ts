import { groupBy, groupOf, type Groups } from '../columnar/groups.ts';
import { canonicalNumber, isNoCommunity, type CommunityShape } from './communities-shape.ts';
import type { Lazy } from './lazy.ts';
import type { Membership } from './membership.ts';

/** The tree of communities, by row. */
export interface Hierarchy {
  /** The parent of a community, -1 at a root. */
  readonly parents: Int32Array;
  readonly children: Groups;
  /** Numbers of parents and children that are no communities. */
  readonly dangling: readonly string[];
}

/**
 * The tree of communities: from the `parent` column (1.0 on) and the lists of children (2.0 on), which complete each other; up
 * to 0.9, where neither is stored, from the members: the parent is the community of the nearest coarser level that holds them
 * all.
 */
export async function loadHierarchy(shape: CommunityShape | undefined, membership: Lazy<Membership>): Promise<Hierarchy> {
  if (shape === undefined) return { parents: new Int32Array(0), children: groupBy(new Int32Array(0), [], 0), dangling: [] };
  const dangling: string[] = [];
  const row = (number: string): number => {
    const found = shape.rowOf(number);
    if (found < 0) dangling.push(number);
    return found;
  };
  const parents = new Int32Array(shape.size).fill(-1);
  const stored = shape.table;
  const hasParents = stored?.named('parent') !== undefined;
  const hasChildren = stored?.named('children') !== undefined;
  if (stored !== undefined && hasParents) {
    const column = await stored.texts('parent')();
    for (let child = 0; child < shape.size; child++) {
      const number = canonicalNumber(column.get(child));
      if (number !== undefined && !isNoCommunity(number)) parents[child] = row(number);
    }
  }
  const listed: [number, number][] = [];
  if (stored !== undefined && hasChildren) {
    const lists = await stored.lists('children')();
    for (let parent = 0; parent < shape.size; parent++) {
      for (const text of lists.get(parent)) {
        const child = row(canonicalNumber(text) ?? '');
        if (child < 0) continue;
        listed.push([parent, child]);
        if (parents[child] === -1 && !hasParents) parents[child] = parent;
      }
    }
  }
  if (!hasParents && !hasChildren) deriveParents(shape, await membership(), parents);
  return { parents, children: childrenOf(parents, listed), dangling };
}

/** Children in the order in which they are listed, then those that only name their parent, in the order of the table. */
function childrenOf(parents: Int32Array, listed: readonly [number, number][]): Groups {
  const seen = new Set(listed.map(([parent, child]) => parent * parents.length + child));
  const pairs = [...listed];
  for (const [child, parent] of parents.entries()) {
    if (parent >= 0 && !seen.has(parent * parents.length + child)) pairs.push([parent, child]);
  }
  const keys = Int32Array.from(pairs, ([parent]) => parent);
  return groupBy(keys, pairs.map(([, child]) => child), parents.length);
}

function deriveParents(shape: CommunityShape, { ofEntity, ofCommunity }: Membership, parents: Int32Array): void {
  for (let child = 0; child < shape.size; child++) {
    const level = shape.level(child);
    const members = groupOf(ofCommunity, child);
    const [first] = members;
    if (level === undefined || first === undefined) continue;
    let best = -1;
    let bestLevel = Number.NEGATIVE_INFINITY;
    for (const candidate of groupOf(ofEntity, first)) {
      const candidateLevel = shape.level(candidate) ?? Number.POSITIVE_INFINITY;
      if (candidateLevel < level && candidateLevel > bestLevel) [best, bestLevel] = [candidate, candidateLevel];
    }
    const holdsAll = best >= 0 && members.every((entity) => groupOf(ofEntity, entity).includes(best));
    if (holdsAll) parents[child] = best;
  }
}
