import { createHash } from 'node:crypto';

/** An id in the form of a UUID, from what names the record: GraphRAG's are random, these are the same each time. */
export function uuidOf(...parts: readonly string[]): string {
  const hex = createHash('sha256').update(parts.join('\0')).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

/** An id of 128 hexadecimal digits from the content of the record, as GraphRAG gives documents, text units and reports. */
export function contentIdOf(...parts: readonly string[]): string {
  return createHash('sha512').update(parts.join('\0')).digest('hex');
}
