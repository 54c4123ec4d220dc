import type { NotedPoint } from '../compatible/reduce-section.ts';

const MARK = /\[\s*data\s*:([^[\]]*)\]/giu;
const REPORTS = /reports?\s*\(([^()]*)\)/giu;

/** The reports that a text cites, each once, in order. */
export function citedReports(text: string): string[] {
  const labels = new Set<string>();
  for (const [, mark = ''] of text.matchAll(MARK)) {
    for (const [, list = ''] of mark.matchAll(REPORTS)) {
      for (const label of list.split(',')) if (!/^\s*(?:\+\s*more)?\s*$/iu.test(label)) labels.add(label.trim());
    }
  }
  return [...labels];
}

/** What came of merging: points, best first, and those that another one says already. */
export interface MergedPoints {
  readonly points: readonly NotedPoint[];
  readonly duplicates: readonly NotedPoint[];
}

/**
 * Merges points that say the same: those whose words are alike (shared words over all words, in [0, 1]) by at least `likeness`, and which
 * have the same numbers and the same negations. The one with the best score stays, with the citations of all.
 *
 * @param points Best first.
 */
export function mergePoints(points: readonly NotedPoint[], likeness: number): MergedPoints {
  const kept: { point: NotedPoint; readonly said: Said; readonly more: string[] }[] = [];
  const duplicates: NotedPoint[] = [];
  for (const point of points) {
    const said = saidBy(point.answer);
    const same = kept.find((one) => one.said.exact === said.exact && alike(one.said.words, said.words) >= likeness);
    if (same === undefined) kept.push({ point, said, more: [] });
    else {
      duplicates.push(point);
      const known = new Set([...citedReports(same.point.answer), ...same.more]);
      same.more.push(...citedReports(point.answer).filter((label) => !known.has(label)));
    }
  }
  return { points: kept.map(({ point, more }) => (more.length === 0 ? point : { ...point, answer: `${point.answer} [Data: Reports (${more.join(', ')})]` })), duplicates };
}

interface Said {
  readonly words: ReadonlySet<string>;
  /** Numbers and negations in order: where they differ, two points differ. */
  readonly exact: string;
}

const NEGATION = /^(?:not|no|never|none|nor|neither|without|cannot|\w+n['’]t|nicht|kein\w*|不|没|無|无|未)$/u;

function saidBy(text: string): Said {
  const plain = text.replaceAll(MARK, '').normalize('NFKC').toLowerCase();
  const words = plain.match(/\p{Script=Han}|[\p{L}\p{N}]+(?:['’.,]\p{L}*\p{N}*(?<=[\p{L}\p{N}]))*/gu) ?? [];
  return { words: new Set(words), exact: words.filter((word) => /\p{N}/u.test(word) || NEGATION.test(word)).join(' ') };
}

function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared / (a.size + b.size - shared);
}
