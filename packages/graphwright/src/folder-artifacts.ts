import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { ArtifactStore } from '@graphwright/contract';

/** Numbers the files that this process writes: with process and thread no two are ever the same. */
let written = 0;

/**
 * A store of artifacts in a folder: one file a key, named by the hash of the key. The folder is made when something is first kept; a file is
 * written beside its place and then moved, so that no reader sees half of it.
 */
export function folderArtifacts(folder: string): ArtifactStore {
  const placeOf = (key: string): string => join(folder, createHash('sha256').update(key).digest('hex'));
  return {
    specVersion: 'v1',
    async get(key, signal) {
      try {
        return await readFile(placeOf(key), { signal });
      } catch (error) {
        if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async put(key, value, signal) {
      await mkdir(folder, { recursive: true });
      const beside = join(folder, `${process.pid}-${threadId}-${written++}.part`);
      try {
        await writeFile(beside, value, { signal });
        await rename(beside, placeOf(key));
      } finally {
        await rm(beside, { force: true });
      }
    },
  };
}
