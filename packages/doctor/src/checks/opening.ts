import type { Warning } from '@graphwright/contract';
import type { Finding, StrategyName } from '../diagnosis.ts';

interface OpeningFacts {
  readonly hurts: readonly StrategyName[];
  readonly advice: string;
}

const CLUSTER = 'Run clustering and reports again.';

/** What opening tells and no check can see through the port of an index, since the loader puts it right. */
export const OPENING_CODES: Readonly<Record<string, OpeningFacts>> = {
  'communities-derived': { hurts: [], advice: 'Index again with a newer version where relationships and text units of communities are wanted.' },
  'community-relative-missing': { hurts: ['global'], advice: CLUSTER },
  'level-missing': { hurts: ['global'], advice: CLUSTER },
  'levels-as-text': { hurts: [], advice: 'Nothing for use here; other readers may compare "10" and "9" as text.' },
  'list-of-null': { hurts: [], advice: 'Nothing; the lists are read as empty.' },
  'more-reports-than-communities': { hurts: ['global'], advice: 'Write the reports again after clustering.' },
  'report-for-no-community': { hurts: ['global'], advice: 'Take these reports out, or write the reports again.' },
  'report-level-missing': { hurts: ['global'], advice: CLUSTER },
  'tables-in-two-formats': { hurts: [], advice: 'Say which to take, or take the older ones away: they may be of two runs.' },
  'vector-tables-several': { hurts: [], advice: 'Take the tables of earlier runs away.' },
  'vectors-elsewhere': { hurts: [], advice: 'Give the store that opens them.' },
  'vectors-empty': { hurts: ['local', 'drift', 'basic'], advice: 'Run the step that makes embeddings again.' },
  'vectors-unknown': { hurts: [], advice: 'Nothing, unless they are meant to be searched.' },
};

/** Warnings that the checks find themselves, with more to say about them. */
const CHECKED_HERE: ReadonlySet<string> = new Set([
  'claim-subject-missing',
  'community-member-missing',
  'community-without-report',
  'entity-without-community',
  'id-missing',
  'id-repeated',
  'low-community-coverage',
  'no-level-0',
  'relationship-end-missing',
  'report-community-missing',
  'report-repeated',
  'table-empty',
  'table-missing',
  'title-repeated',
]);

/** What was found at opening, as findings: under the code of the warning, with its own words as the meaning. */
export function openingFindings(warnings: readonly Warning[], source: string): Finding[] {
  return warnings
    .filter(({ code }) => !CHECKED_HERE.has(code))
    .map(({ code, message, count = 1, examples = [] }) => {
      const { hurts, advice } = OPENING_CODES[code] ?? { hurts: [], advice: 'See the documentation of whoever opened the index.' };
      return {
        code,
        severity: hurts.length > 0 ? 'hurts' : 'note',
        count,
        total: count,
        examples: examples.slice(0, 5).map((name) => ({ table: source, id: '', name: name.slice(0, 120) })),
        meaning: message,
        hurts: [...hurts],
        advice,
      };
    });
}
