import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutIn, cyclesIn } from './tree.ts';

const SIZE = 8;
const name = fc.integer({ min: 0, max: SIZE }).map((number) => `k${number}`);
/** Eight communities, each with any parent, with none, or with one that is not there. */
const forest = fc.array(fc.option(name, { nil: undefined }), { minLength: SIZE, maxLength: SIZE }).map((parents) => parents.map((parentId, index) => ({ id: `k${index}`, parentId })));

/** Every community above one, by climbing as often as there are communities. */
function above(rows: readonly { id: string; parentId: string | undefined }[], id: string): Set<string> {
  const found = new Set<string>();
  let parent = rows.find((row) => row.id === id)?.parentId;
  for (let step = 0; step < SIZE && parent !== undefined; step++) {
    const row = rows.find((one) => one.id === parent);
    if (row === undefined) break;
    found.add(row.id);
    parent = row.parentId;
  }
  return found;
}

describe('the tree of communities', () => {
  it('goes round where a community is above itself', () => {
    fc.assert(
      fc.property(forest, (rows) => {
        const byId = new Map(rows.map((row) => [row.id, row]));
        expect([...cyclesIn(rows, byId)].toSorted()).toEqual(rows.map(({ id }) => id).filter((id) => above(rows, id).has(id)));
      }),
    );
  });

  it('is cut where one above has no report; those of one cycle are all above each other', () => {
    fc.assert(
      fc.property(forest, fc.uniqueArray(name), (rows, reports) => {
        const byId = new Map(rows.map((row) => [row.id, row]));
        const reported = new Set(reports);
        expect([...cutIn(rows, byId, reported)].toSorted()).toEqual(rows.map(({ id }) => id).filter((id) => [...above(rows, id)].some((other) => !reported.has(other))));
      }),
    );
  });
});
