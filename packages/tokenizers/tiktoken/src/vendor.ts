import { createRequire } from 'node:module';
import { GraphwrightError } from '@graphwright/contract';
import type { Tiktoken } from 'tiktoken/lite';
import { z } from 'zod';

/** The encodings on offer. */
export const ENCODINGS = ['cl100k_base', 'o200k_base'] as const;

/** An encoding by its public name. */
export type Encoding = (typeof ENCODINGS)[number];

type Encoder = Pick<Tiktoken, 'encode_ordinary'>;

const moduleSchema = z.object({ Tiktoken: z.custom<typeof Tiktoken>((value) => typeof value === 'function') });
const encoderSchema = z.object({ bpe_ranks: z.string(), special_tokens: z.record(z.string(), z.number()), pat_str: z.string() });
const modelsSchema = z.record(z.string(), z.string());

// Loaded by require, since counting is synchronous and the WebAssembly must not be compiled before it is needed.
const require = createRequire(import.meta.url);
const encoders = new Map<Encoding, Encoder>();

/**
 * The encoder of an encoding: loaded on first use (about 0.1 s), one a process, never freed.
 *
 * @throws GraphwrightError `environment-unsupported` when tiktoken cannot be loaded here.
 */
export function encoderOf(encoding: Encoding): Encoder {
  const known = encoders.get(encoding);
  if (known !== undefined) return known;
  const { Tiktoken: Constructor } = load('tiktoken/lite', moduleSchema);
  const { bpe_ranks: ranks, special_tokens: special, pat_str: pattern } = load(`tiktoken/encoders/${encoding}.json`, encoderSchema);
  const encoder = new Constructor(ranks, special, pattern);
  encoders.set(encoding, encoder);
  return encoder;
}

/** The encoding of a model by tiktoken's own table of names; undefined for a name that is not in it, or an encoding not on offer. */
export function encodingInTable(model: string): Encoding | undefined {
  const named = load('tiktoken/model_to_encoding.json', modelsSchema)[model];
  return ENCODINGS.find((encoding) => encoding === named);
}

function load<T>(specifier: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(require(specifier));
  } catch (cause) {
    throw new GraphwrightError({
      code: 'environment-unsupported',
      message: 'The package tiktoken cannot be loaded here.',
      where: { file: specifier },
      next: 'Install it again, or use the tokenizer "gpt-tokenizer", which counts the same in plain JavaScript.',
      cause,
    });
  }
}
