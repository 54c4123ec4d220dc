import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pythonSetOrder } from './python-set.ts';

describe('the order of a CPython set', () => {
  // Printed by CPython 3.11: `s = set(); [s.add(n) for n in numbers]; list(s)`.
  it.each([
    [[25, 3], [25, 3]],
    [[3, 25], [25, 3]],
    [[2, 41, 97, 120], [120, 41, 2, 97]],
    [[318, 130, 379, 183, 353], [353, 130, 183, 379, 318]],
    [[378, 333, 271, 14, 238, 397], [333, 238, 14, 271, 397, 378]],
    [[127, 332, 26, 80, 57, 190, 240, 126, 194], [194, 126, 332, 80, 240, 57, 26, 190, 127]],
    [[278, 52, 293, 127, 6, 374, 110, 208, 143, 93, 392, 199], [293, 6, 199, 392, 110, 143, 208, 52, 278, 374, 93, 127]],
    [
      [81, 390, 36, 71, 316, 227, 64, 67, 0, 2, 107, 396, 110, 84, 85, 148, 160, 101, 276],
      [0, 2, 390, 396, 148, 276, 160, 36, 316, 64, 67, 71, 81, 84, 85, 227, 101, 107, 110],
    ],
    [
      [88844, 82015, 26840, 23811, 90523, 25805, 50229, 39162, 2827, 47341, 54382, 21752, 19097, 34578, 8537, 43496, 39499, 79050, 76826, 443],
      [23811, 2827, 88844, 34578, 19097, 76826, 90523, 50229, 443, 79050, 39499, 25805, 26840, 8537, 82015, 43496, 47341, 54382, 21752, 39162],
    ],
  ])('of %j is %j', (added, walked) => {
    expect(pythonSetOrder(added)).toEqual(walked);
  });

  it('loses no number, makes none, and has each once', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2 ** 31), { maxLength: 300 }), (numbers) => {
        const walked = pythonSetOrder(numbers);
        expect(walked.toSorted((a, b) => a - b)).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
      }),
    );
  });
});
