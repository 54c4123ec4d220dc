import { GraphwrightError, suggestion, type OpenedIndex, type VectorLocation, type VectorStore } from '@graphwright/contract';
import type { ImportDriver } from './driver.ts';
import { LanceIndex } from './lance-index.ts';
import { LanceTable } from './lance-table.ts';

/** The format of a vector location that this store opens, and the id of the store. */
export const FORMAT = 'lancedb';

/** Makes the store; tests give it another way of bringing in LanceDB's client. */
export function createStore(importDriver?: ImportDriver): VectorStore {
  return {
    specVersion: 'v1',
    spaces: (index) => locationsIn(index).map((location) => location.space),
    async open({ index, space, signal }) {
      const locations = locationsIn(index);
      const location = locations.find((candidate) => candidate.space === space);
      if (location === undefined) {
        throw new GraphwrightError({
          code: 'space-missing',
          message: `The index has no LanceDB table for the vectors of "${space}".`,
          where: { file: index.source.folder },
          next: suggestion(space, locations.map((candidate) => candidate.space)),
        });
      }
      return new LanceIndex(space, await LanceTable.open(location, signal, importDriver));
    },
  };
}

function locationsIn(index: OpenedIndex): readonly VectorLocation[] {
  return index.vectorLocations.filter((location) => location.format === FORMAT);
}
