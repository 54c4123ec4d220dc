import { GraphwrightError, kinds, suggestion, type Embedder, type Plugin, type Tokenizer } from '@graphwright/contract';
import { anthropicPlugin } from '@graphwright/provider-anthropic';
import { openaiPlugins } from '@graphwright/provider-openai';
import { httpRankerPlugin } from '@graphwright/ranker-http';
import { defaultIndexLoaders, defaultPlugins } from 'graphwright';
import type { JsonRecord } from '../arguments/records.ts';

/** How a plugin is named on the command line: an id, or an id with its options. */
export type Named = string | ({ use: string } & JsonRecord);

/** All plugins: those that come along, then those that were loaded. */
export function knownPlugins(loaded: readonly Plugin[]): readonly Plugin[] {
  return [...defaultPlugins, ...defaultIndexLoaders, ...loaded];
}

/**
 * The strategy that `id` or `id@range` names, as far as its options are asked for; ranges are settled by the engine.
 *
 * @throws GraphwrightError `plugin-unknown`, naming the nearest known.
 */
export function strategyPlugin(use: string, loaded: readonly Plugin[]): Plugin {
  const [id = ''] = use.split('@');
  const strategies = knownPlugins(loaded).filter(({ kind }) => kind.name === kinds.strategy.name);
  const found = strategies.findLast((plugin) => plugin.id === id);
  if (found !== undefined) return found;
  throw new GraphwrightError({
    code: 'plugin-unknown',
    message: `There is no strategy "${id}".`,
    where: { plugin: id },
    next: suggestion(id, new Set(strategies.map((plugin) => plugin.id))),
  });
}

/** Plugins that need keys, with those of an environment; one that was loaded takes the place of ours. */
export function providerPlugins(environment: Readonly<Record<string, string | undefined>>, loaded: readonly Plugin[]): readonly Plugin[] {
  return [...openaiPlugins(environment), anthropicPlugin(environment), httpRankerPlugin(environment)].filter(({ kind, id, version }) => !loaded.some((other) => other.kind.name === kind.name && other.id === id && other.version === version));
}

/**
 * The embedding model that `named` names, made without an engine; a range of versions plays no part.
 *
 * @throws GraphwrightError `plugin-unknown`, naming the nearest known; `option-unknown`, `option-invalid`.
 */
export function embedderNamed(named: Named, loaded: readonly Plugin[], environment: Readonly<Record<string, string | undefined>>): Embedder {
  const { use, ...options } = typeof named === 'string' ? { use: named } : named;
  const [id = ''] = use.split('@');
  const embedders = [...knownPlugins(loaded), ...providerPlugins(environment, loaded)].filter(({ kind }) => kind.name === kinds.embedder.name);
  const port = embedders.findLast((plugin) => plugin.id === id)?.resolve(options, {}).create();
  if (kinds.embedder.check(port)) return port;
  throw new GraphwrightError({
    code: 'plugin-unknown',
    message: `There is no embedder "${id}".`,
    where: { plugin: id },
    next: suggestion(id, new Set(embedders.map((plugin) => plugin.id))),
  });
}

/** The tokenizer that lengths are told in when no model says another. */
const TOKENIZER = 'gpt-tokenizer';

/** The tokenizer for measuring an index. */
export function measuringTokenizer(): Tokenizer {
  const port = defaultPlugins.find(({ kind, id }) => kind.name === kinds.tokenizer.name && id === TOKENIZER)?.resolve({}, {}).create();
  if (kinds.tokenizer.check(port)) return port;
  throw new Error(`${TOKENIZER} is not among the default plugins.`);
}
