import { graphragForms, reportsSection, type Renderer } from '@graphwright/context';
import type { Candidate, Dropped, Run, Section, TokenCounter } from '@graphwright/contract';
import type { IndexMemo } from './memo/index-memo.ts';
import type { ReportRecord } from './memo/records.ts';
import type { CompatibleOptions } from './options.ts';
import type { SelectedEntity } from './selection.ts';

/**
 * The section `reports`: reports of the communities of the selected entities, by (matching entities, rank), both descending, ties by
 * where their community comes up first. Without any report in the index there is no section; where none is left or fits,
 * `[]` stands there.
 */
export async function reportSection(
  entities: readonly SelectedEntity[],
  memo: IndexMemo,
  run: Run,
  options: CompatibleOptions,
  tokens: TokenCounter,
  known: ReadonlySet<string>,
): Promise<Section | undefined> {
  if (!anyReport(run, options)) return undefined;
  const { ranked, records } = await rankedReports(entities, memo, run, options);
  const candidates: Candidate[] = [];
  const dropped: Dropped[] = [];
  for (const { candidate, report } of ranked) {
    if ((report.rank ?? 0) < options.minCommunityRank) dropped.push({ ...candidate, reason: 'below-threshold' });
    else if (known.has(`community_reports ${report.id}`)) dropped.push({ ...candidate, reason: 'already-known' });
    else candidates.push(candidate);
  }
  return reportsSection({
    knowledge: run.knowledge,
    found: { candidates, dropped, caps: [] },
    tokens,
    name: 'reports',
    title: options.communityContextName,
    renderer: rendererOf(options),
    form: options.useCommunitySummary ? 'summary' : 'full',
    citationMarks: 'keep',
    signal: run.signal,
    ...(options.includeCommunityRank
      ? { arrange: (included) => included.toSorted((a, b) => rankOf(records, b.candidate.id) - rankOf(records, a.candidate.id)) }
      : {}),
  });
}

/** Whether GraphRAG would hold any report at all: without one it leaves the section out. */
function anyReport({ knowledge: { facts } }: Run, { communityLevel }: CompatibleOptions): boolean {
  return (facts.counts.community_reports ?? 0) > 0 && (communityLevel === null || facts.levels.some((level) => level <= communityLevel));
}

interface Ranked {
  readonly candidate: Candidate;
  readonly report: ReportRecord;
}

async function rankedReports(
  entities: readonly SelectedEntity[],
  memo: IndexMemo,
  run: Run,
  { communityLevel }: CompatibleOptions,
): Promise<{ readonly ranked: readonly Ranked[]; readonly records: ReadonlyMap<string, ReportRecord> }> {
  const matches = new Map<string, Candidate[]>();
  for (const { candidate, communities } of entities) {
    for (const { id } of communities) {
      const seeds = matches.get(id);
      if (seeds === undefined) matches.set(id, [candidate]);
      else seeds.push(candidate);
    }
  }
  const communityIds = [...matches.keys()];
  const reports = await memo.reports(communityIds, run.signal);
  const found = communityIds.flatMap((communityId, row) => {
    const report = reports[row];
    if (report === undefined || (communityLevel !== null && report.level > communityLevel)) return [];
    const seeds = matches.get(communityId) ?? [];
    const via = seeds.map(({ table, id }) => ({ by: 'communities', seed: { table, id } }));
    return [{ report, matches: seeds.length, candidate: { table: 'community_reports', id: report.id, score: seeds.length, via } }];
  });
  const ranked = found.toSorted((a, b) => b.matches - a.matches || (b.report.rank ?? 0) - (a.report.rank ?? 0));
  return { ranked, records: new Map(found.map(({ report }) => [report.id, report])) };
}

function rankOf(records: ReadonlyMap<string, ReportRecord>, id: string): number {
  return records.get(id)?.rank ?? 0;
}

/** A renderer names the counts of its rows by all that changes a byte of them. */
function rendererOf({ columnDelimiter: delimiter, includeCommunityRank: reportRank }: CompatibleOptions): Renderer {
  return {
    specVersion: 'v1',
    rendering: `graphrag${JSON.stringify({ delimiter, reportRank })}`,
    form: (table, content = 'full') => graphragForms({ delimiter, reportRank, content })[table],
  };
}
