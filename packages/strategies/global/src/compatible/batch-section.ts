import { csvRow, headingWithHeader, plainRow, pythonFloat, rowsSection, textOrNan, type RowRecord } from '@graphwright/context';
import {
  GraphwrightError,
  rowFinder,
  type Candidate,
  type Dropped,
  type KnowledgeBase,
  type Section,
  type SectionEntry,
  type TokenCounter,
} from '@graphwright/contract';
import type { CompatibleOptions } from './options.ts';
import type { PoolReport } from './pool.ts';

/** A report on its way into a batch. */
export interface WeighedReport {
  readonly report: PoolReport;
  readonly candidate: Candidate;
  /** Undefined where weights are not shown. */
  readonly weight: number | undefined;
}

/** What the section of the batches is made of. */
export interface BatchSectionRequest {
  /** In the order in which batches are filled. */
  readonly reports: readonly WeighedReport[];
  readonly dropped: readonly Dropped[];
  readonly options: CompatibleOptions;
  readonly knowledge: KnowledgeBase;
  readonly tokens: TokenCounter;
  readonly signal: AbortSignal;
}

/**
 * The section `reports` as GraphRAG prints it in a batch of global search: plain CSV under its header. It is counted with a heading
 * line that is not printed, and without quotes; within a batch rows are printed by weight, then rank, both descending.
 */
export function batchSection({ reports, dropped, options, knowledge, tokens, signal }: BatchSectionRequest): Section {
  const { columnDelimiter: delimiter, includeCommunityRank, communityRankName, communityWeightName, contextName, useCommunitySummary } = options;
  const weighed = reports.some(({ weight }) => weight !== undefined);
  const text = useCommunitySummary ? 'summary' : 'content';
  const columns = ['id', 'title', ...(weighed ? [communityWeightName] : []), text, ...(includeCommunityRank ? [communityRankName] : [])];
  const byId = new Map(reports.map((one) => [one.candidate.id, one]));

  /** The cells of a row; `print` says how its numbers read. */
  const cells = ({ report, weight, label }: Numbered, title: string, body: string | undefined, print: (weight: number) => string): string[] => [
    label,
    title,
    ...(weighed ? [print(weight ?? 0)] : []),
    textOrNan(body),
    ...(includeCommunityRank ? [pythonFloat(report.rank ?? 0)] : []),
  ];
  const counted = options.normalizeCommunityWeight ? pythonFloat : String;

  return rowsSection({
    name: 'reports',
    rows: reports.map(({ report, candidate, weight }): RowRecord => ({
      candidate,
      label: labelOf(report),
      humanReadableId: report.number,
      countKey: `${candidate.id}/${weight ?? ''}`,
    })),
    dropped,
    tokens,
    rendering: `global-compatible${JSON.stringify([delimiter, text, weighed, includeCommunityRank, options.normalizeCommunityWeight])}`,
    heading: csvRow(columns, delimiter),
    countedHeading: headingWithHeader(contextName, columns, delimiter),
    texts: async (records) => {
      const values = records.map(({ candidate }) => candidate.id);
      const batch = await knowledge.rows({ table: 'community_reports', values, columns: ['title', 'summary', 'fullContent'], signal });
      const find = rowFinder(batch.ids, values);
      return (position) => {
        const row = find(position);
        const one = byId.get(values[position] ?? '');
        if (row === undefined || one === undefined) throw vanished(values[position] ?? '');
        const title = batch.get(row, 'title');
        const body = batch.get(row, useCommunitySummary ? 'summary' : 'fullContent');
        const numbered = { ...one, label: labelOf(one.report) };
        return { lines: [plainRow(cells(numbered, title, body, counted), delimiter)], printed: [csvRow(cells(numbered, title, body, pythonFloat), delimiter)] };
      };
    },
    arrange: (included) => (weighed || includeCommunityRank ? included.toSorted((a, b) => heavier(byId, weighed, includeCommunityRank, a, b)) : included),
  });
}

interface Numbered extends WeighedReport {
  readonly label: string;
}

function labelOf({ number, ordinal }: PoolReport): string {
  return number ?? String(ordinal);
}

function heavier(byId: ReadonlyMap<string, WeighedReport>, weighed: boolean, ranked: boolean, a: SectionEntry, b: SectionEntry): number {
  const [one, other] = [byId.get(a.candidate.id), byId.get(b.candidate.id)];
  const byWeight = weighed ? (other?.weight ?? 0) - (one?.weight ?? 0) : 0;
  return byWeight !== 0 || !ranked ? byWeight : (other?.report.rank ?? 0) - (one?.report.rank ?? 0);
}

function vanished(id: string): GraphwrightError {
  return new GraphwrightError({
    code: 'folder-changed',
    message: `The report ${id} was there when the section was made, and is gone.`,
    where: { table: 'community_reports' },
    next: 'Open the index again.',
  });
}
