/** Entries that {@link keep} lets a map hold: ids of 128 characters then take about 12 MB. */
const MOST_KEPT = 65_536;

/** Keeps a value in a map that is only there to save time: when it is full, it begins anew. */
export function keep<K, V>(map: Map<K, V>, key: K, value: V): V {
  if (map.size >= MOST_KEPT) map.clear();
  map.set(key, value);
  return value;
}
