import { definePlugin, kinds, throwIfAborted, type Embedder } from '@graphwright/contract';
import { z } from 'zod';
import { isFunctionWord } from '../text/words.ts';

/** Options of the embedder `hashed-ngrams`. */
export const hashedNgramsOptions = z.strictObject({
  dimensions: z.int().min(16).max(8192).default(256).describe('Length of the vectors.'),
});

/** Characters of an n-gram, marks of word ends counted: below 2 nothing is told apart, above 4 little is shared by forms of one word. */
const SHORTEST = 2;
const LONGEST = 4;
/** FNV-1a, 32 bit: offset basis and prime. */
const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;
/** Vectors are made in slices of so many texts, with a look at the signal between them. */
const SLICE = 64;

/**
 * The vector of a text by hashed character n-grams (2 to 4 characters within words, the ends of words marked; each n-gram adds ±1
 * to one place, both taken from its FNV-1a hash; places are damped by the square root), of unit length. Words that only ask or join
 * are left out.
 *
 * It is of lexical grade: texts that share spelling are near, texts that share meaning alone are not. The same text gives the same
 * bytes on every machine: only additions and square roots are used, and no dictionary of the platform. A text without letters and digits
 * gives a vector with a single 1, so that the length is always one.
 */
export function hashedNgrams(text: string, dimensions: number): Float32Array {
  const sums = new Float64Array(dimensions);
  for (const word of text.normalize('NFKC').toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []) if (!isFunctionWord(word)) addWord(sums, word);
  let square = 0;
  for (let place = 0; place < dimensions; place++) {
    const sum = sums[place] ?? 0;
    const damped = Math.sign(sum) * Math.sqrt(Math.abs(sum));
    sums[place] = damped;
    square += damped * damped;
  }
  if (square === 0) return Float32Array.from({ length: dimensions }, (_, place) => (place === 0 ? 1 : 0));
  const length = Math.sqrt(square);
  return Float32Array.from(sums, (sum) => sum / length);
}

/** An embedder of lexical grade that needs no model: see {@link hashedNgrams}. */
export function createHashedNgrams({ dimensions }: { readonly dimensions: number }): Embedder {
  return {
    specVersion: 'v1',
    model: `hashed-ngrams-${dimensions}`,
    dimensions,
    async embed({ texts, signal }) {
      const vectors: Float32Array[] = [];
      for (const [index, text] of texts.entries()) {
        if (index % SLICE === 0) {
          throwIfAborted(signal);
          if (index > 0) await new Promise((resolve) => setImmediate(resolve));
        }
        vectors.push(hashedNgrams(text, dimensions));
      }
      return { vectors };
    },
  };
}

/** The embedder `hashed-ngrams`, as a plugin. */
export const hashedNgramsEmbedder = definePlugin(kinds.embedder, {
  id: 'hashed-ngrams',
  version: '1.0.0',
  description: 'Vectors of lexical grade from hashed character n-grams; offline.',
  options: hashedNgramsOptions,
  create: createHashedNgrams,
});

function addWord(sums: Float64Array, word: string): void {
  const characters = ['\u0002', ...word, '\u0003'];
  for (let size = SHORTEST; size <= LONGEST; size++) {
    for (let start = 0; start + size <= characters.length; start++) {
      const hash = hashOf(characters, start, start + size);
      const place = (hash >>> 1) % sums.length;
      sums[place] = (sums[place] ?? 0) + ((hash & 1) === 1 ? 1 : -1);
    }
  }
}

function hashOf(characters: readonly string[], start: number, end: number): number {
  let hash = BASIS;
  for (let index = start; index < end; index++) {
    const code = characters[index]?.codePointAt(0) ?? 0;
    for (let shift = 0; shift < 24; shift += 8) hash = Math.imul(hash ^ ((code >>> shift) & 0xff), PRIME);
  }
  // The low bit of FNV is weak (it is the parity of the bytes): fold the high half in.
  return (hash ^ (hash >>> 15)) >>> 0;
}
