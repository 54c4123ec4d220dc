import { GraphwrightError, isGraphwrightError, kinds, refTo, type Facts, type Ref, type TokenCounter, type Tokenizer, type Warning } from '@graphwright/contract';
import { createTokenCounter } from '@graphwright/token-budget';
import { createPort } from '../registry/guard.ts';
import type { Registry } from '../registry/registry.ts';
import { resolveTree, type ResolvedPlugin } from '../registry/tree.ts';

/** The tokenizer of an engine. */
export interface ChosenTokenizer {
  readonly tokenizer: Tokenizer;
  /** Left out where the tokenizer was given as a port. */
  readonly plugin?: ResolvedPlugin;
  readonly warning?: Warning;
}

/** The model whose tokens are counted. */
interface CountedModel {
  readonly name: string;
  readonly encoding: string | undefined;
}

/**
 * Chooses a tokenizer: the given one, with the encoding of the model where it takes it; else the first registered one that counts
 * that encoding exactly (without a model: its own default); else one that estimates, with a warning.
 *
 * @param model Undefined without a model.
 * @throws GraphwrightError `need-unmet` when no tokenizer is there.
 */
export function chooseTokenizer(
  given: { readonly port: Tokenizer } | { readonly ref: Ref<Tokenizer> } | undefined,
  model: CountedModel | undefined,
  registry: Registry,
  facts: Facts,
): ChosenTokenizer {
  const encoding = model?.encoding;
  const named = encoding === undefined ? {} : { encoding };
  if (given !== undefined) {
    if ('port' in given) return { tokenizer: given.port };
    const { use, options } = given.ref;
    return tried(() => made(refTo(kinds.tokenizer, use, { ...named, ...options }), registry, facts)) ?? made(given.ref, registry, facts);
  }
  const ids = registry.ofKind(kinds.tokenizer.name).map(({ id }) => id);
  if (model === undefined || encoding !== undefined) {
    for (const id of ids) {
      const chosen = tried(() => made(refTo(kinds.tokenizer, id, named), registry, facts));
      if (chosen?.tokenizer.exact === true && (encoding === undefined || chosen.tokenizer.encoding === encoding)) return chosen;
    }
  }
  for (const id of ids) {
    const chosen = tried(() => made(refTo(kinds.tokenizer, id), registry, facts));
    if (chosen !== undefined && !chosen.tokenizer.exact) return { ...chosen, warning: estimated(model?.name, encoding) };
  }
  throw new GraphwrightError({
    code: 'need-unmet',
    message: `No tokenizer ${encoding === undefined ? 'that estimates' : `for the encoding "${encoding}"`} is there.`,
    next: 'Register one, such as gpt-tokenizer or approximate.',
  });
}

function made(reference: Ref<Tokenizer>, registry: Registry, facts: Facts): ChosenTokenizer {
  const plugin = resolveTree(reference, registry, facts);
  return { tokenizer: createPort(kinds.tokenizer, plugin), plugin };
}

/** Undefined for a tokenizer that does not take what it was given; other faults are faults. */
function tried(work: () => ChosenTokenizer): ChosenTokenizer | undefined {
  try {
    return work();
  } catch (error) {
    if (isGraphwrightError(error)) return undefined;
    throw error;
  }
}

function estimated(model: string | undefined, encoding: string | undefined): Warning {
  const whose = model === undefined ? 'The tokens' : `The tokens of the model "${model}"`;
  const why = encoding === undefined ? 'its encoding is not known' : `no tokenizer for its encoding "${encoding}" is there`;
  return { code: 'tokens-estimated', message: `${whose} are estimated (${why}): 5 % of the window stay free for that.` };
}

/** The counters of an engine: one an encoding, kept as long as the engine, so that a row is counted once. */
export class Counters {
  readonly #counters = new Map<string, TokenCounter>();

  of(tokenizer: Tokenizer): TokenCounter {
    const key = `${tokenizer.encoding} ${tokenizer.exact}`;
    const known = this.#counters.get(key);
    if (known !== undefined) return known;
    const counter = createTokenCounter(tokenizer);
    this.#counters.set(key, counter);
    return counter;
  }
}
