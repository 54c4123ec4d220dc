import { describe, expect, it } from 'vitest';
import { rowFinder } from './index.ts';

describe('rowFinder', () => {
  it('finds rows that stand as they were asked for', () => {
    const rowOf = rowFinder(['a', 'b'], ['a', 'b']);
    expect([0, 1].map(rowOf)).toEqual([0, 1]);
  });

  it('finds rows behind unknown and repeated ids, and none for an unknown one', () => {
    const rowOf = rowFinder(['a', 'b'], ['x', 'b', 'a', 'b']);
    expect([0, 1, 2, 3].map(rowOf)).toEqual([undefined, 1, 0, 1]);
  });
});
