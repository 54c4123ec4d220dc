import { isObject, pythonInt, readReply } from './reply.ts';

/** A point that was noted on one batch. */
export interface Point {
  readonly answer: string;
  /** From 0 to 100 as a rule; whatever the model wrote stands. */
  readonly score: number;
}

/** What was read from a map reply. */
export interface ReadPoints {
  readonly points: readonly Point[];
  /** Why the whole batch is lost, where it is. */
  readonly fault?: { readonly layer: 'parse' | 'schema'; readonly code: string; readonly message: string };
  /** Points that were left out for want of a description or a score. */
  readonly incomplete: number;
  /** Descriptions that are not text: they are kept as JSON, where GraphRAG fails at the answer. */
  readonly notText: number;
}

/** Reads the points of a map reply as GraphRAG does; where it loses a whole batch, says why. */
export function readPoints(reply: string): ReadPoints {
  const read = readReply(reply);
  if (read.found === 'nothing') return lost('parse', 'reply-unparsable', 'The reply holds no JSON object, or an empty one.');
  if (!isObject(read.value)) return lost('schema', 'reply-invalid', 'The reply is JSON, but no object.');
  const { points } = read.value;
  if (!Array.isArray(points)) return lost('schema', 'reply-invalid', 'The reply has no list of points.');
  return pointsOf(points);
}

function pointsOf(items: readonly unknown[]): ReadPoints {
  const points: Point[] = [];
  let incomplete = 0;
  let notText = 0;
  for (const item of items) {
    if (typeof item === 'string' && !(item.includes('description') && item.includes('score'))) {
      incomplete += 1;
      continue;
    }
    if (!isObject(item)) return lost('schema', 'reply-invalid', 'A point is no object, by which GraphRAG loses its whole batch.');
    if (!('description' in item) || !('score' in item)) {
      incomplete += 1;
      continue;
    }
    const score = pythonInt(item['score']);
    if (typeof score === 'string') return lost('schema', 'reply-invalid', 'A score is no whole number, by which GraphRAG loses its whole batch.');
    const { description } = item;
    if (typeof description !== 'string') notText += 1;
    points.push({ answer: typeof description === 'string' ? description : JSON.stringify(description), score });
  }
  return { points, incomplete, notText };
}

function lost(layer: 'parse' | 'schema', code: string, message: string): ReadPoints {
  return { points: [], fault: { layer, code, message }, incomplete: 0, notText: 0 };
}
