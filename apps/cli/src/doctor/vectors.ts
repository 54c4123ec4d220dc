import { isGraphwrightError, type OpenedIndex, type VectorSource } from '@graphwright/contract';

/** Vectors in databases of their own, as far as they can be opened here. */
export interface OpenedLocations {
  readonly sources: readonly VectorSource[];
  /** Why some of them were not opened, a sentence each. */
  readonly notOpened: readonly string[];
}

/**
 * Opens the vectors that an index keeps in LanceDB, through the package that reads it. It brings native code along and may not be
 * installed: the vectors are then left unexamined, and the reason is told.
 *
 * @throws GraphwrightError as `openVectorSource` of that package, for what is wrong with the vectors and not with the machine.
 */
export async function openLocations({ vectors, vectorLocations }: OpenedIndex, signal: AbortSignal): Promise<OpenedLocations> {
  const locations = vectorLocations.filter(({ space, format }) => format === 'lancedb' && !vectors.some((source) => source.space === space));
  if (locations.length === 0) return { sources: [], notOpened: [] };
  try {
    const { openVectorSource } = await import('@graphwright/vector-store-lancedb');
    const sources: VectorSource[] = [];
    for (const location of locations) sources.push(await openVectorSource(location, signal));
    return { sources, notOpened: [] };
  } catch (error) {
    if (isGraphwrightError(error) && error.code === 'environment-unsupported') return { sources: [], notOpened: [error.summary] };
    if (!isGraphwrightError(error) && error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') {
      return { sources: [], notOpened: ['The vectors lie in LanceDB, and @graphwright/vector-store-lancedb is not installed.'] };
    }
    throw error;
  }
}
