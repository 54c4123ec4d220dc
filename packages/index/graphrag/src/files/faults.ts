import { GraphwrightError, messageOf } from '@graphwright/contract';

/** The code of a system error (`ENOENT`, `EACCES` …), or undefined. */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The error for a file that is cut, empty, or not of its format. */
export function corruptFile(file: string, expected: string, found: string, cause?: unknown): GraphwrightError {
  return new GraphwrightError({
    code: 'file-corrupt',
    message: 'A file of the index cannot be read.',
    expected,
    found,
    where: { file },
    next: 'Copy the file again from its source, or index again.',
    ...(cause === undefined ? {} : { cause }),
  });
}

/** The error for a file or folder that the system refuses to open. */
export function unreadable(path: string, cause: unknown): GraphwrightError {
  return new GraphwrightError({
    code: 'file-unreadable',
    message: 'The system refuses to open a part of the index.',
    found: messageOf(cause),
    where: { file: path },
    next: 'Check that this user may read it.',
    cause,
  });
}

/** The error for a file that is no longer what it was when the index was opened. */
export function changedFile(file: string, found: string): GraphwrightError {
  return new GraphwrightError({
    code: 'folder-changed',
    message: 'The index changed on disk while it was open.',
    expected: 'the file as it was when the index was opened',
    found,
    where: { file },
    next: 'Open the index again.',
  });
}
