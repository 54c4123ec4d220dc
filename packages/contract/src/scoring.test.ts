import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admits, compareStrings, isGraphwrightError, NearestHits, normOf, prepareQuery, scoreOf, type IdFilter, type Metric } from './index.ts';

const index = { space: 'entity_description', dimensions: 3, metrics: ['cosine', 'squared-l2'] as const };

describe('prepareQuery', () => {
  it('refuses what no store can answer, with the code of each fault', () => {
    const codes = [
      { vector: new Float32Array(2), k: 1 },
      { vector: new Float32Array(3), k: 1 },
      { vector: new Float32Array([1, NaN, 0]), k: 1 },
      { vector: new Float32Array([1, -Infinity, 0]), k: 1 },
      { vector: new Float32Array([1, 0, 0]), k: -1 },
      { vector: new Float32Array([1, 0, 0]), k: 1.5 },
      { vector: new Float32Array([1, 0, 0]), k: 1, metric: 'squared-l2' as const, minScore: 0 },
    ].map((query) => {
      try {
        prepareQuery(query, index);
        return 'none';
      } catch (error) {
        return isGraphwrightError(error) ? error.code : 'foreign';
      }
    });
    expect(codes).toEqual(['dimension-mismatch', 'vector-invalid', 'vector-invalid', 'vector-invalid', 'usage-invalid', 'usage-invalid', 'unsupported']);
    expect(() => prepareQuery({ vector: new Float32Array([1, 0, 0]), k: 1, metric: 'squared-l2' }, { ...index, metrics: ['cosine'] })).toThrow(
      /cannot be searched by squared-l2/u,
    );
  });

  it('names both sizes, and takes any size where the size of the space is not known', () => {
    expect(() => prepareQuery({ vector: new Float32Array(1536), k: 1 }, index)).toThrow(/1536.*entity_description.*3/u);
    expect(prepareQuery({ vector: new Float32Array([3, 4]), k: 1 }, { ...index, dimensions: 0 }).norm).toBe(5);
  });
});

const number = fc.float({ min: -4, max: 4, noNaN: true });
const vectorPair = fc.integer({ min: 1, max: 13 }).chain((size) => fc.tuple(fc.float32Array({ minLength: size, maxLength: size, min: -4, max: 4, noNaN: true }), fc.array(number, { minLength: size, maxLength: size })));

describe('scoreOf', () => {
  it('computes cosine and squared distance as written in a textbook, at any offset', () => {
    fc.assert(
      fc.property(vectorPair, fc.nat(3), ([query, stored], offset) => {
        fc.pre(query.some((value) => Math.abs(value) > 1e-3));
        const vectors = Float32Array.from([...Array.from({ length: offset }, () => 9), ...stored]);
        const sum = (term: (a: number, b: number) => number): number => query.reduce((total, value, i) => total + term(value, stored[i] ?? 0), 0);
        const dimensions = query.length;
        const norm = normOf(vectors, offset, dimensions);
        expect(norm).toBeCloseTo(Math.sqrt(sum((_, b) => b * b)), 10);
        const about = { ...index, dimensions };
        expect(scoreOf(prepareQuery({ vector: query, k: 1, metric: 'squared-l2' }, about), vectors, offset, norm)).toBeCloseTo(sum((a, b) => (a - b) ** 2), 9);
        const cosine = sum((a, b) => a * b) / Math.sqrt(sum((a) => a * a) * sum((_, b) => b * b));
        const found = scoreOf(prepareQuery({ vector: query, k: 1 }, about), vectors, offset, norm);
        expect(found).toBeCloseTo(norm === 0 ? 0 : cosine, 9);
        expect(Math.abs(found)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

// Few ids and few scores, some closer than 1e-6, so that ties, doubles and rounding are common.
const offer = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
  score: fc.constantFrom(0.5, 0.5000001, 0.5000009, -0.25, 0, 1, NaN, Infinity, -Infinity, 0.75),
});
const filters = fc.constantFrom<IdFilter | undefined>(undefined, { only: new Set(['a', 'c', 'x']) }, { except: new Set(['a', 'g']) }, { only: new Set() });

describe('NearestHits', () => {
  it('agrees with sorting everything, whatever the order of the offers', () => {
    fc.assert(
      fc.property(fc.array(offer), fc.nat(8), fc.constantFrom<Metric>('cosine', 'squared-l2'), filters, fc.option(fc.constantFrom(0.5, 0.6, -1), { nil: undefined }), (offers, k, metric, filter, least) => {
        const minScore = metric === 'cosine' ? least : undefined;
        const nearest = new NearestHits({ k, metric, ...(minScore !== undefined && { minScore }), ...(filter && { filter }) });
        for (const { id, score } of offers) nearest.offer(id, score);

        const better = metric === 'cosine' ? Math.max : Math.min;
        const best = new Map<string, number>();
        for (const { id, score } of offers) {
          if (!Number.isFinite(score) || !admits(filter, id)) continue;
          const rounded = Math.round(score * 1e6) / 1e6;
          if (minScore === undefined || rounded >= minScore) best.set(id, better(best.get(id) ?? rounded, rounded));
        }
        const sign = metric === 'cosine' ? -1 : 1;
        const expected = [...best]
          .map(([id, score]) => ({ id, score }))
          .sort((a, b) => sign * (a.score - b.score) || compareStrings(a.id, b.id))
          .slice(0, k);
        expect(nearest.hits()).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });
});
