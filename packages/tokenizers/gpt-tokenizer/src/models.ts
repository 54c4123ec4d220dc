import type { Encoding } from './vocabulary.ts';

/** Families of OpenAI's models by the beginnings of their names. Source: tiktoken's table of models, and the models' pages. */
const FAMILIES: Readonly<Record<Encoding, readonly string[]>> = {
  cl100k_base: ['gpt-3.5', 'gpt-35', 'gpt-4', 'text-embedding-ada-002', 'text-embedding-3', 'davinci-002', 'babbage-002'],
  // gpt-oss has o200k_harmony, which differs in special tokens alone: text counts the same.
  o200k_base: ['gpt-4o', 'gpt-4.1', 'gpt-4.5', 'gpt-5', 'gpt-oss', 'chatgpt-4o', 'o1', 'o3', 'o4'],
};

/**
 * The encoding of a model of OpenAI by its name: also dated (`gpt-4o-2024-08-06`), fine-tuned (`ft:gpt-4o-mini:org::id`) and under
 * a provider's prefix (`openai/gpt-5`).
 *
 * @returns undefined for every other model: count with `approximate` then, and say so.
 */
export function encodingOfModel(model: string): Encoding | undefined {
  const name = (model.toLowerCase().split('/').at(-1) ?? '').replace(/^ft:/u, '').split(':')[0] ?? '';
  for (const encoding of ['o200k_base', 'cl100k_base'] as const) {
    if (FAMILIES[encoding].some((family) => name === family || name.startsWith(`${family}-`) || name.startsWith(`${family}.`))) return encoding;
  }
  return undefined;
}
