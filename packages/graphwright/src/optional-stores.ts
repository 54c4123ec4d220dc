import { isPlugin, type OpenedIndex, type Plugin } from '@graphwright/contract';

/**
 * Stores that open vectors in a database of their own are not part of this package, since they bring native code along. Where an
 * index has such vectors and the package is installed, it is loaded; where it is not, using the space says which to install.
 *
 * @returns The vector store plugins of the formats in which vectors of the index lie, except those that are there already.
 */
export async function optionalStores(index: OpenedIndex, plugins: readonly Plugin[]): Promise<readonly Plugin[]> {
  const formats = new Set(index.vectorLocations.map(({ format }) => format));
  for (const plugin of plugins) if (plugin.kind.name === 'vector-store') formats.delete(plugin.id);
  const loaded = await Promise.all([...formats].map((format) => storeOf(format)));
  return loaded.flat();
}

async function storeOf(format: string): Promise<readonly Plugin[]> {
  const name = `@graphwright/vector-store-${format}`;
  let module: unknown;
  try {
    module = await import(name);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
  const exported: unknown[] = Object.values(module ?? {});
  return exported.filter((value): value is Plugin => isPlugin(value) && value.kind.name === 'vector-store' && value.id === format);
}

/** Whether a package is not there, as opposed to being there and failing. */
function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}
