import type { Encoding } from './vocabulary.ts';

// The patterns by which the encodings cut a text before any merging, as tiktoken publishes them, in JavaScript's notation:
// white space is Unicode's (JavaScript's \s also has U+FEFF and lacks U+0085), and "any case" of an s has the long s, U+017F.

const CONTRACTION = "'(?:[sS\\u017F]|[tT]|[rR][eE]|[vV][eE]|[mM]|[lL][lL]|[dD])";
const SPACE = '\\p{White_Space}';
const OTHERS = `[^${SPACE}\\p{L}\\p{N}]+`;
const BLANKS = `${SPACE}*[\\r\\n]+|${SPACE}+(?!\\P{White_Space})|${SPACE}+`;
const UPPER = '[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]';
const LOWER = '[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]';
const LEAD = '[^\\r\\n\\p{L}\\p{N}]?';

/** What cuts a text, per encoding. Source: the encodings' `pat_str` in tiktoken. */
const SOURCES: Readonly<Record<Encoding, string>> = {
  cl100k_base: `${CONTRACTION}|${LEAD}\\p{L}+|\\p{N}{1,3}| ?${OTHERS}[\\r\\n]*|${BLANKS}`,
  o200k_base:
    `${LEAD}${UPPER}*${LOWER}+(?:${CONTRACTION})?|${LEAD}${UPPER}+${LOWER}*(?:${CONTRACTION})?|\\p{N}{1,3}| ?${OTHERS}[\\r\\n/]*|${BLANKS}`,
};

const patterns = new Map<Encoding, RegExp>();

/** Compiled on first use: they spell out whole classes of Unicode. */
function patternOf(encoding: Encoding): RegExp {
  let pattern = patterns.get(encoding);
  if (pattern === undefined) patterns.set(encoding, (pattern = new RegExp(SOURCES[encoding], 'gu')));
  return pattern;
}

/**
 * Cuts a text into the pieces that are merged each by itself.
 *
 * A single run of several million letters is too long for JavaScript's regular expressions; such a text is halved until it
 * fits, which may add a token at each cut.
 */
export function piecesOf(text: string, encoding: Encoding): readonly string[] {
  try {
    return text.match(patternOf(encoding)) ?? [];
  } catch (error) {
    if (text.length < 2) throw error;
    const middle = text.length >> 1;
    // Not between the halves of a surrogate pair.
    const cut = /[\uDC00-\uDFFF]/u.test(text.charAt(middle)) ? middle + 1 : middle;
    return piecesOf(text.slice(0, cut), encoding).concat(piecesOf(text.slice(cut), encoding));
  }
}
