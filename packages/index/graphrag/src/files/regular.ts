import { stat } from 'node:fs/promises';
import { GraphwrightError } from '@graphwright/contract';
import { systemCode, unreadable } from './faults.ts';

/**
 * The size in bytes of what is to be read as a file; undefined where there is nothing. A pipe or a device is refused, since opening one may wait
 * for ever; a folder is left to whoever opens it.
 *
 * @throws GraphwrightError `file-unreadable`.
 */
export async function sizeOfFile(path: string): Promise<number | undefined> {
  try {
    const status = await stat(path);
    if (status.isFile() || status.isDirectory()) return status.size;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return undefined;
    throw unreadable(path, error);
  }
  throw new GraphwrightError({
    code: 'file-unreadable',
    message: 'A part of the index is no regular file.',
    expected: 'a file',
    found: 'a pipe, a socket or a device',
    where: { file: path },
    next: 'Put the file itself in its place.',
  });
}
