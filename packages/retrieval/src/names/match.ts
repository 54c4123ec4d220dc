import { nameWords, normaliseName, type Run } from '@graphwright/contract';
import type { Aliases } from './aliases.ts';
import { Coverage } from './coverage.ts';
import { nearNames } from './near.ts';
import { STOP_WORDS } from './stop-words.ts';
import { isUnspaced, nameWindows, type NameWindow } from './windows.ts';

/** How names are looked for. */
export interface NameOptions {
  /** The longest name in normalised characters. */
  readonly longest: number;
  /** A word points at a longer name only if at most so many names hold it; 0 switches this off. */
  readonly sharedBy: number;
  /** A longer name is meant only if this share of its words stands in the question. */
  readonly minCoverage: number;
  /** Whether stretches that are no name may be near to one; they may when left out. */
  readonly near?: boolean;
  /** Other names by which entities are asked for; none when left out. */
  readonly aliases?: Aliases;
}

/** How a question names an entity: by its name, by an alias of it, by words of it, by a form near to it. */
export type NameWay = 'name' | 'alias' | 'words' | 'near';

/** An entity whose name stands in a question. */
export interface NameMatch {
  readonly id: string;
  /**
   * 1 for a whole name or an alias; for words of it, the share of its words in the question ÷ the number of names that share the
   * rarest; for a near form, 0.9 · (1 − edits ÷ length) ÷ the number of names equally near.
   */
  readonly score: number;
  /** Where it stands first, in UTF-16 code units of the question in NFKC; for words of a name, where the first of them does. */
  readonly position: number;
  /** It stands only inside a longer name that was found. */
  readonly superseded: boolean;
  readonly by: NameWay;
}

/**
 * The entities whose name stands in a question: whole names and aliases first, the longest winning where two overlap, then names of
 * which the question holds rare words, then those to which a stretch is near that belongs to none of the whole names. Two look-ups
 * by key, whatever the size of the index; near names besides take an index of all names that is made once a knowledge base. An
 * entity without a whole name may be matched by words and by a near form.
 */
export async function matchNames(asked: string, options: NameOptions, run: Run): Promise<NameMatch[]> {
  const question = asked.normalize('NFKC');
  const windows = nameWindows(question, options.longest);
  const { matches, taken } = await wholeNames(question, windows, options, run);
  const nameLike = nameLikeWords(question);
  const partial = options.sharedBy === 0 ? NO_WORDS : await wordsOfNames(question, nameLike, taken, options, run);
  const near = options.near === false ? [] : await nearNames({ question, windows: freeWindows(question, windows, taken), nameLike: new Set(nameLike), known: partial.known }, run);
  const whole = new Set(matches.map(({ id }) => id));
  return [...matches, ...[...partial.matches, ...near].filter(({ id }) => !whole.has(id))];
}

async function wholeNames(
  question: string,
  windows: ReadonlyMap<string, readonly NameWindow[]>,
  { aliases }: NameOptions,
  run: Run,
): Promise<{ matches: NameMatch[]; taken: ReadonlySet<NameWindow> }> {
  const used = (aliases?.all ?? []).filter(({ form }) => windows.has(form));
  const values = new Set([...windows.keys(), ...used.flatMap(({ names }) => names.map(normaliseName))]);
  const batch = await run.knowledge.rows({ table: 'entities', by: 'name', values: [...values], columns: ['title'], signal: run.signal });
  const titles = batch.ids.map((_, row) => batch.get(row, 'title').normalize('NFKC'));
  await aliases?.warnOfUnknown(used, new Set(titles.map(normaliseName)), run);
  const hits = batch.ids.flatMap((id, row) => {
    const title = titles[row] ?? '';
    const name = normaliseName(title);
    const others = used.filter(({ names }) => names.some((one) => normaliseName(one) === name));
    return [{ id, form: name, title, by: 'name' as const }, ...others.map(({ form, written }) => ({ id, form, title: written, by: 'alias' as const }))];
  });
  const placed = hits.map(({ id, form, title, by }) => {
    const places = windows.get(form) ?? [];
    return { id, length: form.length, by, places: isGuarded(form) ? places.filter((place) => isWrittenAsName(question, place, title)) : places };
  });
  const taken = withoutOverlaps(question, placed.flatMap(({ length, places }) => places.map((place) => ({ place, length }))));
  const matches = placed.flatMap(({ id, by, places }): NameMatch[] => {
    const first = places.find((place) => taken.has(place)) ?? places[0];
    return first === undefined ? [] : [{ id, score: 1, position: first.start, superseded: !taken.has(first), by }];
  });
  return { matches, taken };
}

/** The stretches that touch no whole name. */
function freeWindows(question: string, windows: ReadonlyMap<string, readonly NameWindow[]>, taken: ReadonlySet<NameWindow>): NameWindow[] {
  const coverage = new Coverage(question.length);
  for (const place of taken) coverage.add(place);
  return [...windows.values()].flatMap((places) => places.filter((place) => !coverage.overlaps(place)));
}

