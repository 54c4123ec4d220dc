import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MersenneTwister } from './mersenne-twister.ts';

/** `random.seed(n); random.shuffle(x)` of CPython 3.11. */
const ORDERS = [
  { seed: 86, size: 7, order: [1, 5, 3, 2, 4, 0, 6] },
  { seed: 86, size: 10, order: [4, 1, 3, 2, 6, 9, 7, 5, 8, 0] },
  { seed: 86, size: 20, order: [7, 12, 15, 16, 5, 3, 9, 13, 1, 6, 4, 18, 14, 8, 11, 2, 19, 10, 17, 0] },
];

describe('MersenneTwister', () => {
  it.each(ORDERS)('shuffles $size under seed $seed as CPython does', ({ seed, size, order }) => {
    expect(new MersenneTwister(seed).shuffle([...Array.from({ length: size }).keys()])).toEqual(order);
  });

  it('gives the words of random.getrandbits(32) under seeds of one word and of two', () => {
    const words = (seed: number): number[] => {
      const twister = new MersenneTwister(seed);
      return [twister.word(), twister.word(), twister.word()];
    };
    expect(words(0)).toEqual([3626764237, 1654615998, 3255389356]);
    expect(words(2 ** 40 + 7)).toEqual([2635837658, 3209733218, 3500038837]);
  });

  it('loses nothing and gives the same order for the same seed', () => {
    fc.assert(
      fc.property(fc.nat(), fc.array(fc.option(fc.nat(), { nil: undefined })), (seed, items) => {
        const order = new MersenneTwister(seed).shuffle(items);
        expect(order).toHaveLength(items.length);
        expect(new Set(order)).toEqual(new Set(items));
        expect(new MersenneTwister(seed).shuffle(items)).toEqual(order);
      }),
    );
  });
});
