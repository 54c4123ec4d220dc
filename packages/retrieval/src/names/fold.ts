import { normaliseName } from '@graphwright/contract';
import { SIMPLIFIED } from './han-variants.ts';

/** Everything that is no letter, mark or digit, unless it stands between two digits (`3.5` is not `35`). */
const PUNCTUATION = /(?<!\p{N})[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+(?!\p{N})/gu;
const ACCENTS = /[\u0300-\u036F]/gu;
const ROMAN = /^[ivxlcdm]+$/u;

/**
 * The form in which near names are compared: `normaliseName`, without punctuation (`re-ranking`, `reranking`), without accents
 * (`café`, `cafe`), and with the common traditional characters of Chinese as their simplified ones (`項目`, `项目`).
 */
export function foldName(name: string): string {
  const plain = normaliseName(name).normalize('NFD').replaceAll(ACCENTS, '').normalize('NFC').replaceAll(PUNCTUATION, '');
  return plain.replaceAll(/\p{Script=Han}/gu, (character) => SIMPLIFIED.get(character) ?? character);
}

/**
 * How many edits a folded name or word of so many code units may have: none below 6, one up to 10, two from 11 on. Shorter bounds than
 * those of full-text engines, since every word of a question is compared: with one edit at 5, `river` is near to `RIVERA`.
 */
export function editBound(length: number): number {
  return length < 6 ? 0 : length < 11 ? 1 : 2;
}

/**
 * The edits between two folded names or words, or undefined where they are more than `limit` or than the shorter may have. A plural
 * `s` at the end is allowed from 5 code units on; another last letter alone is another word (`player`, `played`), no misspelling.
 */
export function editsBetween(a: string, b: string, limit: number): number | undefined {
  if (limit > 0 && Math.min(a.length, b.length) >= 5 && (`${a}s` === b || `${b}s` === a)) return 1;
  if (a !== b && a.length === b.length && a.slice(0, -1) === b.slice(0, -1)) return undefined;
  const bound = Math.min(limit, editBound(Math.min(a.length, b.length)));
  const distance = alignmentDistance(a, b, bound);
  return distance > bound ? undefined : distance;
}

/**
 * Optimal string alignment of two strings by code unit: insertions, deletions, substitutions and transpositions of neighbours, each
 * counting one and no part edited twice. `limit + 1` as soon as it is certain to be more than `limit`.
 */
export function alignmentDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min((previous[j - 1] ?? 0) + (same ? 0 : 1), (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      current.push(least);
    }
    if (Math.min(...current) > limit && Math.min(...previous) > limit) return limit + 1;
    before = previous;
    previous = current;
  }
  return Math.min(previous[b.length] ?? limit + 1, limit + 1);
}

/** The scripts of a name, in a fixed order, and its numbers: what must be the same in two names that are near. */
export function fixedParts(folded: string): string {
  const scripts = SCRIPTS.filter((script) => script.test(folded)).map(({ source }) => source);
  return [...scripts, ...folded.split(/[\p{L}\p{M}]+/u)].filter((part) => part !== '').join(' ');
}

/** The words of a name that count it (`II`, `B`) and are not edited away; an `s` may be a plural or a possessive. */
export function designators(words: readonly string[]): string {
  return words.filter((word) => word !== 's' && (word.length === 1 || ROMAN.test(word))).join(' ');
}

const SCRIPTS = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Hebrew', 'Arabic', 'Devanagari', 'Bengali', 'Tamil', 'Thai', 'Georgian', 'Hangul', 'Hiragana', 'Katakana', 'Han'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);
