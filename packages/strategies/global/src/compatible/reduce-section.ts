import { rowsSection, type RowRecord } from '@graphwright/context';
import type { Dropped, Section, TokenCounter, Window } from '@graphwright/contract';
import { createTokenCounter } from '@graphwright/token-budget';
import type { Point } from './points.ts';

/** A point with the batch that it is from. */
export interface NotedPoint extends Point {
  /** From 1. */
  readonly analyst: number;
  /** Its place in the reply, from 1. */
  readonly place: number;
}

/** The table of points: records that the strategy makes itself. */
const TABLE = 'map_points';

/** Points that help, best first, ties by batch, then by place. */
export function ranked(points: readonly NotedPoint[]): readonly NotedPoint[] {
  return points.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
}

/** Points that do not help: they never meet a window. */
export function notRelevant(points: readonly NotedPoint[]): Dropped[] {
  return points.filter(({ score }) => score <= 0).map((point) => ({ ...candidateOf(point), reason: 'not-relevant' }));
}

/** The section `points` of the last call, as GraphRAG prints it. Blank lines between points are not counted. */
export function pointsSection(points: readonly NotedPoint[], windows: readonly Window[], dropped: readonly Dropped[], tokens: TokenCounter): Section {
  const blocks = new Map(points.map((point) => [idOf(point), `----Analyst ${point.analyst}----\nImportance Score: ${point.score}\n${point.answer}`]));
  const [first] = points;
  return rowsSection({
    name: 'points',
    rows: points.map((point): RowRecord => {
      const window = windows[point.analyst - 1];
      const via = window === undefined ? { by: 'map' } : { by: 'map', seed: { table: 'windows', id: window.id } };
      return { candidate: { ...candidateOf(point), via: [via] }, label: undefined, humanReadableId: undefined };
    }),
    dropped,
    // Counts of an engine are kept by id for good, and points of two runs share ids.
    tokens: createTokenCounter(tokens.tokenizer),
    rendering: 'global-compatible/points',
    heading: '',
    texts: (records) =>
      Promise.resolve((position) => {
        const id = records[position]?.candidate.id ?? '';
        const block = blocks.get(id) ?? '';
        return { lines: [block], printed: [first !== undefined && id === idOf(first) ? block : `\n\n${block}`] };
      }),
  });
}

function candidateOf(point: NotedPoint): { table: string; id: string; score: number; via: { by: string }[] } {
  return { table: TABLE, id: idOf(point), score: point.score, via: [{ by: 'map' }] };
}

function idOf({ analyst, place }: NotedPoint): string {
  return `${analyst}.${place}`;
}
