import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { GraphwrightError, isGraphwrightError, messageOf, throwIfAborted, type VectorLocation } from '@graphwright/contract';
import type { RecordBatch } from 'apache-arrow';
import { abortable } from './abortable.ts';
import { loadDriver, type Driver, type ImportDriver } from './driver.ts';
import { layoutOf, type Layout } from './layout.ts';
import { lengthIn, readRows, type Rows } from './rows.ts';

type Connection = Awaited<ReturnType<Driver['connectNamespace']>>;
type Table = Awaited<ReturnType<Connection['openTable']>>;

/** Ids in one statement; more of them go in several. */
const IDS_PER_STATEMENT = 1000;

/** A table of LanceDB, open for reading in the version that it had when it was opened. */
export class LanceTable {
  readonly layout: Layout;
  /** Length of the vectors; 0 where the table is empty and does not say. */
  readonly dimensions: number;
  readonly rows: number;
  /** Changes whenever the table does; the same for a copy of the folder. */
  readonly fingerprint: string;
  readonly #folder: string;
  readonly #connection: Connection;
  readonly #table: Table;

  private constructor(about: { layout: Layout; dimensions: number; rows: number; fingerprint: string; folder: string }, connection: Connection, table: Table) {
    this.layout = about.layout;
    this.dimensions = about.dimensions;
    this.rows = about.rows;
    this.fingerprint = about.fingerprint;
    this.#folder = about.folder;
    this.#connection = connection;
    this.#table = table;
  }

  /**
   * Opens a table and changes nothing on disk.
   *
   * @throws GraphwrightError `space-missing` when there is no such table, `environment-unsupported` without LanceDB's client,
   * `column-missing`, `file-corrupt`, `aborted`.
   */
  static async open(location: VectorLocation, signal?: AbortSignal, importDriver?: ImportDriver): Promise<LanceTable> {
    throwIfAborted(signal);
    const root = resolve(location.path);
    const folder = join(root, `${location.name}.lance`);
    const status = await stat(folder).catch(() => undefined);
    if (status?.isDirectory() !== true) {
      throw new GraphwrightError({
        code: 'space-missing',
        message: `The database holds no table "${location.name}", in which the vectors of "${location.space}" should lie.`,
        where: { file: folder },
        next: 'Check the folder, or index again.',
      });
    }
    const driver = await loadDriver(importDriver);
    throwIfAborted(signal);
    const fingerprint = await fingerprintOf(folder);
    let connection: Connection | undefined;
    try {
      // LanceDB's plain `connect` writes a `__manifest` folder into the database; a directory namespace without manifest does not.
      connection = await abortable(driver.connectNamespace('dir', { root, manifestEnabled: false }), signal);
      const table = await abortable(connection.openTable(location.name), signal);
      const layout = layoutOf(await abortable(table.schema(), signal), folder);
      const rows = await abortable(table.countRows(), signal);
      const dimensions = layout.dimensions > 0 || rows === 0 ? layout.dimensions : await firstLength(table, layout, signal);
      return new LanceTable({ layout, dimensions, rows, fingerprint, folder }, connection, table);
    } catch (error) {
      connection?.close();
      throw await explain(error, folder, fingerprint);
    }
  }

  /** All rows that have an id and a vector, in stored order, in blocks. */
  scan(signal?: AbortSignal): AsyncIterable<Rows> {
    return this.#read(undefined, signal);
  }

  /** The rows with these ids, in stored order within each thousand of ids; unknown ids give none. */
  async *rowsOf(ids: readonly string[], signal?: AbortSignal): AsyncGenerator<Rows, void, undefined> {
    for (let start = 0; start < ids.length; start += IDS_PER_STATEMENT) {
      const list = ids.slice(start, start + IDS_PER_STATEMENT).map(quoted).join(', ');
      yield* this.#read(`${this.#name(this.layout.idColumn)} IN (${list})`, signal);
    }
  }

  /** How many rows have an id and a vector. */
  async countVectors(signal?: AbortSignal): Promise<number> {
    const { idColumn, vectorColumn } = this.layout;
    try {
      return await abortable(this.#table.countRows(`${this.#name(idColumn)} IS NOT NULL AND ${this.#name(vectorColumn)} IS NOT NULL`), signal);
    } catch (error) {
      throw await explain(error, this.#folder, this.fingerprint);
    }
  }

  /** Lets go of the files; a second call does nothing. */
  close(): void {
    this.#table.close();
    this.#connection.close();
  }

  async *#read(where: string | undefined, signal: AbortSignal | undefined): AsyncGenerator<Rows, void, undefined> {
    throwIfAborted(signal);
    const { idColumn, vectorColumn } = this.layout;
    let batches: AsyncIterator<RecordBatch> | undefined;
    try {
      const query = this.#table.query();
      if (where !== undefined) query.where(where);
      batches = query.select([idColumn, vectorColumn])[Symbol.asyncIterator]();
      for (;;) {
        const next = await abortable(batches.next(), signal);
        if (next.done === true) return;
        yield readRows(next.value, this.layout, this.dimensions);
      }
    } catch (error) {
      throw await explain(error, this.#folder, this.fingerprint);
    } finally {
      await batches?.return?.();
    }
  }

  #name(column: string): string {
    return `\`${column}\``;
  }
}

function quoted(id: string): string {
  return `'${id.replaceAll("'", "''")}'`;
}

async function firstLength(table: Table, layout: Layout, signal: AbortSignal | undefined): Promise<number> {
  const query = table.query().where(`\`${layout.vectorColumn}\` IS NOT NULL`).select([layout.vectorColumn]).limit(1);
  for (const batch of (await abortable(query.toArrow(), signal)).batches) {
    const length = lengthIn(batch, layout);
    if (length !== undefined) return length;
  }
  return 0;
}

/** Reads the newest manifest, which names every file of the table: a hash of it stands for all of them. */
async function fingerprintOf(folder: string): Promise<string> {
  const versions = join(folder, '_versions');
  const names = (await readdir(versions).catch(() => [])).filter((name) => name.endsWith('.manifest'));
  const newest = names.toSorted((a, b) => versionOf(b) - versionOf(a))[0];
  const content = newest === undefined ? '' : await readFile(join(versions, newest)).catch(() => '');
  return createHash('sha256').update(content).digest('hex');
}

/** Newer tables name a manifest by 2^64 − 1 − version in 20 digits, so that the newest is listed first. */
function versionOf(manifest: string): number {
  const digits = manifest.slice(0, -'.manifest'.length);
  if (!/^\d+$/u.test(digits)) return -1;
  return Number(digits.length === 20 ? 2n ** 64n - 1n - BigInt(digits) : BigInt(digits));
}

/** Puts an error of the driver into our words: a table that changed under us, or files that cannot be read. */
async function explain(error: unknown, folder: string, fingerprint: string): Promise<GraphwrightError> {
  if (isGraphwrightError(error)) return error;
  const changed = (await fingerprintOf(folder)) !== fingerprint;
  return new GraphwrightError({
    code: changed ? 'folder-changed' : 'file-corrupt',
    message: changed ? 'The vector table was changed while it was open.' : 'The vector table cannot be read.',
    found: (messageOf(error).split('\n')[0] ?? '').slice(0, 300),
    where: { file: folder },
    next: changed ? 'Open the index again.' : 'Restore the folder from a copy, or make the embeddings again.',
    cause: error,
  });
}
