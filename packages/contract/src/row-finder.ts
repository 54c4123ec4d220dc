/**
 * Finds the row of an asked id in the ids of a batch by its position among those that were asked for; undefined where the batch has
 * no such row.
 */
export function rowFinder(ids: readonly string[], asked: readonly string[]): (position: number) => number | undefined {
  // Without unknown and repeated ids the rows come as they were asked for, which spares the map.
  if (ids.length === asked.length && ids.every((id, row) => id === asked[row])) return (position) => position;
  const rows = new Map(ids.map((id, row) => [id, row]));
  return (position) => rows.get(asked[position] ?? '');
}
