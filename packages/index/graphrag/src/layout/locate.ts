import { readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { GraphwrightError, type Warning } from '@graphwright/contract';
import { systemCode, unreadable } from '../files/faults.ts';
import { findSettings, isSettingsFile, readSettings, type OutputSetting, type ProjectSettings } from './settings.ts';
import { tableFilesIn, type TableFiles } from './table-files.ts';
import { warning } from './warnings.ts';

/** How GraphRAG names the folder of a run, up to 1.x. */
const TIMESTAMP = /^\d{8}-\d{6}$/u;
const TIMESTAMP_VARIABLE = '${timestamp}';
/** Where an update keeps the old and the new part: tables of the same names, but never the index. */
const UPDATE = 'update_output';

/** What to look for. */
export interface LocateRequest {
  readonly root: string;
  /** Which of several `outputs`. */
  readonly output?: string | undefined;
  readonly tableFormat?: 'parquet' | 'csv' | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Where an index lies. */
export interface Location {
  /** The folder of the tables, absolute. */
  readonly folder: string;
  readonly tables: TableFiles;
  /** The names in that folder. */
  readonly names: ReadonlySet<string>;
  readonly settings: ProjectSettings | undefined;
  readonly warnings: readonly Warning[];
}

/**
 * Finds the tables of an index from any path that a user may name: a project folder or its settings file, an output folder, a
 * folder of timestamped runs (the newest that holds tables is taken). The folders of `update_output` are never searched.
 *
 * @throws GraphwrightError `folder-missing`, `file-unreadable`, `index-missing` (listing where it looked), `index-ambiguous`.
 */
export async function locate(request: LocateRequest): Promise<Location> {
  const path = resolve(request.root);
  const status = await stat(path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return undefined;
    throw unreadable(path, error);
  });
  if (status === undefined) throw missingFolder(path);
  const root = status.isDirectory() ? path : dirname(path);
  if (!status.isDirectory() && !isSettingsFile(path)) throw missingIndex(path, [], undefined, 'a file');
  const search = new Search(request);
  const settingsFile = status.isDirectory() ? findSettings(root, await search.names(root)) : path;
  const settings = settingsFile === undefined ? undefined : await readSettings(settingsFile, request.environment);
  const found = (await search.bySettings(settings)) ?? (await search.around(root));
  if (found === undefined) throw missingIndex(path, search.looked, settings, undefined, await search.names(root));
  const warnings = [...(settings?.warnings ?? []), ...search.warnings, ...found.tables.warnings];
  if (found.folder.split(sep).includes(UPDATE)) {
    warnings.push(warning('update-output-folder', `This folder lies in ${UPDATE}: it is a part of an update, not the whole index.`, [found.folder]));
  }
  return { ...found, settings, warnings };
}

interface Place {
  readonly folder: string;
  readonly tables: TableFiles;
  readonly names: ReadonlySet<string>;
}

class Search {
  readonly looked: string[] = [];
  readonly warnings: Warning[] = [];
  readonly #request: LocateRequest;
  #format: 'parquet' | 'csv' = 'parquet';

  constructor(request: LocateRequest) {
    this.#request = request;
    this.#format = request.tableFormat ?? 'parquet';
  }

  /** The names in a folder; none when it is not there. */
  async names(folder: string): Promise<ReadonlySet<string>> {
    try {
      return new Set(await readdir(folder));
    } catch (error) {
      if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return new Set();
      throw unreadable(folder, error);
    }
  }

  async bySettings(settings: ProjectSettings | undefined): Promise<Place | undefined> {
    if (settings === undefined) return undefined;
    this.#format = this.#request.tableFormat ?? settings.tableFormat ?? 'parquet';
    const wanted = this.#request.output;
    const outputs = settings.outputs.filter((output) => wanted === undefined || output.name === wanted);
    if (outputs.length === 0) throw ambiguous(settings.file, settings.outputs, `no output is named "${wanted}"`);
    const found: { output: OutputSetting; place: Place }[] = [];
    for (const output of outputs) {
      const place = output.type === 'file' ? await this.#output(output.folder) : undefined;
      if (place !== undefined) found.push({ output, place });
    }
    if (found.length > 1) throw ambiguous(settings.file, found.map(({ output }) => output), `${found.length} indexes`);
    return found[0]?.place;
  }

  async around(root: string): Promise<Place | undefined> {
    return (await this.#at(root)) ?? (await this.#runs(root)) ?? (await this.#at(join(root, 'artifacts'))) ?? this.#output(join(root, 'output'));
  }

  /** An output folder: the tables themselves, or timestamped runs. */
  async #output(folder: string): Promise<Place | undefined> {
    const cut = folder.indexOf(TIMESTAMP_VARIABLE);
    if (cut < 0) return (await this.#at(folder)) ?? this.#runs(folder);
    const rest = folder.slice(cut + TIMESTAMP_VARIABLE.length).split(sep).filter((part) => part !== '');
    return this.#runs(resolve(folder.slice(0, cut)), rest);
  }

  /** The newest run that holds tables. Names sort as times do, so the clock of the disk plays no part. */
  async #runs(folder: string, rest: readonly string[] = ['artifacts']): Promise<Place | undefined> {
    const runs = [...(await this.names(folder))].filter((name) => TIMESTAMP.test(name)).toSorted().toReversed();
    for (const [i, run] of runs.entries()) {
      const place = await this.#at(join(folder, run, ...rest));
      if (place === undefined) continue;
      if (runs.length > 1) {
        const others = runs.filter((_, other) => other !== i);
        this.warnings.push(warning('several-runs', `Of ${runs.length} timestamped runs the newest with tables is read: ${run}.`, others));
      }
      return place;
    }
    return undefined;
  }

  async #at(folder: string): Promise<Place | undefined> {
    this.looked.push(folder);
    const names = await this.names(folder);
    const tables = tableFilesIn(folder, names, this.#format);
    return tables === undefined ? undefined : { folder, tables, names };
  }
}

function missingFolder(path: string): GraphwrightError {
  return new GraphwrightError({
    code: 'folder-missing',
    message: `There is no folder "${path}".`,
    expected: 'a GraphRAG project folder or its output folder',
    where: { file: path },
    next: 'Check the path.',
  });
}

function missingIndex(
  path: string,
  looked: readonly string[],
  settings: ProjectSettings | undefined,
  found: string | undefined,
  names: ReadonlySet<string> = new Set(),
): GraphwrightError {
  const remote = settings?.outputs.find((output) => output.type !== 'file');
  const facts = [
    found,
    looked.length > 0 ? `no tables in ${looked.join(', ')}` : undefined,
    remote === undefined ? undefined : `settings that keep the index in a storage of type ${remote.type}`,
    names.has(UPDATE) ? `an ${UPDATE} folder, which is no index` : undefined,
  ];
  return new GraphwrightError({
    code: 'index-missing',
    message: `"${path}" holds no GraphRAG index.`,
    expected: 'tables such as entities.parquet, entities.csv or create_final_entities.parquet',
    found: facts.filter((fact) => fact !== undefined).join('; '),
    where: { file: path },
    next: remote === undefined
      ? 'Name the project folder, or the folder of the tables; or run `graphrag index` first.'
      : 'Copy the tables to a folder and name that.',
  });
}

function ambiguous(file: string, outputs: readonly OutputSetting[], found: string): GraphwrightError {
  return new GraphwrightError({
    code: 'index-ambiguous',
    message: 'The settings do not name one index.',
    expected: `one of ${outputs.map((output) => `"${output.name ?? ''}" (${output.folder})`).join(', ')}`,
    found,
    where: { file, option: 'output' },
    next: 'Choose one by the option "output", or name its folder.',
  });
}
