/** Something that is made on first use and kept. */
export type Lazy<V> = () => Promise<V>;

/** Makes a value once, whoever asks first, and shares it. What failed is tried again at the next call. */
export function lazy<V>(make: () => Promise<V>): Lazy<V> {
  let kept: Promise<V> | undefined;
  return () => {
    kept ??= make().catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
}
