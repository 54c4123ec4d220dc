import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { messageOf, type Warning } from '@graphwright/contract';
import { z } from 'zod';
import { systemCode, unreadable } from '../files/faults.ts';
import { sizeOfFile } from '../files/regular.ts';
import { expandVariables, projectVariables } from './variables.ts';
import { warning } from './warnings.ts';

/** The names of a settings file, in the order in which GraphRAG looks for them. */
const FILES = ['settings.yaml', 'settings.yml', 'settings.json'];
/** GraphRAG's own output folder where nothing is said. */
const DEFAULT_OUTPUT = 'output';
/** GraphRAG's own vector database where nothing is said, below the output folder. */
const DEFAULT_STORE = 'lancedb';

/** Bytes of a settings file that are read: far more than any has, and little enough to parse within seconds whatever it holds. */
const MOST_BYTES = 1_000_000;

/** Where the settings put an index. */
export interface OutputSetting {
  /** The name among several (`outputs.<name>`); undefined for the only one. */
  readonly name: string | undefined;
  /** The kind of storage, `file` for a folder. */
  readonly type: string;
  /** Absolute; may still hold `${timestamp}`. */
  readonly folder: string;
}

/** Where the settings put the vectors. */
export interface VectorSetting {
  readonly type: string;
  /** Absolute path of the database. */
  readonly path: string;
  /** The prefix of table names (0.4 to 2.x). */
  readonly container: string | undefined;
  /** Names of tables that are not the standard ones, by space. */
  readonly names: ReadonlyMap<string, string>;
}

/** What a project's settings say about where its index lies. */
export interface ProjectSettings {
  readonly file: string;
  readonly outputs: readonly OutputSetting[];
  readonly vectors: readonly VectorSetting[];
  readonly tableFormat: 'parquet' | 'csv' | undefined;
  /** The name of the embedding model. */
  readonly embeddingModel: string | undefined;
  readonly warnings: readonly Warning[];
}

const text = z.string().optional().catch(undefined);
const storage = z.object({ type: text, base_dir: text }).optional().catch(undefined);
const schemaNames = z.record(z.string(), z.object({ index_name: text }).catch({})).optional().catch(undefined);
const vectorStore = z.object({
  type: text, db_uri: text, container_name: text, index_schema: schemaNames, embeddings_schema: schemaNames,
});
const models = z.record(z.string(), z.object({ model: text }).catch({ model: undefined })).optional().catch(undefined);
const settingsSchema = z.object({
  // 3.x, 2.x, and before; several indexes were possible in 2.x.
  output_storage: storage,
  output: storage,
  outputs: z.record(z.string(), storage).optional().catch(undefined),
  storage,
  table_provider: z.object({ type: text }).optional().catch(undefined),
  vector_store: z.record(z.string(), z.unknown()).optional().catch(undefined),
  embeddings: z.object({ vector_store: vectorStore.optional().catch(undefined), llm: z.object({ model: text }).optional().catch(undefined) }).optional().catch(undefined),
  // The model that embeds: named among several in 3.x and in 1.x to 2.x, under `embeddings.llm` before.
  embed_text: z.object({ embedding_model_id: text, model_id: text }).optional().catch(undefined),
  embedding_models: models,
  models,
});
type Settings = z.output<typeof settingsSchema>;
type Store = z.output<typeof vectorStore>;

/** The settings file among the names in a folder, or undefined when there is none. */
export function findSettings(folder: string, names: ReadonlySet<string>): string | undefined {
  const name = FILES.find((candidate) => names.has(candidate));
  return name === undefined ? undefined : join(folder, name);
}

/** Whether a path is that of a settings file by its name. */
export function isSettingsFile(path: string): boolean {
  return /\.(?:ya?ml|json)$/iu.test(path);
}

/**
 * Reads of a settings file what says where the index and its vectors lie, under the keys of all versions. Everything else is
 * left alone, and a file that cannot be parsed, or has more than 1,000,000 bytes, is a warning: the index may still be where GraphRAG puts it.
 *
 * @throws GraphwrightError `file-unreadable`.
 */
