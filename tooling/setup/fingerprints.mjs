import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const workspaceFolders = ['packages', 'apps', 'tooling', 'examples'];
const skippedFolders = new Set(['node_modules', 'dist']);

/**
 * What decides whether the set-up has anything to do.
 *
 * @typedef {object} Fingerprints
 * @property {string} install Over Node, pnpm, the lockfile and every manifest: the same value, the same `node_modules`.
 * @property {string} build Over that and name, size and time of every source: the same value, the same `dist` folders.
 * @property {string[]} projects Folders, relative to the root, that the build writes a `dist` into.
 */

/**
 * Reads the tree once and sums it up; contents of sources are not read, only their sizes and times.
 *
 * @param {string} root Absolute path of the repository.
 * @param {string} pnpmVersion
 * @returns {Fingerprints}
 */
export function fingerprints(root, pnpmVersion) {
  const install = createHash('sha256');
  const build = createHash('sha256');
  install.update(`${process.version} ${process.platform} ${process.arch} pnpm ${pnpmVersion}\n`);
  for (const name of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc']) addContents(name);
  for (const name of ['tsconfig.json', 'turbo.json', 'tooling/setup/bundle.mjs']) addStatus(name);
  for (const folder of workspaceFolders) if (existsSync(join(root, folder))) walk(folder);

  const installed = install.digest('hex');
  build.update(installed);
  return { install: installed, build: build.digest('hex'), projects: projectsOf(root) };

  /** @param {string} folder */
  function walk(folder) {
    const entries = readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!skippedFolders.has(entry.name) && !entry.name.startsWith('.')) walk(path);
      } else if (entry.name === 'package.json') {
        addContents(path);
      } else if (/\.(?:ts|mts|tsx|json)$/u.test(entry.name)) {
        addStatus(path);
      }
    }
  }

  /** @param {string} name */
  function addContents(name) {
    const path = join(root, name);
    install.update(`${name}\0`).update(existsSync(path) ? readFileSync(path) : 'absent').update('\0');
  }

  /** @param {string} name */
  function addStatus(name) {
    const status = statSync(join(root, name), { throwIfNoEntry: false });
    build.update(status === undefined ? `${name} absent\n` : `${name} ${status.size} ${status.mtimeMs}\n`);
  }
}

/**
 * Of all projects those that are shipped as one file, `dist/bundle.js`: the packages, and no app.
 *
 * @param {readonly string[]} projects Folders relative to the root.
 * @returns {string[]}
 */
export function bundled(projects) {
  return projects.filter((folder) => folder.startsWith('packages/'));
}

/**
 * The folders that the root's `tsconfig.json` lists.
 *
 * @param {string} root
 * @returns {string[]}
 */
export function projectsOf(root) {
  /** @type {{ references?: { path: string }[] }} */
  const config = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  return (config.references ?? []).map((reference) => reference.path);
}
