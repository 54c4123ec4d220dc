import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from './random.ts';

describe('createRandom', () => {
  it('gives the same numbers for the same seed and path, and others for others', () => {
    const draw = (seed: number, path: string): number[] => Array.from({ length: 8 }, ((random) => () => random.integer(1e6))(createRandom(seed, path)));
    expect(draw(1, 'a')).toEqual(draw(1, 'a'));
    const paths = ['', 'a', 'b', 'a/1', 'a/2', 'a/11'];
    const drawn = [0, 1, -1, 2 ** 40].flatMap((seed) => paths.map((path) => draw(seed, path).join(' ')));
    expect(new Set(drawn).size).toBe(drawn.length);
    // The numbers are part of what a seed promises: a change of them is a new version of every answer.
    expect(draw(7, 'search/1.3')).toMatchInlineSnapshot(`
      [
        631391,
        544326,
        356054,
        436875,
        958105,
        322551,
        932653,
        238798,
      ]
    `);
  });

  it('spreads evenly over its range', () => {
    const random = createRandom(3, 'spread');
    const counts = Array.from({ length: 10 }, () => 0);
    for (let draw = 0; draw < 20_000; draw++) {
      const place = random.integer(10);
      counts[place] = (counts[place] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(200);
  });

  it('shuffles without losing anything, and leaves the original alone', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer(), (items, seed) => {
        const before = [...items];
        const shuffled = createRandom(seed, 'x').shuffle(items);
        expect(items).toEqual(before);
        expect(shuffled.toSorted((a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b));
      }),
    );
  });
});
