import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { GraphwrightError, isPlugin, messageOf, type Plugin } from '@graphwright/contract';

/**
 * The plugins that some modules export, in order, each once. A module is a path (absolute, or from the working folder) or the name
 * of a package as the working folder would import it.
 *
 * @throws GraphwrightError `usage-invalid` when a module cannot be loaded or exports no plugin.
 */
export async function loadPlugins(modules: readonly string[], workingFolder: string): Promise<Plugin[]> {
  const plugins = new Set<Plugin>();
  for (const module of modules) {
    const exported = await exportsOf(module, workingFolder);
    const found = exported.flatMap(membersOf).filter((value): value is Plugin => isPlugin(value));
    if (found.length === 0) {
      throw new GraphwrightError({
        code: 'usage-invalid',
        message: `"${module}" exports no plugin.`,
        expected: 'an export made by definePlugin',
        where: { file: module },
        next: 'Check that the module is the entry of the package, and that the plugin is among its exports.',
      });
    }
    for (const plugin of found) plugins.add(plugin);
  }
  return [...plugins];
}

async function exportsOf(module: string, workingFolder: string): Promise<unknown[]> {
  try {
    const namespace: unknown = await import(addressOf(module, workingFolder));
    return typeof namespace === 'object' && namespace !== null ? valuesOf(namespace) : [];
  } catch (error) {
    throw new GraphwrightError({
      code: 'usage-invalid',
      message: `The plugin module "${module}" cannot be loaded.`,
      found: messageOf(error),
      where: { file: module },
      next: 'Give the path of a JavaScript module, or the name of a package that is installed in the working folder.',
      cause: error,
    });
  }
}

function valuesOf(namespace: object): unknown[] {
  return Object.values(namespace);
}

/** A module may export plugins one by one, or as a list. */
function membersOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

function addressOf(module: string, workingFolder: string): string {
  if (/^(?:file|data|node):/u.test(module)) return module;
  const path = resolve(workingFolder, module);
  if (isAbsolute(module) || module.startsWith('.') || isFile(path)) return pathToFileURL(isFile(path) ? path : entryOf(path)).href;
  return pathToFileURL(packageEntry(module, workingFolder)).href;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** The entry of a folder that is a package, by its manifest. */
function entryOf(folder: string): string {
  return createRequire(join(folder, 'package.json')).resolve(folder);
}

/**
 * The entry of an installed package. `require.resolve` knows only what CommonJS may enter; a package for `import` alone is asked by
 * its manifest for the entry that `import` would take.
 */
function packageEntry(name: string, workingFolder: string): string {
  const from = createRequire(join(workingFolder, 'package.json'));
  try {
    return from.resolve(name);
  } catch (error) {
    for (const folder of from.resolve.paths(name) ?? []) {
      const manifest = join(folder, name, 'package.json');
      if (existsSync(manifest)) return importEntry(join(folder, name), from(manifest));
    }
    throw error;
  }
}

function importEntry(folder: string, manifest: unknown): string {
  const entry = typeof manifest === 'object' && manifest !== null && 'exports' in manifest ? conditionOf(manifest.exports) : undefined;
  if (entry === undefined) throw new Error(`${folder} has no entry for import.`);
  return join(folder, entry);
}

/** Node's own conditions for `import`, in the order of the manifest. */
function conditionOf(exported: unknown): string | undefined {
  if (typeof exported === 'string') return exported;
  if (typeof exported !== 'object' || exported === null) return undefined;
  for (const [key, value] of Object.entries(exported)) {
    if (key !== '.' && !['node', 'import', 'module-sync', 'default'].includes(key)) continue;
    const entry = conditionOf(value);
    if (entry !== undefined) return entry;
  }
  return undefined;
}