/** The stretches that stand when the longest is taken first and, of equal ones, the earliest. */
function withoutOverlaps(question: string, places: readonly { readonly place: NameWindow; readonly length: number }[]): ReadonlySet<NameWindow> {
  const taken = new Set<NameWindow>();
  const coverage = new Coverage(question.length);
  for (const { place } of places.toSorted((a, b) => b.length - a.length || a.place.start - b.place.start)) {
    if (coverage.overlaps(place)) continue;
    coverage.add(place);
    taken.add(place);
  }
  return taken;
}

interface WordMatches {
  readonly matches: readonly NameMatch[];
  /** The words that were looked up and stand in some name. */
  readonly known: ReadonlySet<string>;
}

const NO_WORDS: WordMatches = { matches: [], known: new Set() };

async function wordsOfNames(
  question: string,
  nameLike: readonly string[],
  taken: Iterable<NameWindow>,
  { sharedBy, minCoverage }: NameOptions,
  run: Run,
): Promise<WordMatches> {
  const asked = firstPlaces(question);
  // A name of one word may be the short form of a longer one (`CRUZ`, `TAYLOR CRUZ`), a longer one says all that is meant.
  const spent = new Set([...taken].map(({ written }) => nameWords(written)).filter((words) => words.length > 1).flat());
  const pointing = nameLike.filter((word) => !spent.has(word) && points(word));
  if (pointing.length === 0) return NO_WORDS;
  const batch = await run.knowledge.rows({
    table: 'entities',
    by: 'nameWord',
    values: pointing,
    limitPerValue: sharedBy + 1,
    columns: ['title'],
    signal: run.signal,
  });
  const names = batch.ids.map((id, row) => ({ id, words: nameWords(batch.get(row, 'title')) }));
  const holders = new Map(pointing.map((word) => [word, 0]));
  for (const word of names.flatMap(({ words }) => words)) if (holders.has(word)) holders.set(word, (holders.get(word) ?? 0) + 1);
  const known = new Set(pointing.filter((word) => holders.get(word) !== 0));
  const matches = names.flatMap(({ id, words }): NameMatch[] => {
    const telling = words.filter((word) => !STOP_WORDS.has(word));
    const coverage = telling.filter((word) => asked.has(word)).length / telling.length;
    const sharing = Math.min(...telling.map((word) => holders.get(word) ?? Number.POSITIVE_INFINITY));
    if (sharing > sharedBy || coverage < minCoverage) return [];
    const position = Math.min(...telling.flatMap((word) => asked.get(word) ?? []));
    return [{ id, score: coverage / sharing, position, superseded: false, by: 'words' }];
  });
  return { matches, known };
}

/** Where each word of a question, in the form of `nameWords`, stands first. */
function firstPlaces(question: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const { 0: word, index } of question.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}]+/gu)) if (!places.has(word)) places.set(word, index);
  return places;
}

/** Whether a name occurs in questions as a common word: it is a single letter or a stop word. */
function isGuarded(name: string): boolean {
  return [...name].length === 1 || STOP_WORDS.has(name);
}

/**
 * Whether a guarded name is written as a name: with the capitals of its title, in a question that is not all capitals, and not
 * with the one capital that any first word of a sentence has. A single letter that is a word (`I`, `a`) never is.
 */
function isWrittenAsName(question: string, { written, start }: NameWindow, title: string): boolean {
  if (written !== title || written === written.toLowerCase() || question === question.toUpperCase()) return false;
  const single = [...written].length === 1;
  if (single && STOP_WORDS.has(written.toLowerCase())) return false;
  return !opensSentence(question, start) || (!single && written === written.toUpperCase());
}

/**
 * The words of a question that may belong to a name, in the form of `nameWords`. Where a question writes some word with a capital
 * that is not owed to the start of a sentence, its names are written with capitals, and other words of a cased script are out.
 */
function nameLikeWords(question: string): string[] {
  const words = Array.from(question.matchAll(/[\p{L}\p{M}\p{N}]+/gu), ({ 0: written, index }) => ({
    written,
    capital: written !== written.toLowerCase(),
    cased: written.toUpperCase() !== written.toLowerCase(),
    owed: opensSentence(question, index),
  }));
  const byCapitals = words.some(({ capital, owed }) => capital && !owed);
  return nameWords(words.flatMap(({ written, capital, cased }) => (byCapitals && cased && !capital ? [] : written)).join(' '));
}

/** Whether before a place there are only quotes and brackets that open, blanks, and the end of a sentence (or nothing). */
function opensSentence(question: string, start: number): boolean {
  let place = start;
  const skip = (characters: RegExp): void => {
    while (place > 0 && characters.test(question.charAt(place - 1))) place--;
  };
  skip(/["'([]/u);
  skip(/\s/u);
  if (place === 0) return true;
  skip(/["')\]]/u);
  return place > 0 && /[.!?:]/u.test(question.charAt(place - 1));
}

/** Whether a word can point at a name: at least three characters, or two with a digit, no stop word, in a script with word bounds. */
function points(word: string): boolean {
  const length = [...word].length;
  return (length >= 3 || (length === 2 && /\p{N}/u.test(word))) && !STOP_WORDS.has(word) && !isUnspaced(word);
}
