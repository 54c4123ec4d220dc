import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { bundled, projectsOf } from './fingerprints.mjs';

// The second half of `npm run compile`: every package below `packages` becomes one file, `dist/bundle.js`, which is what its users
// load. Node takes about a millisecond for each file that it loads, and the packages have some hundred.

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
await Promise.all(bundled(projectsOf(root)).map((folder) => bundle(join(root, folder))));

/**
 * Writes the bundle of one package, unless it lies there already. What the manifest names is imported as before; anything else
 * that is no file of the package is an error.
 *
 * @param {string} folder Absolute path of the package.
 * @returns {Promise<void>}
 */
async function bundle(folder) {
  /** @type {{ dependencies?: object, peerDependencies?: object, optionalDependencies?: object }} */
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const named = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies });
  const made = await rolldown({
    input: join(folder, 'src', 'index.ts'),
    external: (id) => isBuiltin(id) || named.some((name) => id === name || id.startsWith(`${name}/`)),
    platform: 'node',
    transform: { target: 'es2023' },
    onLog(level, log) {
      throw new Error(`${folder}: ${level}: ${log.message}`);
    },
  });
  const { output } = await made.generate({ format: 'esm', codeSplitting: false });
  await made.close();
  const [{ code }] = output;
  const path = join(folder, 'dist', 'bundle.js');
  if (existsSync(path) && readFileSync(path, 'utf8') === code) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, code);
}
