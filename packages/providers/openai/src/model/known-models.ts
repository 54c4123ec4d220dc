import type { ModelLimits } from '@graphwright/contract';

/** What is known of a model by its name. */
export interface KnownModel {
  readonly limits: ModelLimits;
  readonly encoding: string;
}

/** A family by the beginning of its names: window, longest answer (reasoning included), encoding. */
type Family = readonly [name: string, window: number, maxOutput: number, encoding: string];

/** The first that fits counts, so longer beginnings stand first. Source: the pages of the models in OpenAI's documentation. */
const FAMILIES: readonly Family[] = [
  ['gpt-5-chat', 128_000, 16_384, 'o200k_base'],
  ['gpt-5', 400_000, 128_000, 'o200k_base'],
  ['gpt-4.1', 1_047_576, 32_768, 'o200k_base'],
  ['gpt-4.5', 128_000, 16_384, 'o200k_base'],
  ['gpt-4o', 128_000, 16_384, 'o200k_base'],
  ['chatgpt-4o', 128_000, 16_384, 'o200k_base'],
  ['o1', 200_000, 100_000, 'o200k_base'],
  ['o3', 200_000, 100_000, 'o200k_base'],
  ['o4', 200_000, 100_000, 'o200k_base'],
  // Its o200k_harmony differs from o200k_base in special tokens alone.
  ['gpt-oss', 131_072, 32_768, 'o200k_base'],
  ['gpt-4-turbo', 128_000, 4_096, 'cl100k_base'],
  ['gpt-4-32k', 32_768, 4_096, 'cl100k_base'],
  ['gpt-4', 8_192, 4_096, 'cl100k_base'],
  ['gpt-3.5', 16_385, 4_096, 'cl100k_base'],
  ['gpt-35', 16_385, 4_096, 'cl100k_base'],
];

/** What a model of another name is taken for until its options say better: too small cuts a window, too large loses an answer. */
export const UNKNOWN_LIMITS: ModelLimits = { window: 8_192, maxOutput: 2_048 };

/** What is known of a model by its name, also dated, fine-tuned (`ft:gpt-4o:org::id`) or behind a prefix (`openai/gpt-5`). */
export function knownModel(model: string): KnownModel | undefined {
  const name = (model.toLowerCase().split('/').at(-1) ?? '').replace(/^ft:/u, '').split(':')[0] ?? '';
  const family = FAMILIES.find(([begin]) => name === begin || name.startsWith(`${begin}-`) || name.startsWith(`${begin}.`));
  if (family === undefined) return undefined;
  const [, window, maxOutput, encoding] = family;
  return { limits: { window, maxOutput }, encoding };
}
