import { STOP_WORDS, type StopWords } from './stop-words.ts';

/** How a text becomes terms. */
export interface AnalysisOptions {
  /** Words that are left out. */
  readonly stopWords: StopWords;
  /** `plural`: the endings of English plurals are taken off; `none`: words stay as they are. */
  readonly stem: 'none' | 'plural';
}

/** Scripts that put no spaces between words; kana by extension, which has the mark of a long vowel (サーバー) that they share. */
const UNSPACED = /[\p{Script=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
/** Shorter words say nothing by themselves: they are what an apostrophe leaves of a word (`Kim's`, `l'eau`). */
const SHORTEST = 2;
/** A syllable of Korean can be a word (물, water). */
const SYLLABLE = /^\p{Script=Hangul}$/u;
const RUNS = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * The terms of a text in their order: NFKC, lower case, runs of letters, marks and digits without stop words. Where a script puts no spaces
 * between words, every two neighbouring characters are a term (and a character that stands alone): no dictionary of the platform decides, so the
 * same text has the same terms on every machine.
 */
export function termsOf(text: string, { stopWords, stem }: AnalysisOptions): string[] {
  const left = STOP_WORDS[stopWords];
  const terms: string[] = [];
  for (const [run] of text.normalize('NFKC').toLowerCase().matchAll(RUNS)) {
    for (const { part, unspaced } of partsOf(run)) {
      if (unspaced) terms.push(...pairsOf(part));
      else if ((part.length >= SHORTEST || SYLLABLE.test(part)) && !left.has(part)) terms.push(stem === 'plural' ? withoutPlural(part) : part);
    }
  }
  return terms;
}

/** The stretches of a run, by whether their script puts spaces between words: `graphrag图检索` has two. */
function partsOf(run: string): { part: string; unspaced: boolean }[] {
  const parts: { part: string; unspaced: boolean }[] = [];
  let end = 0;
  for (const { 0: part, index } of run.matchAll(UNSPACED)) {
    if (index > end) parts.push({ part: run.slice(end, index), unspaced: false });
    parts.push({ part, unspaced: true });
    end = index + part.length;
  }
  if (end < run.length) parts.push({ part: run.slice(end), unspaced: false });
  return parts;
}

function pairsOf(part: string): string[] {
  const characters = [...part];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, place) => `${characters[place] ?? ''}${character}`);
}

/**
 * A word without the ending of an English plural.
 *
 * Source: the S stemmer of Harman, "How effective is suffixing?", JASIS 42(1), 1991: three rules, of which the first that fits is taken.
 */
function withoutPlural(word: string): string {
  if (word.length < 4 || !word.endsWith('s')) return word;
  if (word.endsWith('ies')) return /[ae]ies$/u.test(word) ? word : `${word.slice(0, -3)}y`;
  if (word.endsWith('es')) return /[aeo]es$/u.test(word) ? word : word.slice(0, -1);
  return /[us]s$/u.test(word) ? word : word.slice(0, -1);
}
