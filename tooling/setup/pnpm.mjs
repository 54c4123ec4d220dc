import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { runStep, StepFailure } from './progress.mjs';

/**
 * The pnpm that the root manifest names, installed by npm into a folder of its own that git ignores: whatever pnpm the machine
 * has or lacks plays no part.
 *
 * @typedef {object} Pnpm
 * @property {string} version
 * @property {string} script Absolute path of the JavaScript file that Node runs.
 * @property {NodeJS.ProcessEnv} env This process's environment, with that pnpm first on the path.
 */

/**
 * Says which pnpm is wanted and where it will lie, without touching the disk.
 *
 * @param {string} root Absolute path of the repository.
 * @returns {Pnpm & { folder: string, sha512: string }}
 */
export function wantedPnpm(root) {
  /** @type {{ packageManager: string }} */
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const match = /^pnpm@(\d+\.\d+\.\d+)\+sha512\.([0-9a-f]{128})$/u.exec(manifest.packageManager);
  if (match === null) throw new StepFailure(`package.json: "packageManager" must read pnpm@<version>+sha512.<hash>, found "${manifest.packageManager}".`);
  const [, version = '', sha512 = ''] = match;
  const folder = join(root, '.setup', 'pnpm');
  const modules = join(folder, 'node_modules');
  const path = [join(modules, '.bin'), process.env.PATH ?? ''].join(delimiter);
  return { version, sha512, folder, script: join(modules, 'pnpm', 'bin', 'pnpm.cjs'), env: environment(path) };
}

/**
 * Puts the wanted pnpm into its folder unless it is there already, and checks what npm fetched against the hash in the manifest.
 *
 * @param {ReturnType<typeof wantedPnpm>} wanted
 * @returns {Promise<void>}
 */
export async function ensurePnpm(wanted) {
  if (installedVersion(wanted) === wanted.version) return;
  rmSync(wanted.folder, { recursive: true, force: true });
  mkdirSync(wanted.folder, { recursive: true });
  writeFileSync(join(wanted.folder, 'package.json'), `${JSON.stringify({ private: true, dependencies: { pnpm: wanted.version } })}\n`);
  const npm = npmCommand();
  await runStep({
    title: `Fetching pnpm ${wanted.version}`,
    file: npm.file,
    args: [...npm.args, 'install', '--prefix', wanted.folder, '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'],
    cwd: wanted.folder,
    shell: npm.shell,
  });
  const fetched = lockedHash(wanted.folder);
  if (fetched !== wanted.sha512) {
    rmSync(wanted.folder, { recursive: true, force: true });
    throw new StepFailure(
      `pnpm ${wanted.version} does not have the hash that package.json states, so it was deleted again.\n` +
      `Expected sha512 ${wanted.sha512}\nFound    sha512 ${fetched}`,
    );
  }
}

/**
 * The version that lies in the folder and passed the check of its hash.
 *
 * @param {ReturnType<typeof wantedPnpm>} wanted
 * @returns {string | undefined}
 */
function installedVersion(wanted) {
  if (!existsSync(wanted.script) || lockedHash(wanted.folder) !== wanted.sha512) return undefined;
  return JSON.parse(readFileSync(join(dirname(dirname(wanted.script)), 'package.json'), 'utf8')).version;
}

/**
 * The hash that npm checked the download against, as npm's own lockfile keeps it.
 *
 * @param {string} folder
 * @returns {string | undefined} Lower-case hexadecimal.
 */
function lockedHash(folder) {
  const lockfile = join(folder, 'package-lock.json');
  if (!existsSync(lockfile)) return undefined;
  /** @type {{ packages?: Record<string, { integrity?: string }> }} */
  const lock = JSON.parse(readFileSync(lockfile, 'utf8'));
  const integrity = lock.packages?.['node_modules/pnpm']?.integrity;
  return integrity?.startsWith('sha512-') === true ? Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') : undefined;
}

/** How npm is started: by the script that runs us, by the one beside Node, else by its name. */
function npmCommand() {
  const nodeFolder = dirname(process.execPath);
  const candidates = [
    process.env.npm_execpath,
    join(nodeFolder, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(nodeFolder, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const script = candidates.find((path) => path !== undefined && /npm-cli\.c?js$/u.test(path) && existsSync(path));
  if (script !== undefined) return { file: process.execPath, args: [script], shell: false };
  return { file: 'npm', args: [], shell: process.platform === 'win32' };
}

/**
 * The environment for pnpm and what it starts. npm hands its own log level on to its scripts; pnpm would take it for its own
 * and hide what went wrong.
 *
 * @param {string} path
 * @returns {NodeJS.ProcessEnv}
 */
function environment(path) {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
  for (const name of Object.keys(env)) if (/^(?:path|npm_config_loglevel)$/iu.test(name)) delete env[name];
  return { ...env, PATH: path };
}
