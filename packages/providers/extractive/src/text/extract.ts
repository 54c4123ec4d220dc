import type { WindowRow } from '../window/rows.ts';
import { featuresOf } from './words.ts';
import { sentencesOf } from './sentences.ts';

/** How sentences are chosen. */
export interface ExtractionSettings {
  /** At most so many sentences, ≥ 1. */
  readonly sentences: number;
  /** Least score of a sentence, in [0, 1]. */
  readonly minScore: number;
  /** Weight of score against newness, in [0, 1]: 1 ignores repetition. */
  readonly diversity: number;
}

/** A sentence that bears on the question, with every row that holds it. */
export interface Extract {
  readonly sentence: string;
  /**
   * Share of the question's weight that the sentence carries, in [0, 1], its row's title counting half; long sentences are
   * discounted a little.
   */
  readonly score: number;
  /** The rows that hold the sentence, in window order; never empty. */
  readonly rows: readonly WindowRow[];
}

interface Scored {
  readonly sentence: string;
  readonly rows: WindowRow[];
  readonly order: number;
  readonly features: ReadonlyMap<string, number>;
}

/** A title names what a sentence is about; the sentence itself says it: half the weight. */
const TITLE_SHARE = 0.5;
/** Sentences up to this many features are not discounted; above it the score falls with the fourth root of the excess. */
const PLAIN_LENGTH = 60;

/**
 * The sentences of some rows that bear on a question, best first by maximal marginal relevance (Carbonell and Goldstein 1998:
 * diversity × score − (1 − diversity) × largest likeness to a sentence already chosen).
 *
 * The score is the overlap of words and pieces of words, each weighted by its rarity, ln(1 + N / n) for n of the N sentences that
 * hold it. Equal scores keep the order of the window.
 */
export function extract(question: string, rows: readonly WindowRow[], settings: ExtractionSettings): Extract[] {
  const scored = collect(rows);
  const rarity = raritiesOf(scored);
  const wanted = [...featuresOf(question)].filter(([feature]) => rarity.has(feature));
  const whole = wanted.reduce((sum, [feature, weight]) => sum + weight * (rarity.get(feature) ?? 0), 0);
  if (whole === 0) return [];
  const titles = new Map<string, ReadonlyMap<string, number>>();
  const pool = scored
    .map((candidate) => {
      const title = titleFeatures(candidate, titles);
      let score = 0;
      for (const [feature, weight] of wanted) {
        const share = candidate.features.has(feature) ? 1 : title.has(feature) ? TITLE_SHARE : 0;
        score += share * weight * (rarity.get(feature) ?? 0);
      }
      const excess = Math.max(1, candidate.features.size / PLAIN_LENGTH);
      return { candidate, score: score / whole / excess ** 0.25 };
    })
    .filter(({ score }) => score >= settings.minScore && score > 0)
    .sort((a, b) => b.score - a.score || a.candidate.order - b.candidate.order);
  return choose(pool, settings).map(({ candidate, score }) => ({
    sentence: candidate.sentence,
    score: Math.round(score * 1e6) / 1e6,
    rows: candidate.rows,
  }));
}

/** One entry a distinct sentence: text units overlap, and a report repeats what a source says. */
function collect(rows: readonly WindowRow[]): Scored[] {
  const found = new Map<string, Scored>();
  for (const row of rows) {
    for (const sentence of sentencesOf(row.text)) {
      const known = found.get(sentence);
      if (known === undefined) found.set(sentence, { sentence, rows: [row], order: found.size, features: featuresOf(sentence) });
      else if (!known.rows.includes(row)) known.rows.push(row);
    }
  }
  return [...found.values()];
}

function raritiesOf(scored: readonly Scored[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { features } of scored) for (const feature of features.keys()) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return new Map([...counts].map(([feature, count]) => [feature, Math.log(1 + scored.length / count)]));
}

function titleFeatures(candidate: Scored, known: Map<string, ReadonlyMap<string, number>>): ReadonlyMap<string, number> {
  const title = candidate.rows.map((row) => row.title ?? '').join(' ');
  let features = known.get(title);
  if (features === undefined) {
    features = featuresOf(title);
    known.set(title, features);
  }
  return features;
}

interface Pooled {
  readonly candidate: Scored;
  readonly score: number;
}

/** Only the best are compared with each other: the rest could not be chosen before them. */
function choose(pool: readonly Pooled[], settings: ExtractionSettings): Pooled[] {
  const open = pool.slice(0, settings.sentences * 8);
  const likeness = open.map(() => 0);
  const chosen: Pooled[] = [];
  while (chosen.length < settings.sentences && open.length > 0) {
    let best = 0;
    let bestValue = Number.NEGATIVE_INFINITY;
    for (const [index, { score }] of open.entries()) {
      const value = settings.diversity * score - (1 - settings.diversity) * (likeness[index] ?? 0);
      if (value > bestValue) [best, bestValue] = [index, value];
    }
    const [next] = open.splice(best, 1);
    likeness.splice(best, 1);
    if (next === undefined) break;
    chosen.push(next);
    for (const [index, { candidate }] of open.entries()) {
      likeness[index] = Math.max(likeness[index] ?? 0, likenessOf(candidate, next.candidate));
    }
  }
  return chosen.sort((a, b) => b.score - a.score || a.candidate.order - b.candidate.order);
}

/** Shared share of the smaller feature set, in [0, 1]: a sentence inside another one counts as the same. */
function likenessOf(a: Scored, b: Scored): number {
  const [few, many] = a.features.size <= b.features.size ? [a.features, b.features] : [b.features, a.features];
  if (few.size === 0) return 0;
  let shared = 0;
  for (const feature of few.keys()) if (many.has(feature)) shared++;
  return shared / few.size;
}
