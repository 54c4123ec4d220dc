import { GraphwrightError, messageOf } from '@graphwright/contract';
import type * as lancedb from '@lancedb/lancedb';

/** The part of LanceDB's client that is used here. */
export type Driver = Pick<typeof lancedb, 'connectNamespace'>;

/** Brings in the client; another one in tests. */
export type ImportDriver = () => Promise<Driver>;

/**
 * Loads the client of LanceDB, a native module that may be absent: it is an optional dependency, and there is no build of it
 * for some machines.
 *
 * @throws GraphwrightError `environment-unsupported`, saying what to install and what works without it.
 */
export async function loadDriver(importDriver: ImportDriver = () => import('@lancedb/lancedb')): Promise<Driver> {
  try {
    return await importDriver();
  } catch (cause) {
    throw new GraphwrightError({
      code: 'environment-unsupported',
      message: 'The client of LanceDB cannot be loaded, so the vector tables of this index cannot be read.',
      expected: 'the package @lancedb/lancedb with a native build for this machine',
      found: `${process.platform} ${process.arch}, and: ${messageOf(cause).split('\n')[0] ?? ''}`,
      next: 'Install it with "npm install @lancedb/lancedb apache-arrow", or use the vector store "memory" on an index that has embeddings.* tables.',
      cause,
    });
  }
}
