import { GraphwrightError, type VectorLocation, type VectorSource } from '@graphwright/contract';
import { LanceTable } from './lance-table.ts';

/**
 * Makes a table of LanceDB a source of vectors, from which another store can be filled: `memory`, say, where the vectors fit
 * and many questions are to be asked. Rows come in stored order; those without an id or a vector are left out. Each run over
 * the blocks opens the table anew, so nothing is left to close.
 *
 * @throws GraphwrightError as the store `lancedb` does on opening. `blocks` throws `folder-changed` when the table is no longer
 * the one whose size was stated.
 */
export async function openVectorSource(location: VectorLocation, signal?: AbortSignal): Promise<VectorSource> {
  const table = await LanceTable.open(location, signal);
  try {
    const { dimensions, fingerprint } = table;
    return {
      space: location.space,
      table: location.table,
      dimensions,
      count: await table.countVectors(signal),
      fingerprint,
      blocks: (blockSignal) => blocksOf(location, fingerprint, blockSignal),
    };
  } finally {
    table.close();
  }
}

async function* blocksOf(
  location: VectorLocation,
  fingerprint: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ ids: string[]; vectors: Float32Array }, void, undefined> {
  const table = await LanceTable.open(location, signal);
  try {
    if (table.fingerprint !== fingerprint) {
      throw new GraphwrightError({
        code: 'folder-changed',
        message: `The vectors of "${location.space}" were changed after they were opened.`,
        where: { file: location.path, table: location.name },
        next: 'Open the index again.',
      });
    }
    for await (const rows of table.scan(signal)) {
      yield { ids: Array.from({ length: rows.size }, (_, row) => rows.id(row)), vectors: rows.vectors };
    }
  } finally {
    table.close();
  }
}
