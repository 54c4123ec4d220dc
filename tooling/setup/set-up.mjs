import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundled, fingerprints } from './fingerprints.mjs';
import { removeLeftovers } from './leftovers.mjs';
import { ensurePnpm, wantedPnpm } from './pnpm.mjs';
import { runStep, StepFailure } from './progress.mjs';

/** Absolute path of the repository. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const stampFile = join(root, '.setup', 'stamp.json');

/**
 * Brings the clone to the point where everything can run: the right pnpm, `node_modules` from the lockfile, every package built.
 * What is already in place is left alone; when all of it is, only sizes and times of the sources are read.
 *
 * @param {{ build?: 'required' | 'attempted' }} [options] `attempted`: sources that do not compile are no failure of the set-up
 *   (the checks will name them). Default `required`.
 * @returns {Promise<{ env: NodeJS.ProcessEnv }>} The environment in which the clone's pnpm is first on the path.
 * @throws {StepFailure} when a step fails; its message holds the step's own output.
 */
export async function setUp({ build = 'required' } = {}) {
  const pnpm = wantedPnpm(root);
  const now = fingerprints(root, pnpm.version);
  const stamp = readStamp();

  const installed = stamp.install === now.install && existsSync(join(root, 'node_modules', '.modules.yaml'));
  const built = installed && stamp.build === now.build &&
    now.projects.every((folder) => existsSync(join(root, folder, 'dist', '.tsbuildinfo'))) &&
    bundled(now.projects).every((folder) => existsSync(join(root, folder, 'dist', 'bundle.js')));
  if (built) return { env: pnpm.env };

  await ensurePnpm(pnpm);
  if (!installed) {
    await runStep({
      title: 'Installing from the lockfile',
      file: process.execPath,
      args: [pnpm.script, 'install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only', '--config.confirmModulesPurge=false'],
      cwd: root,
      env: pnpm.env,
    });
    writeStamp({ install: now.install });
  }
  removeLeftovers(root, now.projects);
  try {
    await runStep({
      title: 'Building',
      file: process.execPath,
      args: [join(root, 'node_modules', 'turbo', 'bin', 'turbo'), 'run', 'compile', 'build', '--output-logs=errors-only', '--log-order=stream'],
      cwd: root,
      env: pnpm.env,
    });
    writeStamp({ install: now.install, build: now.build });
  } catch (error) {
    if (build === 'required' || !(error instanceof StepFailure)) throw error;
  }
  return { env: pnpm.env };
}

/** @returns {{ install?: string, build?: string }} */
function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    // Absent on the first run, cut when a run was interrupted: either way everything is looked at again.
    return {};
  }
}

/** @param {{ install?: string, build?: string }} stamp */
function writeStamp(stamp) {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, `${JSON.stringify(stamp)}\n`);
}
