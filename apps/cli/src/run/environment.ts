import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { GraphwrightError, messageOf } from '@graphwright/contract';
import type { Surroundings } from '../surroundings.ts';

/** Variables by name. */
type Variables = Readonly<Record<string, string | undefined>>;

/** What there need not be a file of this name, or may be something else of it (a folder of Python's, say). */
const ABSENT: ReadonlySet<unknown> = new Set(['ENOENT', 'EISDIR', 'ENOTDIR']);

/**
 * The environment that models are given: the surroundings' own, with what the file `.env` of the working folder adds, and keys from
 * the file `.env` of the index. Nothing is overridden, and nothing is printed.
 *
 * Of an index only names that end in `_KEY` count: an index may be somebody else's, and an address in its file would have the user's
 * own key sent there.
 *
 * @throws GraphwrightError `file-unreadable`.
 */
export async function environmentOf({ env, workingFolder }: Pick<Surroundings, 'env' | 'workingFolder'>, indexFolder: string): Promise<Variables> {
  const own = await variablesIn(workingFolder);
  const ofIndex = Object.entries(await variablesIn(indexFolder)).filter(([name]) => name.endsWith('_KEY'));
  return { ...Object.fromEntries(ofIndex), ...own, ...Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)) };
}

async function variablesIn(folder: string): Promise<Variables> {
  const file = join(folder, '.env');
  try {
    return parseEnv(await readFile(file, 'utf8'));
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && ABSENT.has(error.code)) return {};
    throw new GraphwrightError({ code: 'file-unreadable', message: 'The file of environment variables cannot be read.', found: messageOf(error), where: { file }, cause: error });
  }
}
