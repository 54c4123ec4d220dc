import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compareStrings, type VectorLocation, type Warning } from '@graphwright/contract';
import { systemCode, unreadable } from '../files/faults.ts';
import type { ProjectSettings, VectorSetting } from '../layout/settings.ts';
import { warning } from '../layout/warnings.ts';
import { dashedSpace, SPACES, tableOfSpace } from './spaces.ts';

const FORMAT = 'lancedb';
const TABLE = /^(.+)\.lance$/u;
/** 0.1–0.3 had one table. */
const EARLIEST = 'entity_description_embeddings';
const DEFAULT_CONTAINER = 'default';

/**
 * Finds the tables of LanceDB that belong to an index, by name alone; nothing is opened. The databases: those that the settings
 * name, then `lancedb` in the folder of the tables and beside it. Of several tables of one space the one in the version's own
 * style wins, then the container of the settings, then `default`.
 *
 * @param newest Whether the tables are those of 3.x, which writes `entity_description` for `default-entity-description`.
 */
export async function lanceLocations(
  folder: string,
  settings: ProjectSettings | undefined,
  newest: boolean,
): Promise<{ locations: VectorLocation[]; warnings: Warning[] }> {
  const warnings: Warning[] = [];
  const elsewhere = settings?.vectors.filter((store) => store.type !== FORMAT) ?? [];
  if (elsewhere.length > 0) {
    const examples = elsewhere.map((store) => `${store.type}: ${store.path}`);
    warnings.push(warning('vectors-elsewhere', 'The settings keep vectors in a store that is no folder; they are not found here.', examples));
  }
  const named = settings?.vectors.filter((store) => store.type === FORMAT) ?? [];
  const usual = [join(folder, FORMAT), join(dirname(folder), FORMAT)].map((path): VectorSetting => ({ type: FORMAT, path, container: undefined, names: new Map() }));
  for (const store of [...named, ...usual]) {
    const locations = await locationsIn(store, newest, warnings);
    if (locations.length > 0) return { locations, warnings };
  }
  return { locations: [], warnings };
}

interface Found extends VectorLocation {
  readonly preference: number;
}

async function locationsIn(store: VectorSetting, newest: boolean, warnings: Warning[]): Promise<VectorLocation[]> {
  const entries = await readdir(store.path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return [];
    throw unreadable(store.path, error);
  });
  const best = new Map<string, Found>();
  const aside: string[] = [];
  const unknown: string[] = [];
  for (const entry of entries.toSorted(compareStrings)) {
    const name = TABLE.exec(entry)?.[1];
    if (name === undefined) continue;
    const found = recognise(name, store, newest);
    if (found === undefined) {
      unknown.push(name);
      continue;
    }
    const known = best.get(found.space);
    if (known !== undefined) aside.push(found.preference < known.preference ? known.name : name);
    if (known === undefined || found.preference < known.preference) best.set(found.space, found);
  }
  if (aside.length > 0) warnings.push(warning('vector-tables-several', 'Several tables hold the vectors of one space; these are not used.', aside));
  if (unknown.length > 0) warnings.push(warning('vectors-unknown', 'Tables of vectors are not GraphRAG\'s: their names are unknown.', unknown));
  return [...best.values()].map(({ space, table, format, path, name }) => ({ space, table, format, path, name }));
}

/** The space of a table and how much it is preferred, 0 most; undefined for a table that is none of GraphRAG's. */
function recognise(name: string, store: VectorSetting, newest: boolean): Found | undefined {
  const at = (space: string, preference: number): Found | undefined => {
    const table = tableOfSpace(space);
    return table === undefined ? undefined : { space, table, format: FORMAT, path: store.path, name, preference };
  };
  for (const [space, configured] of store.names) {
    if (name === configured || (store.container !== undefined && name === `${store.container}-${configured}`)) return at(space, 0);
  }
  if (SPACES.includes(name)) return at(name, newest ? 1 : 4);
  if (name === EARLIEST) return at('entity_description', 5);
  for (const space of SPACES) {
    const ending = `-${dashedSpace(space)}`;
    if (!name.endsWith(ending)) continue;
    const container = name.slice(0, -ending.length);
    return at(space, container === store.container ? 1.5 : container === DEFAULT_CONTAINER ? 2 : 3);
  }
  return undefined;
}
