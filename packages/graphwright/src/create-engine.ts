import { checkEngineOptions, createEngine as createBareEngine, type Engine, type EngineOptions } from '@graphwright/engine';
import { defaultPlugins } from './default-plugins.ts';
import { optionalStores } from './optional-stores.ts';

/** What an engine is made of; see `EngineOptions` of @graphwright/engine. */
export interface GraphwrightOptions extends Omit<EngineOptions, 'plugins'> {
  /** Plugins beside the default ones. One of the same kind, id and version as a default one takes its place. */
  readonly plugins?: EngineOptions['plugins'];
}

/** The strategy of requests that name none. */
export const DEFAULT_STRATEGY = 'local';

/**
 * Makes an engine with everything that comes with the package: strategies, retrievers, rankers, sections, policies, tokenizers,
 * the offline model and embedder, vectors in memory. No model is chosen: `context` works without, `ask` wants one named or given.
 * Vectors that lie in a database of their own (LanceDB) are opened by their package where it is installed.
 *
 * @throws GraphwrightError as `createEngine` of @graphwright/engine.
 */
export async function createEngine(given: GraphwrightOptions): Promise<Engine> {
  const { plugins = [], strategy = DEFAULT_STRATEGY, ...options } = { ...given };
  checkEngineOptions({ ...options, strategy, plugins });
  const own = new Set(plugins.map(({ kind, id, version }) => `${kind.name} ${id} ${version}`));
  const known = [...plugins, ...defaultPlugins.filter(({ kind, id, version }) => !own.has(`${kind.name} ${id} ${version}`))];
  return createBareEngine({ ...options, strategy, plugins: [...known, ...(await optionalStores(options.index, known))] });
}
