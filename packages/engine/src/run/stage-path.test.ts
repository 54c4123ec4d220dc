import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareStages, stagePath } from './stage-path.ts';

describe('stages', () => {
  it('are named below each other', () => {
    expect([stagePath('', 'map'), stagePath('map', '3')]).toEqual(['map', 'map/3']);
  });

  it('are ordered part by part, numbers by value', () => {
    const paths = ['search/10', 'search/2', 'search/1.10', 'search/1.9', 'search/1', 'search', '', 'map/1', 'reduce'];
    expect(paths.toSorted(compareStages)).toEqual(['', 'map/1', 'reduce', 'search', 'search/1', 'search/1.9', 'search/1.10', 'search/2', 'search/10']);
  });

  it('have one order, whatever their names', () => {
    const path = fc.array(fc.constantFrom('a', 'b', '1', '2', '10', '01'), { maxLength: 3 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(path, path, path, (a, b, c) => {
        expect(Math.sign(compareStages(a, b))).toBe(-Math.sign(compareStages(b, a)) + 0);
        expect(compareStages(a, b) === 0).toBe(a === b);
        const chained = compareStages(a, b) < 0 && compareStages(b, c) < 0;
        expect(chained && compareStages(a, c) >= 0).toBe(false);
      }),
    );
  });
});
