import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Deletes what an earlier build made from sources that exist no longer: the compiler leaves it lying, and it would be published.
 * The bundle of a package has no source of its name and stays.
 *
 * @param {string} root Absolute path of the repository.
 * @param {readonly string[]} projects Folders relative to it whose `dist` is built from their `src`.
 * @returns {string[]} The deleted files, relative to the root.
 */
export function removeLeftovers(root, projects) {
  /** @type {string[]} */
  const removed = [];
  for (const project of projects) if (existsSync(join(root, project, 'dist'))) visit(project, '');
  return removed;

  /**
   * @param {string} project
   * @param {string} folder
   */
  function visit(project, folder) {
    for (const entry of readdirSync(join(root, project, 'dist', folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        visit(project, path);
        continue;
      }
      if (path === 'bundle.js') continue;
      const stem = /^(.*?)(?:\.d\.ts|\.js)$/u.exec(path)?.[1];
      if (stem === undefined || ['.ts', '.tsx'].some((ending) => existsSync(join(root, project, 'src', stem + ending)))) continue;
      rmSync(join(root, project, 'dist', path));
      removed.push(join(project, 'dist', path));
    }
  }
}
