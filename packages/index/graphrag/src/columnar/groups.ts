/** Values grouped by key as offsets: those of `key` are `values[offsets[key]] … values[offsets[key + 1] − 1]`. */
export interface Groups {
  readonly offsets: Uint32Array;
  readonly values: Uint32Array;
}

/**
 * Groups pairs by key with a counting sort, keeping the order of pairs within a key. Pairs with a negative key are left out.
 *
 * @param keys One key a pair, -1 or 0 ≤ key < size.
 * @param values One value a pair.
 * @param size The number of keys.
 */
export function groupBy(keys: Int32Array, values: ArrayLike<number>, size: number): Groups {
  const offsets = new Uint32Array(size + 1);
  for (const key of keys) if (key >= 0) offsets[key + 1] = (offsets[key + 1] ?? 0) + 1;
  for (let key = 0; key < size; key++) offsets[key + 1] = (offsets[key + 1] ?? 0) + (offsets[key] ?? 0);
  const grouped = new Uint32Array(offsets[size] ?? 0);
  const position = offsets.slice(0, size);
  for (let pair = 0; pair < keys.length; pair++) {
    const key = keys[pair] ?? -1;
    if (key < 0) continue;
    const at = position[key] ?? 0;
    grouped[at] = values[pair] ?? 0;
    position[key] = at + 1;
  }
  return { offsets, values: grouped };
}

/** The values of one key, as a view. */
export function groupOf(groups: Groups, key: number): Uint32Array {
  return groups.values.subarray(groups.offsets[key], groups.offsets[key + 1]);
}

/** The numbers from 0 to size − 1: the rows of a table, in order. */
export function rowNumbers(size: number): Uint32Array {
  const rows = new Uint32Array(size);
  for (let row = 0; row < size; row++) rows[row] = row;
  return rows;
}
