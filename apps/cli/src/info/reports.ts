import type { KnowledgeBase } from '@graphwright/contract';
import { quantilesOf, type Quantiles } from './quantiles.ts';
import { walk } from './walk.ts';

/** The communities and reports of one level. */
export interface LevelMeasures {
  readonly level: number;
  readonly communities: number;
  readonly reports: number;
  /** Tokens of the reports' full texts. */
  readonly reportSizes: Quantiles | undefined;
  /** Tokens of all reports of the level. */
  readonly reportTokens: number;
  /** Tokens of the text units that their communities rest on, each once. */
  readonly sourceTokens: number;
  /** Report tokens over source tokens, two digits; undefined where the sources are not known. */
  readonly ratio: number | undefined;
  /** Reports that fit into the share, by rank, best first. */
  readonly fitting: number;
}

interface Report {
  readonly tokens: number;
  readonly rank: number;
  readonly ordinal: number;
  readonly communityId: string | undefined;
}

/** Measures reports level by level, the coarsest first. */
export async function measureReports(
  knowledge: KnowledgeBase,
  unitTokens: ReadonlyMap<string, number>,
  count: (text: string | undefined) => number,
  share: number,
  signal: AbortSignal,
): Promise<LevelMeasures[]> {
  const units = new Map<string, readonly string[]>();
  const communities = new Map<number, number>();
  await walk(
    knowledge,
    'communities',
    ['level', 'textUnitIds'],
    (batch, row) => {
      const level = batch.get(row, 'level');
      communities.set(level, (communities.get(level) ?? 0) + 1);
      units.set(batch.ids[row] ?? '', batch.get(row, 'textUnitIds'));
    },
    signal,
  );
  const reports = new Map<number, Report[]>();
  await walk(
    knowledge,
    'community_reports',
    ['level', 'fullContent', 'rank', 'ordinal', 'communityId'],
    (batch, row) => {
      const level = batch.get(row, 'level');
      const report = {
        tokens: count(batch.get(row, 'fullContent')),
        rank: batch.get(row, 'rank') ?? Number.NEGATIVE_INFINITY,
        ordinal: batch.get(row, 'ordinal'),
        communityId: batch.get(row, 'communityId'),
      };
      const here = reports.get(level);
      if (here === undefined) reports.set(level, [report]);
      else here.push(report);
    },
    signal,
  );
  const levels = [...new Set([...communities.keys(), ...reports.keys()])].toSorted((a, b) => a - b);
  return levels.map((level) => {
    const here = reports.get(level) ?? [];
    const sources = new Set(here.flatMap(({ communityId }) => (communityId === undefined ? [] : (units.get(communityId) ?? []))));
    const reportTokens = here.reduce((sum, { tokens }) => sum + tokens, 0);
    const sourceTokens = [...sources].reduce((sum, id) => sum + (unitTokens.get(id) ?? 0), 0);
    return {
      level,
      communities: communities.get(level) ?? 0,
      reports: here.length,
      reportSizes: quantilesOf(here.map(({ tokens }) => tokens)),
      reportTokens,
      sourceTokens,
      ratio: sourceTokens === 0 ? undefined : Math.round((reportTokens / sourceTokens) * 100) / 100,
      fitting: fittingOf(here, share),
    };
  });
}

function fittingOf(reports: readonly Report[], share: number): number {
  let left = share;
  let fitting = 0;
  for (const { tokens } of reports.toSorted((a, b) => compareRanks(b.rank, a.rank) || a.ordinal - b.ordinal)) {
    left -= tokens;
    if (left < 0) break;
    fitting++;
  }
  return fitting;
}

/** By value, so that two absent ranks are equal: their difference is no number. */
function compareRanks(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
