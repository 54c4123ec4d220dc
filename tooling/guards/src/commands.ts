import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

/** How a program ended. */
export interface Ending {
  /** Its exit code; 1 when a signal ended it or it could not be started. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What to start, and where. */
export interface Command {
  /** A line for the shell, or a program with its arguments. */
  readonly command: string | readonly [program: string, ...args: string[]];
  readonly cwd: string;
  /** Whose `node_modules/.bin` comes first on the path; `cwd` unless given. */
  readonly root?: string;
  /** `inherit`: what it prints goes straight through and is not collected. Default `collect`. */
  readonly output?: 'collect' | 'inherit';
}

/**
 * Runs a program to its end without a stdin; never rejects.
 *
 * A command given as one text runs in the system's shell.
 */
export function runProgram({ command, cwd, root = cwd, output = 'collect' }: Command): Promise<Ending> {
  const [program, args, shell] = typeof command === 'string' ? [command, [], true] : [command[0], command.slice(1), false];
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      shell,
      env: withBinaries(root),
      stdio: ['ignore', output === 'inherit' ? 'inherit' : 'pipe', output === 'inherit' ? 'inherit' : 'pipe'],
    });
    const stdout: string[] = [];
    const stderr: string[] = [];
    child.stdout?.setEncoding('utf8').on('data', (text: string) => stdout.push(text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => stderr.push(text));
    child.on('error', (error) => resolve({ code: 1, stdout: '', stderr: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, stdout: stdout.join(''), stderr: stderr.join('') }));
  });
}

/** What a program printed, both streams one after the other. */
export function printed(ending: Ending): string {
  return [ending.stdout.trimEnd(), ending.stderr.trimEnd()].filter((text) => text !== '').join('\n');
}

/**
 * Runs a task for each item, two at a time: as many as the smallest machine that the checks are for has processors.
 *
 * @returns Results in the order of the items.
 */
export async function eachInPairs<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) results[index] = await task(item);
    }
  };
  await Promise.all([worker(), worker()]);
  return results;
}

function withBinaries(root: string): NodeJS.ProcessEnv {
  const env = { ...process.env, NO_COLOR: process.stdout.isTTY ? process.env.NO_COLOR : '1' };
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...env, [name]: [join(root, 'node_modules', '.bin'), process.env[name] ?? ''].join(delimiter) };
}
