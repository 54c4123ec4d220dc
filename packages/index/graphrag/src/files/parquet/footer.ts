import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { isGraphwrightError } from '@graphwright/contract';
import type { FileMetaData } from 'hyparquet';
// The whole library is several times as much to load.
import { parquetMetadata } from 'hyparquet/src/metadata.js';
import { changedFile, corruptFile, systemCode, unreadable } from '../faults.ts';
import { sizeOfFile } from '../regular.ts';

const MAGIC = 'PAR1';
/** Length of the metadata and magic bytes, at the end of every parquet file. */
const TAIL = 8;
const EXPECTED = 'a whole parquet file';

/** A stretch of a file: `start` ≤ byte < `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

interface State {
  readonly size: number;
  readonly modified: bigint;
}

/**
 * A parquet file whose footer has been read. Columns are read later, and each time it is made sure that the file is still the
 * one that was opened: same size, and same time of change or else the same footer.
 */
export class ParquetFile {
  readonly path: string;
  readonly metadata: FileMetaData;
  readonly size: number;
  /** SHA-256 of size and footer, in hexadecimal: the same content gives the same on any machine. */
  readonly fingerprint: string;
  #modified: bigint;

  private constructor(path: string, state: State, metadata: FileMetaData, fingerprint: string) {
    this.path = path;
    this.size = state.size;
    this.#modified = state.modified;
    this.metadata = metadata;
    this.fingerprint = fingerprint;
  }

  /**
   * Opens a parquet file and reads its footer.
   *
   * @throws GraphwrightError `file-corrupt` (empty, cut, not parquet), `file-unreadable`.
   */
  static async open(path: string): Promise<ParquetFile> {
    await sizeOfFile(path);
    return withFile(path, unreadable, async (handle) => {
      const state = await stateOf(handle);
      const footer = await readFooter(handle, path, state.size);
      return new ParquetFile(path, state, parseFooter(path, footer), fingerprintOf(state.size, footer));
    });
  }

  /**
   * Reads stretches of the file, in the order given.
   *
   * @throws GraphwrightError `folder-changed`, `file-unreadable`, `file-corrupt` for a stretch beyond the end of the file.
   */
  async read(ranges: readonly ByteRange[]): Promise<Buffer[]> {
    const gone = (path: string): Error => changedFile(path, 'no such file');
    return withFile(this.path, gone, async (handle) => {
      await this.#verify(handle);
      const parts: Buffer[] = [];
      for (const { start, end } of ranges) parts.push(await readBytes(handle, this.path, start, end));
      await this.#verify(handle);
      return parts;
    });
  }

  async #verify(handle: FileHandle): Promise<void> {
    const now = await stateOf(handle);
    if (now.size !== this.size) throw changedFile(this.path, `${now.size} bytes instead of ${this.size}`);
    if (now.modified === this.#modified) return;
    // A file that was touched, or copied over itself, is still the same index.
    const footer = await readFooter(handle, this.path, now.size);
    if (fingerprintOf(now.size, footer) !== this.fingerprint) throw changedFile(this.path, 'other contents of the same size');
    this.#modified = now.modified;
  }
}

async function withFile<R>(
  path: string,
  missing: (path: string, cause: unknown) => Error,
  use: (handle: FileHandle) => Promise<R>,
): Promise<R> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, 'r');
    return await use(handle);
  } catch (error) {
    if (isGraphwrightError(error)) throw error;
    throw ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(systemCode(error) ?? '') ? missing(path, error) : unreadable(path, error);
  } finally {
    await handle?.close();
  }
}

async function stateOf(handle: FileHandle): Promise<State> {
  const { size, mtimeNs } = await handle.stat({ bigint: true });
  return { size: Number(size), modified: mtimeNs };
}

/** The end of the file from the first byte of its metadata on. */
async function readFooter(handle: FileHandle, path: string, size: number): Promise<Buffer> {
  if (size === 0) throw corruptFile(path, EXPECTED, 'an empty file');
  if (size < TAIL + MAGIC.length) throw corruptFile(path, EXPECTED, `${size} bytes`);
  const head = await readBytes(handle, path, 0, MAGIC.length);
  if (head.toString('latin1') !== MAGIC) throw corruptFile(path, EXPECTED, 'a file that does not begin as parquet does');
  const tail = await readBytes(handle, path, size - TAIL, size);
  if (tail.toString('latin1', 4) !== MAGIC) {
    throw corruptFile(path, EXPECTED, 'a file that does not end as parquet does: it was cut');
  }
  const length = tail.readUInt32LE(0);
  if (length > size - TAIL - MAGIC.length) throw corruptFile(path, EXPECTED, 'a footer longer than the file');
  return readBytes(handle, path, size - TAIL - length, size);
}

async function readBytes(handle: FileHandle, path: string, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(Math.max(0, end - start));
  let read = 0;
  while (read < bytes.length) {
    const { bytesRead } = await handle.read(bytes, read, bytes.length - read, start + read);
    if (bytesRead === 0) throw corruptFile(path, EXPECTED, `the end of the file at byte ${start + read}, amid data`);
    read += bytesRead;
  }
  return bytes;
}

function parseFooter(path: string, footer: Buffer): FileMetaData {
  try {
    return parquetMetadata(footer, { geoparquet: false });
  } catch (error) {
    throw corruptFile(path, EXPECTED, 'a footer that makes no sense', error);
  }
}

function fingerprintOf(size: number, footer: Buffer): string {
  return createHash('sha256').update(`${size}\0`).update(footer).digest('hex');
}
