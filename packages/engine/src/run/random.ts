import type { Random } from '@graphwright/contract';

/**
 * A generator of numbers for a seed and a path: the same pair gives the same numbers on any machine, and two paths of one seed
 * have nothing in common. sfc32 (Chris Doty-Humphrey, PractRand), its state filled by four FNV-1a hashes and 15 rounds dropped.
 */
export function createRandom(seed: number, path: string): Random {
  const key = `${seed} ${path}`;
  let a = hash(key, 0x811c9dc5);
  let b = hash(key, 0x01000193);
  let c = hash(key, 0x9e3779b9);
  let counter = hash(key, 0x85ebca6b);
  const word = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 15; round++) word();
  const next = (): number => word() / 2 ** 32;
  const integer = (bound: number): number => Math.floor(next() * bound);
  return {
    next,
    integer,
    shuffle<T>(items: readonly T[]): T[] {
      const shuffled = [...items];
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = integer(last + 1);
        const [left, right] = [shuffled[last], shuffled[other]];
        // Both places are inside the array; only a hole of the caller's own could be undefined, and it may stay where it is.
        if (left === undefined || right === undefined) continue;
        shuffled[last] = right;
        shuffled[other] = left;
      }
      return shuffled;
    },
  };
}

function hash(text: string, basis: number): number {
  let state = basis | 0;
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return state;
}
