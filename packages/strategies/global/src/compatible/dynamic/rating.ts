import { isObject, pythonInt, readReply } from '../reply.ts';

/** What was read from the reply of a rater. */
export type ReadRating =
  | { readonly ok: true; readonly value: number | string; /** The reply has no rating, and 1 stands in for it. */ readonly missing: boolean }
  | { readonly ok: false; readonly message: string };

/** Reads a rating as GraphRAG does: a reply without an object or without a rating counts as 1. Where GraphRAG crashes, it is no rating. */
export function readRating(reply: string): ReadRating {
  const read = readReply(reply);
  if (read.found === 'nothing') return { ok: true, value: 1, missing: true };
  if (!isObject(read.value)) return { ok: false, message: 'The reply is JSON, but no object.' };
  if (!('rating' in read.value)) return { ok: true, value: 1, missing: true };
  const { rating } = read.value;
  if (typeof pythonInt(rating) !== 'number') return { ok: false, message: 'The rating is no number.' };
  return { ok: true, value: typeof rating === 'string' ? rating : Number(rating), missing: false };
}

/**
 * The rating that several repeats agree on: the most frequent, ties to the smallest, cut toward zero. Where one of them is text, all are
 * compared as text.
 *
 * @param values At least one.
 */
export function vote(values: readonly (number | string)[]): number {
  const asText = values.some((value) => typeof value === 'string');
  const counts = new Map<number | string, number>();
  for (const value of asText ? values.map(String) : values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [best] = [...counts].toSorted(([a, often], [b, other]) => other - often || (a < b ? -1 : 1));
  return Math.trunc(Number(best?.[0] ?? 0));
}
