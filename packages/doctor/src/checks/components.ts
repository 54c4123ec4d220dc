/** The pieces that a graph falls into. */
export interface Components {
  /** The piece of a node, as the id of one of its nodes. */
  of(id: string): string;
  /** The piece with most nodes, of equal ones the first; empty where there are no nodes. */
  readonly largest: string;
}

/** Finds the pieces of a graph (union-find with path halving, by size): nearly linear in nodes and edges. Edges with an unknown end count nothing. */
export function componentsOf(ids: readonly string[], edges: readonly { readonly sourceId: string | undefined; readonly targetId: string | undefined }[]): Components {
  const places = new Map(ids.map((id, index) => [id, index]));
  const parents = Int32Array.from(ids, (_, index) => index);
  const sizes = new Int32Array(ids.length).fill(1);
  const rootOf = (start: number): number => {
    let node = start;
    for (let parent = parents[node] ?? node; parent !== node; parent = parents[node] ?? node) {
      parents[node] = parents[parent] ?? parent;
      node = parents[node] ?? parent;
    }
    return node;
  };
  for (const { sourceId, targetId } of edges) {
    const [source, target] = [places.get(sourceId ?? ''), places.get(targetId ?? '')];
    if (source === undefined || target === undefined) continue;
    const [a, b] = [rootOf(source), rootOf(target)];
    if (a === b) continue;
    const [large, small] = (sizes[a] ?? 0) >= (sizes[b] ?? 0) ? [a, b] : [b, a];
    parents[small] = large;
    sizes[large] = (sizes[large] ?? 0) + (sizes[small] ?? 0);
  }
  let largest = 0;
  for (const index of places.values()) if ((sizes[rootOf(index)] ?? 0) > (sizes[rootOf(largest)] ?? 0)) largest = index;
  return {
    of: (id) => ids[rootOf(places.get(id) ?? -1)] ?? '',
    largest: ids[rootOf(largest)] ?? '',
  };
}
