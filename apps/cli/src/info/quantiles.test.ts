import { describe, expect, it } from 'vitest';
import { quantilesOf } from './quantiles.ts';

describe('quantilesOf', () => {
  it('goes by nearest rank', () => {
    expect(quantilesOf([5, 1, 4, 2, 3, 10, 9, 8, 7, 6])).toEqual({ count: 10, least: 1, tenth: 1, median: 5, ninetieth: 9, most: 10, mean: 5.5 });
    expect(quantilesOf([7])).toMatchObject({ least: 7, median: 7, most: 7 });
    expect(quantilesOf([])).toBeUndefined();
  });
});
