import { readdir } from 'node:fs/promises';
import { sharedPath } from '@graphwright-internal/testing';
import { kinds, type OpenedIndex, type Plugin, type VectorLocation, type VectorSource, type VectorStore } from '@graphwright/contract';

/** The LanceDB folders of the shared fixtures, by index. */
const DATABASES = {
  'dulce-1.2': 'dulce-1.2/lancedb',
  'dulce-2.7': 'dulce-2.7/lancedb',
  'dulce-3.1': 'dulce-3.1/lancedb',
  'fresh-3.3-parquet': 'fresh-3.3-parquet/output/lancedb',
  'fresh-3.3-csv': 'fresh-3.3-csv/output/lancedb',
} as const;

/** An index that has a LanceDB folder. */
export type DatabaseName = keyof typeof DATABASES;

export function databaseOf(name: DatabaseName): string {
  return sharedPath('fixtures', 'graphrag', ...DATABASES[name].split('/'));
}

export function storeOf(plugin: Plugin): VectorStore {
  const port = plugin.resolve({}, {}).create();
  if (!kinds.vectorStore.check(port)) throw new Error(`${plugin.id} makes no vector store.`);
  return port;
}

/** A location for every table of a database, its space named as the table. */
export async function locationsIn(path: string): Promise<VectorLocation[]> {
  const names = (await readdir(path)).filter((name) => name.endsWith('.lance')).toSorted();
  return names.map((file) => {
    const name = file.slice(0, -'.lance'.length);
    return { space: name, table: 'entities', format: 'lancedb', path, name };
  });
}

export function locationOf(path: string, name: string): VectorLocation {
  return { space: name, table: 'entities', format: 'lancedb', path, name };
}

/** As much of an opened index as a vector store looks at. */
export function indexWith(parts: { readonly locations?: readonly VectorLocation[]; readonly sources?: readonly VectorSource[] }): OpenedIndex {
  const nothing = (): never => {
    throw new Error('A vector store asks for no records.');
  };
  return {
    knowledge: {
      specVersion: 'v1',
      fingerprint: 'none',
      facts: { counts: {}, levels: [] },
      columns: {},
      rows: nothing,
      page: nothing,
      relationshipsOf: nothing,
      close: () => Promise.resolve(),
    },
    vectors: parts.sources ?? [],
    vectorLocations: parts.locations ?? [],
    warnings: [],
    source: { format: 'graphrag', version: '3.1', folder: '/an/index' },
  };
}
