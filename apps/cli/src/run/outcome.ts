import { constants } from 'node:fs';
import { access, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { GraphwrightError, messageOf, type Answer } from '@graphwright/contract';
import type { RunFlags } from '../arguments/flags.ts';
import { EXIT, type Surroundings } from '../surroundings.ts';
import { plainJson } from '../terminal/plain.ts';
import { withoutTimes } from './session.ts';

/** The exit code of an outcome. */
export function exitCodeOf({ status, failures }: Pick<Answer, 'status' | 'failures'>): number {
  switch (status) {
    case 'answered':
    case 'assembled':
      return EXIT.done;
    case 'partial':
    case 'no-relevant-data':
      return EXIT.partial;
    case 'failed':
      return failures.some(({ layer }) => layer === 'aborted') ? EXIT.stopped : EXIT.failed;
  }
}

/** Prints the whole outcome as JSON. */
export function printJson(answer: Answer, stable: boolean, { stdout }: Surroundings): void {
  stdout.write(`${plainJson(stable ? withoutTimes(answer) : answer)}\n`);
}

/**
 * Looks whether the ledger can be written where the flags want it, before anything is asked.
 *
 * @throws GraphwrightError `usage-invalid`.
 */
export async function checkLedger({ ledger }: RunFlags, { workingFolder }: Surroundings): Promise<void> {
  if (ledger === undefined) return;
  const file = resolve(workingFolder, ledger);
  try {
    const known = await stat(file).catch(() => undefined);
    if (known?.isDirectory() === true) throw new Error('a folder');
    if (known === undefined && !(await stat(dirname(file))).isDirectory()) throw new Error('no folder before the name');
    await access(known === undefined ? dirname(file) : file, constants.W_OK);
  } catch (error) {
    throw new GraphwrightError({
      code: 'usage-invalid',
      message: 'The ledger cannot be written there.',
      found: messageOf(error).replaceAll(dirname(file), dirname(ledger)),
      where: { file: ledger },
      next: 'Name a file in a folder that is there and may be written to.',
      cause: error,
    });
  }
}

/**
 * Writes the ledger where the flags want it.
 *
 * @throws GraphwrightError `file-unwritable`.
 */
export async function writeLedger({ ledger }: Answer, flags: RunFlags, { workingFolder }: Surroundings): Promise<void> {
  if (flags.ledger === undefined) return;
  const file = resolve(workingFolder, flags.ledger);
  try {
    await writeFile(file, `${JSON.stringify(ledger, undefined, 2)}\n`);
  } catch (error) {
    throw new GraphwrightError({ code: 'file-unwritable', message: 'The ledger cannot be written.', found: messageOf(error), where: { file: flags.ledger }, cause: error });
  }
}
