import { nameWords, type Run } from '@graphwright/contract';
import { Coverage } from './coverage.ts';
import { designators, editsBetween, fixedParts, foldName } from './fold.ts';
import type { NameMatch } from './match.ts';
import { nearIndexOf, type KnownName } from './near-index.ts';
import { STOP_WORDS } from './stop-words.ts';
import { isUnspaced, type NameWindow } from './windows.ts';

/** A near name stands below every whole name. */
const FACTOR = 0.9;
/** A stretch to which more names are equally near means none of them. */
const EQUALLY_NEAR = 3;

/** What is known of a question before near names are looked for. */
export interface NearScope {
  /** In Unicode form NFKC. */
  readonly question: string;
  /** Its stretches, those out that touch a whole name. */
  readonly windows: readonly NameWindow[];
  /** Its words that may belong to a name. */
  readonly nameLike: ReadonlySet<string>;
  /** Its words that stand in names as they are: no misspelling. */
  readonly known: ReadonlySet<string>;
}

interface NearStretch {
  readonly window: NameWindow;
  readonly distance: number;
  readonly length: number;
  readonly ids: readonly string[];
}

/**
 * The entities to whose name a stretch of a question is near and no stretch equal. The stretches that are nearest win, of equal
 * ones the longest, then the earliest; those that overlap one that won are out.
 *
 * Score: 0.9 · (1 − edits ÷ length of the folded name) ÷ number of names equally near, at most 3 of them.
 */
export async function nearNames(scope: NearScope, run: Run): Promise<NameMatch[]> {
  const asked = scope.windows.filter((window) => mayBeName(window, scope));
  if (asked.length === 0) return [];
  const index = await nearIndexOf(run.knowledge, run.signal);
  const stretches = asked.flatMap((window) => nearest(window, index.candidates(foldName(window.written)), scope.known) ?? []);
  const won: NearStretch[] = [];
  const coverage = new Coverage(scope.question.length);
  for (const stretch of stretches.toSorted((a, b) => Math.sign(a.distance) - Math.sign(b.distance) || b.length - a.length || a.distance - b.distance || a.window.start - b.window.start)) {
    if (coverage.overlaps(stretch.window)) continue;
    coverage.add(stretch.window);
    won.push(stretch);
  }
  return won.flatMap(({ window, distance, length, ids }) =>
    ids.map((id): NameMatch => ({ id, score: (FACTOR * (1 - distance / length)) / ids.length, position: window.start, superseded: false, by: 'near' })),
  );
}

/**
 * Whether a stretch may be a misspelt name: at least three characters, some word that is no stop word, at both ends one that may be
 * of a name, and not, but for stop words, a single word that stands in names as it is.
 */
function mayBeName({ written }: NameWindow, { nameLike, known }: NearScope): boolean {
  const words = nameWords(written);
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  if (foldName(written).length < 3 || telling.length === 0 || (telling.length === 1 && known.has(telling[0] ?? ''))) return false;
  return words.every((word, place) => nameLike.has(word) || isUnspaced(word) || (STOP_WORDS.has(word) && place > 0 && place < words.length - 1));
}

/** The names nearest to a stretch, undefined without one or with too many. */
function nearest(window: NameWindow, names: readonly KnownName[], known: ReadonlySet<string>): NearStretch | undefined {
  const distances = names.map(({ title }) => nameDistance(window.written, title));
  const distance = Math.min(...distances.map((one) => one ?? Infinity));
  if (distance === Infinity || (distance > 0 && isKnown(window, known))) return undefined;
  const nearestNames = names.filter((_, place) => distances[place] === distance);
  if (nearestNames.length > EQUALLY_NEAR) return undefined;
  return { window, distance, length: foldName(nearestNames[0]?.title ?? '').length, ids: nearestNames.map(({ id }) => id) };
}

function isKnown({ written }: NameWindow, known: ReadonlySet<string>): boolean {
  return nameWords(written).every((word) => known.has(word) || STOP_WORDS.has(word));
}

/**
 * The edits between a stretch and a name in folded form, or undefined where they are not near: more edits than the shorter of them
 * may have, another first character, another script, another number or letter that counts (`II`, `B`), a word of its own at an end
 * that carries no name (`the`), or, where both have as many words, a word with more edits than its length allows (`Joan Smith` is
 * not `John Smith`). With another number of words, one edit at most.
 */
function nameDistance(written: string, title: string): number | undefined {
  const [a, b] = [foldName(written), foldName(title)];
  if (a[0] !== b[0] || fixedParts(a) !== fixedParts(b)) return undefined;
  const [words, others] = [nameWords(written), nameWords(title)];
  if ([words[0], others[0]].some((word) => word !== undefined && STOP_WORDS.has(word)) && words[0] !== others[0]) return undefined;
  if ([words.at(-1), others.at(-1)].some((word) => word !== undefined && STOP_WORDS.has(word)) && words.at(-1) !== others.at(-1)) return undefined;
  const distance = editsBetween(a, b, words.length === others.length ? 2 : 1);
  if (distance === undefined) return undefined;
  if (distance > 0 && designators(words) !== designators(others)) return undefined;
  if (words.length === others.length && words.some((word, place) => editsBetween(foldName(word), foldName(others[place] ?? ''), 2) === undefined)) return undefined;
  return distance;
}
