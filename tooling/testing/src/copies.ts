import { chmod, cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { sharedPath } from './shared-folder.ts';

/** A writable folder in the system's temporary folder. */
export interface FolderCopy {
  /** Absolute path of the folder. */
  readonly path: string;
  /** Deletes the folder, also when a test made parts of it read-only; a second call does nothing. */
  remove(): Promise<void>;
}

/**
 * Copies a folder to a temporary place where a test may change it.
 *
 * @param source Absolute path of the folder; symbolic links are copied as the files they name.
 * @returns The copy, writable for its owner. Call `remove` in `afterEach`, `afterAll` or `onTestFinished`.
 */
export async function copyFolder(source: string): Promise<FolderCopy> {
  const parent = await mkdtemp(join(tmpdir(), 'graphwright-copy-'));
  const path = join(parent, basename(source));
  await cp(source, path, { recursive: true, dereference: true });
  await makeWritable(path);
  return { path, remove: () => removeAll(parent) };
}

/**
 * Writes files into a new temporary folder.
 *
 * @param files Text by path relative to the folder, with forward slashes.
 * @returns The folder; call `remove` when done with it.
 */
export async function writeFolder(files: Readonly<Record<string, string>>): Promise<FolderCopy> {
  const path = await mkdtemp(join(tmpdir(), 'graphwright-tree-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), text);
  }
  return { path, remove: () => removeAll(path) };
}

/**
 * Copies an index of the shared fixtures (`fixtures/graphrag/<name>`) to a temporary place where a test may change it.
 *
 * @param name Name of the folder, such as `dulce-3.1` or `projects/<project>`.
 * @throws Error when the shared folder is absent or has no such fixture.
 */
export async function copyFixture(name: string): Promise<FolderCopy> {
  return copyFolder(sharedPath('fixtures', 'graphrag', ...name.split('/')));
}

async function removeAll(folder: string): Promise<void> {
  await makeWritable(folder);
  await rm(folder, { recursive: true, force: true });
}

/** Restores the owner's right to read, write and enter, so that copies of read-only data can be changed and deleted. */
async function makeWritable(path: string): Promise<void> {
  const status = await stat(path).catch(() => undefined);
  if (status === undefined) return;
  await chmod(path, status.mode | (status.isDirectory() ? 0o700 : 0o600));
  if (!status.isDirectory()) return;
  for (const name of await readdir(path)) await makeWritable(join(path, name));
}
