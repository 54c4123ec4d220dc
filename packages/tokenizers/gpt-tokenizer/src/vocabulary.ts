import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { GraphwrightError } from '@graphwright/contract';

/** The encodings whose vocabularies can be loaded. */
export const ENCODINGS = ['cl100k_base', 'o200k_base'] as const;

/** An encoding by its public name. */
export type Encoding = (typeof ENCODINGS)[number];

/** The rank of every token. A token's bytes are written as a string of one character a byte, U+0000 to U+00FF. */
export type Vocabulary = ReadonlyMap<string, number>;

const require = createRequire(import.meta.url);

/** Where the package gpt-tokenizer keeps the vocabularies; in full, so that tools see what is used. */
const FILES: Readonly<Record<Encoding, () => string>> = {
  cl100k_base: () => require.resolve('gpt-tokenizer/data/cl100k_base.tiktoken'),
  o200k_base: () => require.resolve('gpt-tokenizer/data/o200k_base.tiktoken'),
};

const loaded = new Map<Encoding, Vocabulary>();

/**
 * Loads a vocabulary on first use, once a process (about 0.1 s).
 *
 * @throws GraphwrightError `file-unreadable` when the package gpt-tokenizer is not installed whole.
 */
export function vocabularyOf(encoding: Encoding): Vocabulary {
  const known = loaded.get(encoding);
  if (known !== undefined) return known;
  const vocabulary = parse(read(encoding));
  loaded.set(encoding, vocabulary);
  return vocabulary;
}

function read(encoding: Encoding): string {
  try {
    return readFileSync(FILES[encoding](), 'latin1');
  } catch (cause) {
    throw new GraphwrightError({
      code: 'file-unreadable',
      message: `The vocabulary of ${encoding} cannot be read.`,
      where: { file: `gpt-tokenizer/data/${encoding}.tiktoken` },
      next: 'Install the package gpt-tokenizer again.',
      cause,
    });
  }
}

/** A line a token: its bytes in base64, a blank, its rank. */
function parse(text: string): Vocabulary {
  const vocabulary = new Map<string, number>();
  let start = 0;
  while (start < text.length) {
    const blank = text.indexOf(' ', start);
    const next = text.indexOf('\n', blank);
    const end = next < 0 ? text.length : next;
    if (blank < 0) break;
    vocabulary.set(atob(text.slice(start, blank)), Number(text.slice(blank + 1, end)));
    start = end + 1;
  }
  return vocabulary;
}
