import { tokensOfCodePoint } from './scripts.ts';

/** From this share of letters with marks on, Latin text is taken for another language than English. */
const FOREIGN_SHARE = 0.01;

/**
 * What every estimate is raised by, so that of the texts of real indexes with 100 tokens and more none is counted more than 5 %
 * too low: the margin that is taken off a window whose counts are estimates.
 */
const RAISE = 1.09;

/** A run of one sign or of line ends is one token for about so many of them. */
const EQUALS_PER_TOKEN = 16;

/** What stands right before a word: it costs less after a blank than after a sign, a digit or nothing. */
interface Before {
  readonly blank: boolean;
  readonly sign: boolean;
}

const NOTHING: Before = { blank: false, sign: false };
const BLANK: Before = { blank: true, sign: false };
const SIGN: Before = { blank: false, sign: true };

/**
 * Estimates the tokens of a text: one walk over it, by runs of letters, digits, blanks and signs.
 *
 * @returns a whole number ≥ 0; 0 for the empty text alone.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  // Latin words are priced twice, since only at the end it is known whether the language is one that vocabularies know well.
  let english = 0;
  let foreign = 0;
  let letters = 0;
  let marked = 0;
  let before = NOTHING;
  let position = 0;
  while (position < text.length) {
    const start = position;
    const code = text.charCodeAt(position);
    if (isLatinLetter(code)) {
      let marks = 0;
      let upper = 0;
      for (let next = code; isLatinLetter(next); next = text.charCodeAt(++position)) {
        if (next > 0x7f) {
          marked += 1;
          marks += next < 0x100 ? 0.7 : 1.5;
        } else if (next < 0x61) upper += 1;
      }
      const length = position - start;
      letters += length;
      english += marks + (upper === length && length > 1 ? tokensOfCapitals(length, before) : tokensOfWord(length, upper > 0, before));
      foreign += marks + Math.max(1, 0.3 + 0.3 * length);
      before = NOTHING;
    } else if (isDigit(code)) {
      while (isDigit(text.charCodeAt(position))) position += 1;
      tokens += Math.ceil((position - start) / 3);
      before = NOTHING;
    } else if (isBlank(code)) {
      let lines = 0;
      for (let next = code; isBlank(next); next = text.charCodeAt(++position)) if (next === 0x0a || next === 0x0d) lines += 1;
      tokens += tokensOfBlanks(position - start, lines, text.charCodeAt(position));
      before = lines > 0 || position - start > 1 ? NOTHING : BLANK;
    } else if (code < 0x80) {
      let equal = true;
      for (let next = code; isSign(next); next = text.charCodeAt(++position)) if (next !== code) equal = false;
      const length = position - start;
      // A single sign right before a word is one piece with it.
      const leads = length === 1 && !before.blank && isLatinLetter(text.charCodeAt(position));
      tokens += leads ? 0 : equal ? 1 + Math.floor(length / EQUALS_PER_TOKEN) : Math.max(1, 0.45 * length);
      before = leads ? SIGN : NOTHING;
    } else {
      const codePoint = text.codePointAt(position) ?? code;
      position += codePoint > 0xffff ? 2 : 1;
      tokens += tokensOfCodePoint(codePoint);
      before = NOTHING;
    }
  }
  return Math.ceil(RAISE * (tokens + (marked > FOREIGN_SHARE * letters ? foreign : english)));
}

function isLatinLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0xc0 && code < 0x250) || (code >= 0x1e00 && code < 0x1f00) || (code >= 0x300 && code < 0x370);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function isSign(code: number): boolean {
  return code < 0x80 && !isLatinLetter(code) && !isDigit(code) && !isBlank(code);
}

// The steps below are means by length over the words of GraphRAG's own indexes, rounded up.

function tokensOfWord(length: number, isName: boolean, before: Before): number {
  if (length > 15) return 0.3 * length;
  if (before.sign) return length === 1 ? 1.05 : length <= 6 ? 1.55 : length <= 9 ? 1.9 : 2.5;
  if (!before.blank) return length <= 2 ? 1 : length <= 4 ? 1.15 : length <= 6 ? 1.4 : length <= 9 ? 1.8 : 2.2;
  if (isName) return length <= 4 ? 1.03 : length <= 6 ? 1.35 : 1.85;
  return length <= 4 ? 1 : length <= 7 ? 1.08 : length <= 11 ? 1.15 : 1.3;
}

function tokensOfCapitals(length: number, before: Before): number {
  if (before.blank) return length <= 2 ? 1.05 : Math.max(1.1, 0.25 * length + 0.6);
  return 0.3 * length + (before.sign ? 1.2 : 0.7);
}

function tokensOfBlanks(length: number, lines: number, next: number): number {
  if (lines > 0) return 1 + Math.floor(length / EQUALS_PER_TOKEN);
  // A blank before a word or a sign is one piece with it; before a digit, and at the end, it stands alone.
  if (length === 1) return isDigit(next) || Number.isNaN(next) ? 1 : 0;
  return 1 + Math.floor(length / 64);
}
