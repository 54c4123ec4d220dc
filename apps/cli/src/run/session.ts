import { resolve } from 'node:path';
import { GraphwrightError, kinds, normaliseName, type Answer, type OpenedIndex, type Plugin } from '@graphwright/contract';
import { createEngine, folderArtifacts, givenVector, openIndex, stableAnswer, type Engine, type RunRequest } from 'graphwright';
import { readHistory, readVector } from '../arguments/files.ts';
import type { RunFlags } from '../arguments/flags.ts';
import { jsonOrText, optionValues, withDefaultPlugins } from '../arguments/option-values.ts';
import { isRecord } from '../arguments/records.ts';
import { loadPlugins } from '../arguments/plugins.ts';
import { usageError } from '../arguments/usage.ts';
import { environmentOf } from './environment.ts';
import { cacheFolder } from './cache-folder.ts';
import { providerPlugins, strategyPlugin, type Named } from './plugins.ts';
import type { Surroundings } from '../surroundings.ts';
import { plain } from '../terminal/plain.ts';
import type { Progress } from '../terminal/progress.ts';
import { isSample, SAMPLE_EMBEDDER } from './sample.ts';

/** Everything a run needs, read and checked; nothing has been asked yet. */
export interface Session {
  readonly index: OpenedIndex;
  readonly engine: Engine;
  readonly request: RunRequest;
  close(): Promise<void>;
}

/**
 * Opens what the flags name.
 *
 * @param model The model to use when the flags name none; undefined for commands that ask none.
 * @throws GraphwrightError for whatever is wrong with flags, files, plugins or index.
 */
export async function openSession(question: string, flags: RunFlags, root: string, model: string | undefined, surroundings: Surroundings, progress: Progress): Promise<Session> {
  const { workingFolder, signal } = surroundings;
  const plugins = await loadPlugins(flags.plugin, workingFolder);
  const request = await requestOf(question, flags, plugins, surroundings);
  const vector = flags.vector === undefined ? undefined : await readVector(flags.vector, workingFolder);
  const folder = resolve(workingFolder, root);
  progress.say(`Opening ${folder}`);
  const environment = await environmentOf(surroundings, folder);
  const index = await openIndex(folder, { signal, loaders: plugins.filter(({ kind }) => kind.name === kinds.indexLoader.name) });
  const named = flags.embedder ?? ((await isSample(folder)) ? SAMPLE_EMBEDDER : undefined);
  if (vector !== undefined) checkLength(vector, index);
  const embedder = vector === undefined ? optional(named, namedPlugin) : givenVector(vector);
  const language = optional(flags.model ?? model, namedPlugin);
  const cache = cacheFolder(surroundings.env);
  const engine = await createEngine({
    index,
    plugins: [...plugins, ...providerPlugins(environment, plugins)],
    ...(language === undefined ? {} : { model: language }),
    ...(embedder === undefined ? {} : { embedder }),
    ...(cache === undefined ? {} : { artifacts: folderArtifacts(cache) }),
  });
  return {
    index,
    engine,
    request,
    async close() {
      await engine.close();
      await index.knowledge.close();
    },
  };
}

async function requestOf(question: string, flags: RunFlags, plugins: readonly Plugin[], { workingFolder, signal }: Surroundings): Promise<RunRequest> {
  if (flags.vector !== undefined && flags.embedder !== undefined) {
    throw usageError('--vector and --embedder exclude each other.', 'Give the vector of the question, or the model that makes it.');
  }
  const excluded = new Set(flags.exclude.map(normaliseName));
  const both = flags.include.find((name) => excluded.has(normaliseName(name)));
  if (both !== undefined) throw usageError(`"${both}" is both in --include and in --exclude.`, 'Name it in one of them.');
  const use = flags.compatible ? compatible(flags.method) : flags.method;
  const strategy = strategyPlugin(use, plugins);
  const pairs = [
    ...flags.option,
    ...(flags.policy === undefined ? [] : [`policy=${flags.policy}`]),
    ...(flags.select === undefined ? [] : [`selector=${selectorId(flags.select, flags.compatible)}`]),
  ];
  const options = withDefaultPlugins(await optionValues(pairs, workingFolder), strategy.optionsJsonSchema());
  const turns = flags.history === undefined ? undefined : await readHistory(flags.history, workingFolder);
  return {
    // As the question reads on a terminal: what is left of a sequence would be taken for a part of a word.
    question: plain(question),
    ...(turns === undefined ? {} : { turns }),
    ...(flags.include.length === 0 ? {} : { include: flags.include }),
    ...(flags.exclude.length === 0 ? {} : { exclude: flags.exclude }),
    ...(flags.responseType === undefined ? {} : { responseType: flags.responseType }),
    ...(flags.seed === undefined ? {} : { seed: flags.seed }),
    strategy: { ...options, use },
    signal,
  };
}

/**
 * A vector that fits no space of the index is refused here: a strategy would go on without it. Spaces in a database of their own do
 * not tell their size before they are opened.
 */
function checkLength(vector: Float32Array, { vectors, vectorLocations }: OpenedIndex): void {
  const sizes = new Set(vectors.map(({ dimensions }) => dimensions));
  if (sizes.size === 0 || sizes.has(vector.length) || vectorLocations.length > 0) return;
  throw new GraphwrightError({
    code: 'dimension-mismatch',
    message: 'The given vector fits no vectors of the index.',
    expected: `${[...sizes].join(' or ')} numbers`,
    found: `${vector.length}`,
    next: 'Make it with the embedding model that the index was made with.',
  });
}

/** `dynamic` → `select-dynamic`, with `--compatible` `select-dynamic-compatible`; an id that is no word of these stays. */
function selectorId(name: string, isCompatible: boolean): string {
  if (!/^(?:level|cut|dynamic)$/u.test(name)) return name;
  return isCompatible ? `select-${name}-compatible` : `select-${name}`;
}

/** `local@^1` → `local-compatible@^1`. */
function compatible(method: string): string {
  const [id = '', ...range] = method.split('@');
  return [id.endsWith('-compatible') ? id : `${id}-compatible`, ...range].join('@');
}

/**
 * `id`, `id@range`, `id:model` (short for the option `model`; ids hold no colon), or JSON `{ "use": id, …options }`.
 *
 * @throws GraphwrightError `usage-invalid` for JSON that names no plugin.
 */
export function namedPlugin(text: string): Named {
  const value = jsonOrText(text);
  if (!isRecord(value)) {
    const at = text.indexOf(':');
    return at < 0 ? text : { use: text.slice(0, at), model: text.slice(at + 1) };
  }
  const { use, ...options } = value;
  if (typeof use !== 'string') throw usageError(`${text} names no plugin.`, 'Write an id, or { "use": id } with its options.');
  return { ...options, use };
}

function optional<T>(text: string | undefined, make: (text: string) => T): T | undefined {
  return text === undefined ? undefined : make(text);
}

/** What varies from run to run left out, times with their names. */
export function withoutTimes(given: Answer): unknown {
  const { cost: { entries, totals }, ...answer } = stableAnswer(given);
  return {
    ...answer,
    cost: {
      entries: entries.map(({ milliseconds: _, ...entry }) => entry),
      totals: Object.fromEntries(Object.entries(totals).filter(([name]) => name !== 'milliseconds')),
    },
  };
}
