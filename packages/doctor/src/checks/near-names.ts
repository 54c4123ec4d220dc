import { compareStrings, editDistance, nameWords, normaliseName } from '@graphwright/contract';
import type { SurveyRow } from '../survey/rows.ts';

/** How many names on either list each is compared with: those that sort next to it. */
const NEIGHBOURS = 8;
/** Shorter names and words differ by a letter without meaning the same. */
const SHORTEST = 5;
/** From this length on two letters may differ. */
const LONG = 10;

interface Named {
  readonly row: SurveyRow;
  /** The name as names are compared. */
  readonly form: string;
  readonly words: readonly string[];
}

/** Rows by name, whatever its case, width and blanks; each group and the groups among themselves in stored order. Rows without a name stand alone. */
export function namesakes(rows: readonly SurveyRow[]): SurveyRow[][] {
  const groups = new Map<string, SurveyRow[]>();
  for (const row of rows) {
    const form = normaliseName(row.name);
    const key = form === '' ? `\u0000${row.id}` : form;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [row]);
    else known.push(row);
  }
  return [...groups.values()];
}

/**
 * Pairs of rows with nearly the same name: an edit distance of 1 (from 5 characters on) or 2 (from 10 on), in each of the words where
 * there are as many, with the same digits; or the same words in another order or with other marks between them. Not every pair is looked at: names are sorted, forwards and
 * backwards, and each is compared with the 8 after it, so the cost is that of sorting. A typing error near both the beginning and the
 * end of a name may be missed in a crowd of like names.
 *
 * @param rows Rows of different names.
 * @returns Each row once at most, as the second of the pair the one that it is near to; in stored order.
 */
export function nearNames(rows: readonly SurveyRow[]): [row: SurveyRow, other: SurveyRow][] {
  const place = new Map(rows.map((row, index) => [row, index]));
  const pairs = new Map<SurveyRow, SurveyRow>();
  const pair = (a: SurveyRow, b: SurveyRow): void => {
    const [first, second] = (place.get(a) ?? 0) < (place.get(b) ?? 0) ? [a, b] : [b, a];
    if (!pairs.has(second)) pairs.set(second, first);
  };
  const byWords = new Map<string, SurveyRow>();
  for (const row of rows) {
    const words = nameWords(row.name);
    if (words.length < 2) continue;
    const key = words.toSorted(compareStrings).join(' ');
    const known = byWords.get(key);
    if (known === undefined) byWords.set(key, row);
    else pair(known, row);
  }
  const named = rows.map((row): Named => ({ row, form: normaliseName(row.name), words: nameWords(row.name) })).filter(({ form }) => form.length >= SHORTEST);
  pairNeighbours(named.toSorted((a, b) => compareStrings(a.form, b.form)), pair);
  const backwards = new Map(named.map((one) => [one, [...one.form].toReversed().join('')]));
  pairNeighbours(named.toSorted((a, b) => compareStrings(backwards.get(a) ?? '', backwards.get(b) ?? '')), pair);
  return [...pairs].toSorted(([a], [b]) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
}

function pairNeighbours(sorted: readonly Named[], pair: (a: SurveyRow, b: SurveyRow) => void): void {
  for (const [index, one] of sorted.entries()) {
    for (const other of sorted.slice(index + 1, index + 1 + NEIGHBOURS)) if (isNear(one, other)) pair(one.row, other.row);
  }
}

/** By word where both have the same number of words, so that Mr. and Mrs., or a local and a global search, are two; else as a whole. */
function isNear(a: Named, b: Named): boolean {
  const byWord = a.words.length === b.words.length;
  if (byWord && !a.words.every((word, index) => word === b.words[index] || isWithin(word, b.words[index] ?? ''))) return false;
  return isWithin(a.form, b.form) && digitsOf(a.form) === digitsOf(b.form);
}

function isWithin(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  if (shorter < SHORTEST) return false;
  const allowed = shorter >= LONG ? 2 : 1;
  return editDistance(a, b, allowed + 1) <= allowed;
}

/** Names that differ by a number (Phase 1, Phase 2) are two things. */
function digitsOf(form: string): string {
  return form.replaceAll(/\P{N}/gu, '');
}
