import { createHash } from 'node:crypto';
import { compareStrings, type Answer, type AnyPrompt, type OpenedIndex, type Tokenizer } from '@graphwright/contract';
import { promptInUse, type PromptTexts } from '../model/prompt-text.ts';
import type { ResolvedPlugin } from '../registry/tree.ts';
import type { ModelUse } from '../run/record.ts';

type Provenance = Answer['provenance'];

/** What provenance is made of. */
export interface ProvenanceSources {
  readonly strategy: ResolvedPlugin;
  /** Plugins in the order in which they are listed. */
  readonly plugins: readonly ResolvedPlugin[];
  readonly prompts: readonly AnyPrompt[];
  readonly texts: PromptTexts;
  readonly models: readonly ModelUse[];
  readonly tokenizer: Tokenizer;
  readonly index: OpenedIndex;
  readonly seed: number;
}

/** What made an answer. */
export function provenanceOf({ strategy, plugins, prompts, texts, models, tokenizer, index, seed }: ProvenanceSources): Provenance {
  return {
    strategy: `${strategy.plugin.id}@${strategy.plugin.version}`,
    plugins: plugins.map(({ plugin, resolution, options }) => ({
      kind: plugin.kind.name,
      id: plugin.id,
      version: plugin.version,
      options: { ...options },
      origins: { ...resolution.origins },
    })),
    prompts: prompts.toSorted((a, b) => compareStrings(a.id, b.id)).map((prompt) => {
      const use = promptInUse(prompt, texts);
      return { id: prompt.id, version: prompt.version, source: use.source, hash: hashOf(prompt, `${use.system}\n${use.user ?? ''}`) };
    }),
    models: mergedModels(models),
    tokenizer: { encoding: tokenizer.encoding, exact: tokenizer.exact },
    index: { format: index.source.format, version: index.source.version, fingerprint: index.knowledge.fingerprint },
    seed,
    specVersion: 'v1',
  };
}

/** One entry a model, with everything that any of its calls told. */
function mergedModels(uses: readonly ModelUse[]): Provenance['models'] {
  const merged = new Map<string, ModelUse[]>();
  for (const use of uses) {
    const key = `${use.kind} ${use.model}`;
    merged.set(key, [...(merged.get(key) ?? []), use]);
  }
  return [...merged].toSorted(([a], [b]) => compareStrings(a, b)).flatMap(([, all]) => {
    const [first] = all;
    if (first === undefined) return [];
    const fingerprints = [...new Set(all.flatMap(({ fingerprint }) => fingerprint ?? []))].toSorted(compareStrings);
    const temperature = all.find((use) => use.temperature !== undefined)?.temperature;
    const seed = all.find((use) => use.seed !== undefined)?.seed;
    const notice = all.find((use) => use.notice !== undefined)?.notice;
    return [
      {
        kind: first.kind,
        model: first.model,
        ...(temperature === undefined ? {} : { temperature }),
        ...(seed === undefined ? {} : { seed }),
        dropped: [...new Set(all.flatMap(({ dropped }) => dropped))].toSorted(compareStrings),
        ...(fingerprints.length === 0 ? {} : { fingerprint: fingerprints.join(', ') }),
        ...(notice === undefined ? {} : { notice }),
      },
    ];
  });
}

const hashes = new WeakMap<AnyPrompt, { readonly text: string; readonly hash: string }>();

/** SHA-256 of the text of a prompt, which is the same for every question. */
function hashOf(prompt: AnyPrompt, text: string): string {
  const known = hashes.get(prompt);
  if (known?.text === text) return known.hash;
  const hash = createHash('sha256').update(text).digest('hex');
  hashes.set(prompt, { text, hash });
  return hash;
}
