import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PieceMerger } from './merge.ts';

/** Byte-pair encoding as it is defined: again and again the leftmost pair of the lowest rank. */
function naive(bytes: string, vocabulary: ReadonlyMap<string, number>): number {
  const parts = [...bytes];
  for (;;) {
    let best = -1;
    let lowest = Infinity;
    for (let i = 0; i + 1 < parts.length; i++) {
      const rank = vocabulary.get(`${parts[i]}${parts[i + 1]}`) ?? Infinity;
      if (rank < lowest) [best, lowest] = [i, rank];
    }
    if (best < 0) return parts.length;
    parts.splice(best, 2, `${parts[best]}${parts[best + 1]}`);
  }
}

const letters = (length: { readonly maxLength: number; readonly minLength?: number }) => fc.string({ unit: fc.constantFrom('a', 'b', 'c'), ...length });
const vocabularies = fc.uniqueArray(letters({ minLength: 2, maxLength: 5 }), { maxLength: 40 }).map((tokens) => new Map(tokens.map((token, rank) => [token, rank])));

describe('merging', () => {
  it('agrees with the definition for any vocabulary and any piece, one after the other', () => {
    fc.assert(
      fc.property(vocabularies, fc.array(letters({ maxLength: 40 }), { maxLength: 5 }), (vocabulary, pieces) => {
        const merger = new PieceMerger(vocabulary);
        expect(pieces.map((piece) => merger.count(piece))).toEqual(pieces.map((piece) => naive(piece, vocabulary)));
      }),
      { numRuns: 1000 },
    );
  });

  it('looks up no more than three pairs a byte, however long the piece', () => {
    class Counting extends Map<string, number> {
      lookups = 0;
      override get(token: string): number | undefined {
        this.lookups += 1;
        return super.get(token);
      }
    }
    const vocabulary = new Counting(['aa', 'aaaa', 'aaaaaaaa'].map((token, rank) => [token, rank]));
    for (const size of [1_000, 100_000]) {
      vocabulary.lookups = 0;
      expect(new PieceMerger(vocabulary).count('a'.repeat(size))).toBe(size / 8);
      expect(vocabulary.lookups).toBeLessThanOrEqual(3 * size);
    }
  });
});
