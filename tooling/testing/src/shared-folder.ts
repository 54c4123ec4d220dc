import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The root of this repository: the nearest folder above this file that holds `pnpm-workspace.yaml`.
 *
 * @returns An absolute path without a trailing separator.
 * @throws Error when no folder above holds one (the package was taken out of the repository).
 */
export function repositoryRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'pnpm-workspace.yaml'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('No pnpm-workspace.yaml above the test helpers: they only work inside the repository.');
    folder = parent;
  }
  return folder;
}

/**
 * The folder of shared test data that lies beside the repository's root, `../shared`.
 *
 * Tests on real fixtures use it as `describe.skipIf(sharedFolder() === undefined)`.
 *
 * @returns An absolute path, or `undefined` where a checkout has no such folder beside it.
 */
export function sharedFolder(): string | undefined {
  const folder = join(dirname(repositoryRoot()), 'shared');
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? folder : undefined;
}

/**
 * A path inside the shared test data.
 *
 * @param segments Path segments below the shared folder: `sharedPath('fixtures', 'graphrag', 'dulce-3.1')`.
 * @returns An absolute path; the entry itself need not exist.
 * @throws Error when the shared folder is absent: guard the suite with `sharedFolder()`.
 */
export function sharedPath(...segments: string[]): string {
  const folder = sharedFolder();
  if (folder === undefined) throw new Error('The shared test data is absent: guard this suite with sharedFolder().');
  return join(folder, ...segments);
}