export async function readSettings(
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ProjectSettings> {
  const root = dirname(file);
  const warnings: Warning[] = [];
  const settings = await parseSettings(file, warnings);
  const variable = await projectVariables(root, environment);
  const unset = new Set<string>();
  const place = (path: string): string => {
    const expanded = expandVariables(path, (name) => (name === 'timestamp' ? undefined : variable(name)));
    for (const name of expanded.unset) if (name !== 'timestamp') unset.add(name);
    return resolve(root, expanded.text);
  };
  const outputs = outputsOf(settings).map(({ name, value }) => ({
    name,
    type: value?.type ?? 'file',
    folder: place(value?.base_dir ?? DEFAULT_OUTPUT),
  }));
  const vectors = storesOf(settings).map((store) => ({
    type: store.type ?? 'lancedb',
    path: place(store.db_uri ?? join(DEFAULT_OUTPUT, DEFAULT_STORE)),
    container: store.container_name,
    names: namesOf(store),
  }));
  if (unset.size > 0) warnings.push(warning('settings-variable-unset', 'The settings name variables that are not set.', [...unset]));
  const outside = [...outputs.map((output) => output.folder), ...vectors.map((store) => store.path)].filter((path) => leaves(root, path));
  if (outside.length > 0) {
    warnings.push(warning('output-outside-project', 'The settings put a part of the index outside the project folder.', outside));
  }
  const format = settings.table_provider?.type;
  return { file, outputs, vectors, tableFormat: format === 'csv' || format === 'parquet' ? format : undefined, embeddingModel: embeddingModelOf(settings), warnings };
}

/** GraphRAG's own name for the model that embeds, where the settings do not choose one. */
const DEFAULT_MODEL = 'default_embedding_model';

function embeddingModelOf({ embed_text: chosen, embedding_models: newest, models: older, embeddings }: Settings): string | undefined {
  return newest?.[chosen?.embedding_model_id ?? DEFAULT_MODEL]?.model ?? older?.[chosen?.model_id ?? DEFAULT_MODEL]?.model ?? embeddings?.llm?.model;
}

async function parseSettings(file: string, warnings: Warning[]): Promise<Settings> {
  const size = (await sizeOfFile(file)) ?? 0;
  if (size > MOST_BYTES) {
    warnings.push(warning('settings-too-large', `The settings file has ${size} bytes and was not read (at most ${MOST_BYTES} are); the usual places are searched.`, [file]));
    return {};
  }
  let content: string;
  try {
    content = await readFile(file, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return {};
    throw unreadable(file, error);
  }
  try {
    // Loaded where there is a file to parse: an output folder has none, and loading costs more than reading an index of some size.
    const { parse } = await import('yaml');
    const value: unknown = parse(content, { uniqueKeys: false, logLevel: 'error' });
    return settingsSchema.safeParse(value ?? {}).data ?? {};
  } catch (error) {
    warnings.push(warning('settings-unreadable', 'The settings file cannot be read; the usual places are searched.', [`${file}: ${messageOf(error)}`]));
    return {};
  }
}

function outputsOf(settings: Settings): { name: string | undefined; value: { type?: string | undefined; base_dir?: string | undefined } | undefined }[] {
  const named = Object.entries(settings.outputs ?? {}).map(([name, value]) => ({ name, value }));
  if (named.length > 0) return named;
  return [{ name: undefined, value: settings.output_storage ?? settings.output ?? settings.storage }];
}

function storesOf(settings: Settings): Store[] {
  const store = settings.vector_store;
  if (store === undefined) return settings.embeddings?.vector_store === undefined ? [] : [settings.embeddings.vector_store];
  const flat = typeof store['type'] === 'string' || typeof store['db_uri'] === 'string' || 'index_schema' in store;
  const stores = flat ? [store] : Object.values(store);
  return stores.flatMap((value) => vectorStore.safeParse(value).data ?? []);
}

function namesOf(store: Store): Map<string, string> {
  const names = new Map<string, string>();
  for (const [space, { index_name: name }] of Object.entries({ ...store.embeddings_schema, ...store.index_schema })) {
    if (name !== undefined) names.set(space.replaceAll('.', '_'), name);
  }
  return names;
}

function leaves(root: string, path: string): boolean {
  const way = relative(root, path);
  return way.startsWith('..') || isAbsolute(way);
}
