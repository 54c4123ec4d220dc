import type { CommunityRow } from '../survey/rows.ts';

/** A community as far as the tree goes. */
type Node = Pick<CommunityRow, 'id' | 'parentId'>;

/**
 * The communities that are their own ancestors. Every community is climbed over once.
 *
 * @returns Their ids.
 */
export function cyclesIn(rows: readonly Node[], byId: ReadonlyMap<string, Node>): Set<string> {
  const cyclic = new Set<string>();
  const climbed = new Set<string>();
  for (const row of rows) {
    const path: string[] = [];
    let node: Node | undefined = row;
    while (node !== undefined && !climbed.has(node.id)) {
      climbed.add(node.id);
      path.push(node.id);
      node = parentOf(node, byId);
    }
    // Where the climb ended on its own path, the rest of the path goes round.
    const meeting = node === undefined ? -1 : path.indexOf(node.id);
    if (meeting >= 0) for (const id of path.slice(meeting)) cyclic.add(id);
  }
  return cyclic;
}

/**
 * The communities below one that is not in `reported`. Every community is climbed over once.
 *
 * @returns Their ids.
 */
export function cutIn(rows: readonly Node[], byId: ReadonlyMap<string, Node>, reported: ReadonlySet<string>): Set<string> {
  const isCut = new Map<string, boolean>();
  for (const row of rows) {
    const path: Node[] = [];
    const onPath = new Set<string>();
    let node: Node | undefined = row;
    while (node !== undefined && !isCut.has(node.id) && !onPath.has(node.id)) {
      path.push(node);
      onPath.add(node.id);
      node = parentOf(node, byId);
    }
    // Where the climb ended on its own path, the rest of the path goes round, and each of it is below all of it.
    const round = node === undefined || isCut.has(node.id) ? [] : path.slice(path.indexOf(node));
    let cut = node !== undefined && (isCut.get(node.id) ?? round.some(({ id }) => !reported.has(id)));
    let above = node;
    for (const { id } of path.toReversed()) {
      cut = above !== undefined && (cut || !reported.has(above.id));
      isCut.set(id, cut);
      above = byId.get(id);
    }
  }
  return new Set([...isCut].flatMap(([id, cut]) => (cut ? [id] : [])));
}

function parentOf({ parentId }: Node, byId: ReadonlyMap<string, Node>): Node | undefined {
  return parentId === undefined ? undefined : byId.get(parentId);
}
