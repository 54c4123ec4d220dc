import { GraphwrightError, isPlugin, kinds, type IndexLoader, type OpenedIndex, type Plugin } from '@graphwright/contract';
import { checkOptions } from '@graphwright/engine';
import { graphragIndexLoader } from '@graphwright/index-graphrag';
import { z } from 'zod';

/** How an index is opened. */
export interface OpenIndexOptions {
  /** Loaders of formats, asked in this order after those that come with the package. */
  readonly loaders?: readonly Plugin[];
  /** The id of the loader to take, whatever the others recognise. */
  readonly format?: string;
  /** Options of that loader. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
}

/** The index formats that come with the package. */
export const defaultIndexLoaders: readonly Plugin[] = [graphragIndexLoader];

/**
 * Opens an index: a GraphRAG project folder, its output folder, or whatever else a registered loader recognises. Nothing is
 * written. Close it with `index.knowledge.close()`.
 *
 * @throws GraphwrightError `folder-missing`, `index-missing`, `index-ambiguous`, `file-corrupt`, `file-unreadable`,
 * `plugin-unknown` for a format that nobody loads, `aborted`, `usage-invalid`, `option-unknown` and `option-invalid` for what is not to be given.
 */
export async function openIndex(root: string, given: OpenIndexOptions = {}): Promise<OpenedIndex> {
  check(root, given);
  const { loaders = [], format, options = {}, signal } = given;
  const known = [...defaultIndexLoaders, ...loaders];
  const request = { root, ...(signal === undefined ? {} : { signal }) };
  if (format !== undefined) return loaderOf(known, format, options).open(request);
  for (const plugin of known) {
    const loader = portOf(plugin, options);
    if (await loader.recognises(root, signal)) return loader.open(request);
  }
  // No one recognises it: the first says best what it misses.
  return loaderOf(known, known[0]?.id ?? '', options).open(request);
}

const optionsSchema = z.strictObject({
  loaders: z.array(z.custom((value) => isPlugin(value) && value.kind.name === kinds.indexLoader.name, 'a plugin of the kind index-loader')).optional(),
  format: z.string().min(1).optional(),
  options: z.record(z.string(), z.unknown()).optional(),
  signal: z.custom((value) => value instanceof AbortSignal, 'an AbortSignal').optional(),
} satisfies Record<keyof OpenIndexOptions, z.ZodType>);

function check(root: unknown, options: unknown): void {
  if (typeof root !== 'string' || root === '') {
    throw new GraphwrightError({ code: 'usage-invalid', message: 'openIndex is given no folder.', expected: 'the path of a project folder or its output folder', found: root === '' ? 'an empty text' : root === null ? 'null' : typeof root });
  }
  checkOptions(optionsSchema, options, 'openIndex');
}

function loaderOf(known: readonly Plugin[], id: string, options: Readonly<Record<string, unknown>>): IndexLoader {
  const plugin = known.find((one) => one.id === id);
  if (plugin !== undefined) return portOf(plugin, options);
  throw new GraphwrightError({
    code: 'plugin-unknown',
    message: `Nothing opens indexes of the format "${id}".`,
    next: `Known: ${known.map((one) => one.id).join(', ')}.`,
  });
}

function portOf(plugin: Plugin, options: Readonly<Record<string, unknown>>): IndexLoader {
  const port = plugin.resolve(options, {}).create();
  if (kinds.indexLoader.check(port)) return port;
  throw new GraphwrightError({ code: 'plugin-invalid', message: `${plugin.id} does not make an index loader.`, where: { plugin: plugin.id } });
}
