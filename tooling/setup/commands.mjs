import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensurePnpm, wantedPnpm } from './pnpm.mjs';
import { StepFailure } from './progress.mjs';
import { root, setUp } from './set-up.mjs';

/**
 * `npm run build`: everything that the other commands need, and nothing else.
 *
 * @returns {Promise<void>}
 */
export function build() {
  return report(async () => {
    await setUp();
  });
}

/**
 * `npm start`: sets up, then answers a question on the bundled sample index, or with the given arguments on another. The command
 * line runs inside this process, so its exit code is this one's.
 *
 * @returns {Promise<void>}
 */
export function start() {
  return report(async () => {
    await setUp();
    const program = join(root, 'apps', 'cli', 'bin', 'graphwright.mjs');
    // npm runs scripts at the root; paths among the arguments are meant from where the user stood.
    process.chdir(process.env.INIT_CWD ?? process.cwd());
    process.argv.splice(1, 1, program, 'demo');
    await import(pathToFileURL(program).href);
  });
}

/**
 * `npm run pnpm -- <arguments>`: the clone's own pnpm, for whoever changes dependencies.
 *
 * @returns {Promise<void>}
 */
export function pnpm() {
  return report(async () => {
    const wanted = wantedPnpm(root);
    await ensurePnpm(wanted);
    await inheriting([wanted.script, ...process.argv.slice(2)], wanted.env);
  });
}

/**
 * `npm test`: sets up, then runs every check and every test. Arguments choose single checks by name.
 *
 * @returns {Promise<void>}
 */
export function test() {
  return report(async () => {
    const { env } = await setUp({ build: 'attempted' });
    const program = join(root, 'tooling', 'guards', 'dist', 'main.js');
    await inheriting([program, ...process.argv.slice(2)], env);
  });
}

/**
 * `npm run bench`: sets up, then measures what a local context costs, beside GraphRAG where a Python that has it is named.
 *
 * @returns {Promise<void>}
 */
export function bench() {
  return report(async () => {
    const { env } = await setUp();
    const program = join(root, 'tooling', 'bench', 'dist', 'compare.js');
    // npm runs scripts at the root; paths among the arguments are meant from where the user stood.
    await inheriting([program, ...process.argv.slice(2)], env, process.env.INIT_CWD ?? process.cwd());
  });
}

/**
 * Runs Node on the user's own terminal; its exit code becomes ours.
 *
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [cwd] The root when left out.
 * @returns {Promise<void>}
 */
async function inheriting(args, env, cwd = root) {
  const child = spawn(process.execPath, args, { cwd, env, stdio: 'inherit' });
  // Ctrl-C reaches the child as well, and it is the child's to say how it ends.
  process.on('SIGINT', () => {});
  process.exitCode = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Prints a failed step of the set-up without a stack trace and ends with code 1.
 *
 * @param {() => Promise<void>} command
 * @returns {Promise<void>}
 */
async function report(command) {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
