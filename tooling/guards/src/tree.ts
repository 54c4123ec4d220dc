import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Folders in which nothing is ours: neither guards nor tools look into them. */
const skippedFolders = new Set(['node_modules', 'dist', 'coverage']);

/** The folders at the root that hold packages. */
const workspaceFolders = ['packages', 'apps', 'tooling', 'examples'];

const namesSchema = z.record(z.string(), z.string()).default({});

const manifestSchema = z.object({
  name: z.string(),
  private: z.boolean().default(false),
  dependencies: namesSchema,
  peerDependencies: namesSchema,
  optionalDependencies: namesSchema,
  devDependencies: namesSchema,
  exports: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.unknown())])).default({}),
});

/** What the guards read of a `package.json`; groups of dependencies that it lacks are empty. */
type Manifest = z.infer<typeof manifestSchema>;

/** A package of the workspace. */
export interface WorkspacePackage {
  /** Path of its folder relative to the root, with forward slashes, such as `packages/strategies/local`. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/**
 * Lists the files below a folder of the tree, without `node_modules`, `dist` and folders whose name starts with a dot.
 *
 * @param root Absolute path of the tree.
 * @param under Folder relative to it; `''` for the whole tree. A folder that does not exist gives no file.
 * @param accept Which paths to keep.
 * @returns Paths relative to the root with forward slashes, in ascending order of their characters.
 */
export function listFiles(root: string, under: string, accept: (path: string) => boolean): string[] {
  const files: string[] = [];
  if (existsSync(join(root, under))) visit(under);
  return files.toSorted();

  function visit(folder: string): void {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!skippedFolders.has(entry.name) && !entry.name.startsWith('.')) visit(path);
      } else if (accept(path)) {
        files.push(path);
      }
    }
  }
}

/** Reads a text file of the tree. */
export function readText(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/**
 * Reads every package of the workspace: each folder below `packages`, `apps`, `tooling` and `examples` with a manifest.
 *
 * @returns Packages in ascending order of their folders.
 * @throws ZodError when a manifest has a member of the wrong type.
 */
export function readWorkspace(root: string): WorkspacePackage[] {
  return workspaceFolders
    .flatMap((folder) => listFiles(root, folder, (path) => path.endsWith('/package.json')))
    .map((path) => ({ folder: path.slice(0, -'/package.json'.length), manifest: manifestSchema.parse(JSON.parse(readText(root, path))) }));
}

/** Whether a path names TypeScript or JavaScript that people wrote. */
export function isCode(path: string): boolean {
  return /\.(?:[cm]?[jt]s|tsx|jsx)$/u.test(path);
}

/** Whether a path names a test, a benchmark, or a helper in a `test` folder: code that no user of the package gets. */
export function isTestCode(path: string): boolean {
  return /\.(?:test|test-d|bench)\.(?:[\w-]+\.)?[cm]?tsx?$/u.test(path) || /(?:^|\/)test\//u.test(path) || /(?:^|\/)vitest\.config\.ts$/u.test(path);
}
