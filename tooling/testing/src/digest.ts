import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A digest of everything in a folder, for tests that say "left untouched": two digests are equal exactly when the folder holds
 * the same entries with the same relative names, kinds, sizes and contents. Times and permissions play no part.
 *
 * @param path The folder, or a single file.
 * @returns SHA-256 in lower-case hexadecimal, 64 characters.
 */
export async function folderDigest(path: string): Promise<string> {
  const hash = createHash('sha256');
  await addEntry(path, '');

  async function addEntry(entry: string, name: string): Promise<void> {
    const status = await lstat(entry);
    if (status.isDirectory()) {
      hash.update(`folder\0${name}\0`);
      for (const child of (await readdir(entry)).toSorted()) await addEntry(join(entry, child), `${name}/${child}`);
    } else if (status.isSymbolicLink()) {
      hash.update(`link\0${name}\0${await readlink(entry)}\0`);
    } else {
      hash.update(`file\0${name}\0${status.size}\0`);
      hash.update(await readFile(entry));
    }
  }

  return hash.digest('hex');
}
