/** A stretch of a question that may be a name. Offsets are UTF-16 code units of the question in NFKC. */
export interface NameWindow {
  /** The stretch as it is written. */
  readonly written: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Scripts that are written without spaces between words: a name may begin and end at any of their characters. Hangul has spaces,
 * but particles are written onto a name, so there a name begins at the start of a word and may end anywhere in it.
 */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const SPACE = /\s/u;
const HANGUL = /\p{Script=Hangul}/u;
const WORD = /[\p{L}\p{M}\p{N}]/u;

interface Atom {
  readonly start: number;
  readonly end: number;
  /** Whether a name may begin here. */
  readonly opens: boolean;
  /** Lengths of punctuation that touches it before and after: of one character, of two, up to {@link TOUCHING}. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Characters of punctuation that are tried as part of a name, on either side. */
const TOUCHING = 3;

/**
 * Every stretch of a question that could be a name, by its normalised form, with all places where it stands: from the start of a
 * word to the end of a word, with and without the punctuation that touches it (`C++`, `.NET`), in scripts without spaces from any
 * character to any other. The number grows with the question and `longest`, never with the index.
 *
 * @param question In Unicode form NFKC.
 * @param longest The longest name in normalised characters.
 */
export function nameWindows(question: string, longest: number): Map<string, NameWindow[]> {
  const atoms = atomsOf(question);
  const { text, places } = normalised(question);
  const windows = new Map<string, NameWindow[]>();
  const add = (start: number, end: number): boolean => {
    const [from, to] = [places[start] ?? 0, places[end] ?? text.length];
    if (to - from > longest) return false;
    const name = text.slice(from, to);
    const window = { written: question.slice(start, end), start, end };
    const others = windows.get(name);
    if (others === undefined) windows.set(name, [window]);
    else others.push(window);
    return true;
  };
  for (const [first, { start, opens, before }] of atoms.entries()) {
    if (!opens) continue;
    for (let last = first; last < atoms.length; last++) {
      const { end, after } = atoms[last] ?? { end: start, after: [] };
      if (!add(start, end)) break;
      for (const right of after) add(start, end + right);
      for (const left of before) for (const right of [0, ...after]) add(start - left, end + right);
    }
  }
  return windows;
}

/** Whether a word belongs to a script in which words have no bounds. */
export function isUnspaced(word: string): boolean {
  return UNSPACED.test(word);
}

function atomsOf(question: string): Atom[] {
  const atoms: { start: number; end: number; opens: boolean; before: number[]; after: number[] }[] = [];
  let offset = 0;
  let previous: CharacterKind = 'space';
  let gap: string[] = [];
  for (const character of question) {
    const kind = kindOf(character);
    const end = offset + character.length;
    const last = atoms.at(-1);
    if (kind === 'other') {
      gap.push(character);
      if (last !== undefined && gap.length <= TOUCHING && end - last.end === gap.join('').length) last.after = lengths(gap);
    } else if (kind === 'word' && previous === 'word' && last !== undefined) {
      last.end = end;
    } else if (kind !== 'space') {
      atoms.push({ start: offset, end, opens: kind !== 'hangul' || previous !== 'hangul', before: lengths(gap.toReversed()), after: [] });
    }
    if (kind !== 'other') gap = [];
    previous = kind;
    offset = end;
  }
  return atoms;
}

/** How long the first character is, the first two, and so on. */
function lengths(characters: readonly string[]): number[] {
  return characters.slice(0, TOUCHING).map((_, index) => characters.slice(0, index + 1).join('').length);
}

type CharacterKind = 'word' | 'hangul' | 'unspaced' | 'space' | 'other';

function kindOf(character: string): CharacterKind {
  if (character >= 'a' && character <= 'z') return 'word';
  if (SPACE.test(character)) return 'space';
  if (!WORD.test(character)) return 'other';
  if (UNSPACED.test(character)) return 'unspaced';
  return HANGUL.test(character) ? 'hangul' : 'word';
}

/**
 * A question in the form of `normaliseName`, and where each of its code units stands in it: so the names of all its stretches are
 * slices of one string.
 */
function normalised(question: string): { text: string; places: readonly number[] } {
  // Lower case of the whole, since that of a letter may depend on its neighbours (a Greek sigma at the end of a word).
  const lower = question.toLowerCase();
  const places: number[] = [];
  let text = '';
  let offset = 0;
  for (const character of question) {
    for (let unit = 0; unit < character.length; unit++) places.push(text.length);
    const length = character.toLowerCase().length;
    if (!SPACE.test(character)) text += lower.slice(offset, offset + length);
    offset += length;
  }
  places.push(text.length);
  return { text, places };
}
