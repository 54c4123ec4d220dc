import type { TableName } from '@graphwright/contract';
import type { Example, StrategyName } from './diagnosis.ts';
import type { SurveyRow } from './survey/rows.ts';
import type { Survey } from './survey/survey.ts';

/** The most examples of a finding. */
const EXAMPLES = 5;
/** Characters of an example's name. */
const NAME = 120;

/** What a code stands for, in words that do not depend on the index. */
export interface CodeFacts {
  /** A sentence: what is the matter, and what comes of it. */
  readonly meaning: string;
  /** The strategies that it touches. */
  readonly hurts: readonly StrategyName[];
  /** The share of the total, from 0 to 1, from which on it hurts; it is never more than a note when left out. */
  readonly hurtsFrom?: number;
  /** A sentence: what to do. */
  readonly advice: string;
}

/** Counts records that show a finding, and keeps the first few as examples. */
export class Tally {
  readonly examples: Example[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Counts one. @param name What a person knows it by, the row's own name when left out. */
  add(table: TableName, { id, name: own }: SurveyRow, name: string = own): void {
    this.#count++;
    if (this.examples.length < EXAMPLES) this.examples.push({ table, id, name: name.length > NAME ? `${name.slice(0, NAME)}…` : name });
  }
}

/** Counts the rows for which something holds. */
export function tallyOf<R extends SurveyRow>(table: TableName, rows: readonly R[], isOne: (row: R) => boolean): Tally {
  const tally = new Tally();
  for (const row of rows) if (isOne(row)) tally.add(table, row);
  return tally;
}

/** What a check says it found. A finding with count 0 is none. */
export interface Found<K extends string> {
  readonly code: K;
  readonly tally: Pick<Tally, 'count' | 'examples'>;
  readonly total: number;
  readonly part?: string;
  /** Where it depends on the part: the strategies that it touches, in place of those of the code. */
  readonly hurts?: readonly StrategyName[];
}

/** One check: a pure look at a survey. */
export interface Check<K extends string = string> {
  /** Its name in a diagnosis. */
  readonly id: string;
  /** The tables that it looks at: it is skipped where one of them is absent, or where one of its columns holds nothing. */
  readonly needs: { readonly [T in TableName]?: readonly string[] };
  /** Any further reason for which it cannot run. */
  readonly obstacle?: (survey: Survey) => string | undefined;
  /** What it looks at beside the rows of its tables, for the count of what it saw. */
  readonly alsoSees?: (survey: Survey) => number;
  readonly codes: Readonly<Record<K, CodeFacts>>;
  find(survey: Survey): readonly Found<K>[] | Promise<readonly Found<K>[]>;
}

/** A check, with its codes tied to what it finds. */
export function defineCheck<K extends string>(check: Check<K>): Check<K> {
  return check;
}
