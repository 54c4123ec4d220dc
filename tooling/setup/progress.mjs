import { spawn } from 'node:child_process';

/**
 * @typedef {object} Command
 * @property {string} title What the user reads while it runs.
 * @property {string} file Program to start.
 * @property {string[]} args
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} [env] The whole environment of the process; this process's own by default.
 * @property {boolean} [shell] Whether the program is a shell script, as `npm.cmd` is on Windows.
 */

/** A step of the set-up that failed: its message says which command, how it ended and what it printed. */
export class StepFailure extends Error {
  /** @override */
  name = 'StepFailure';
}

/**
 * Runs one step. On a terminal a line with the passing seconds stands on stderr while it runs; in a pipe nothing is printed.
 *
 * @param {Command} command
 * @returns {Promise<void>}
 * @throws {StepFailure} when the command cannot be started or ends with a code other than 0.
 */
export async function runStep(command) {
  const line = statusLine(command.title);
  /** @type {Buffer[]} */
  const output = [];
  const ending = await new Promise((resolve) => {
    const child = spawn(command.file, command.args, {
      cwd: command.cwd,
      env: command.env ?? process.env,
      shell: command.shell ?? false,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => resolve(`could not be started (${error.message})`));
    child.on('close', (code, signal) => resolve(code === 0 ? undefined : `ended with ${signal ?? `code ${code}`}`));
  });
  line.end(ending === undefined);
  if (ending === undefined) return;
  const printed = Buffer.concat(output).toString('utf8').trimEnd();
  throw new StepFailure(
    `${command.title}: failed.\n${printed === '' ? '' : `${printed}\n`}` +
    `The command that ${ending}: ${[command.file, ...command.args].join(' ')}\nIn the folder: ${command.cwd}`,
  );
}

/**
 * A line on stderr that counts seconds until it is ended; nothing at all where stderr is not a terminal.
 *
 * @param {string} title
 */
function statusLine(title) {
  if (!process.stderr.isTTY) return { end: () => {} };
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
  /** @param {string} text */
  const draw = (text) => process.stderr.write(`\r\u001B[2K${text}`);
  draw(`  … ${title}`);
  const timer = setInterval(() => draw(`  … ${title}  ${seconds()} s`), 200);
  return {
    /** @param {boolean} succeeded */
    end(succeeded) {
      clearInterval(timer);
      draw(`  ${succeeded ? '✓' : '✗'} ${title}  ${seconds()} s\n`);
    },
  };
}
