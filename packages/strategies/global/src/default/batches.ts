import { historyOf } from '@graphwright/context';
import { recordKey, type Ahead, type Budget, type Candidate, type Dropped, type Request, type Result, type Run } from '@graphwright/contract';
import { takeBudget } from '@graphwright/token-budget';
import { reportsById } from '../compatible/pool.ts';
import { occurrenceWeights } from '../compatible/weights.ts';
import type { GlobalMapInput } from '../prompts.ts';
import type { GlobalOptions } from './options.ts';
import { globalPoints } from './prompts.ts';
import { reportWindows, type ReportWindow } from './report-windows.ts';

/** The batches of a question. */
export interface Batches {
  readonly batches: readonly ReportWindow[];
  readonly budget: Budget;
  /** Whether any report was selected, be it known already or too long. */
  readonly selected: boolean;
}

/** The input of the map prompt for a request. */
export function mapInput({ question }: Request, { mapMaxLength }: GlobalOptions): GlobalMapInput {
  return { question, maxLength: mapMaxLength };
}

/** What a call over a batch costs before any report is in. */
export function frameOf(request: Request, run: Run, { contextCap, outputReserve, historyTokens, ...options }: GlobalOptions): { readonly budget: Budget; readonly ahead: Ahead | undefined } {
  const { ahead } = historyOf(request.turns ?? [], historyTokens, run);
  const history = ahead?.tokens ?? 0;
  if (request.budget !== undefined) return { budget: takeBudget(request.budget, history), ahead };
  const input = mapInput(request, { contextCap, outputReserve, historyTokens, ...options });
  return { budget: run.budget(globalPoints, input, { contextCap, history, ...(outputReserve === undefined ? {} : { outputReserve }) }), ahead };
}

/**
 * Selects reports and deals them into batches. A report that is longer than a window goes in by as many of its findings as fit, with a
 * warning; one of which not even that fits is a failure.
 */
export async function batchesOf(request: Request, run: Run, options: GlobalOptions): Promise<Result<Batches>> {
  const { budget, ahead } = frameOf(request, run, options);
  const selector = await run.use(options.selector);
  const found = await selector.retrieve({ questions: [request.question] }, run.stage('select'));
  if (!found.ok) return found;
  const map = run.stage('map');
  const { reports, dropped } = await ordered(found.value.candidates, request, run, options);
  const all = [...found.value.dropped, ...dropped];
  if (reports.length === 0) {
    map.drop('reports', all);
    if (dropped.some(({ reason }) => reason === 'already-known')) map.warn({ code: 'nothing-new', message: 'Nothing was selected beyond what is known already.' });
    return { ok: true, value: { batches: [], budget, selected: found.value.candidates.length > 0 } };
  }
  const { windows, shortened, left } = await reportWindows({ candidates: reports, dropped: all, name: 'reports', form: 'full', budget, policy: options.policy, ...(ahead === undefined ? {} : { ahead }) }, map);
  tellOfShortened(shortened, map);
  tellOfUnread(left, budget, map);
  return { ok: true, value: { batches: windows, budget, selected: true } };
}

/** By the text units of their communities, then by rank: what weighs most stands first in its batch. */
async function ordered(
  candidates: readonly Candidate[],
  request: Request,
  { knowledge, signal }: Run,
  { minCommunityRank }: GlobalOptions,
): Promise<{ readonly reports: Candidate[]; readonly dropped: Dropped[] }> {
  const pool = await reportsById(candidates.filter(({ table }) => table === 'community_reports').map(({ id }) => id), knowledge, signal);
  const byId = new Map(pool.map((report) => [report.id, report]));
  const weights = await occurrenceWeights(pool, true, knowledge, signal);
  const known = new Set((request.known ?? []).map(recordKey));
  const weight = ({ id }: Candidate): number => weights?.get(byId.get(id)?.communityId ?? '') ?? 0;
  const rank = ({ id }: Candidate): number => byId.get(id)?.rank ?? 0;
  const reports: Candidate[] = [];
  const dropped: Dropped[] = [];
  for (const candidate of candidates) {
    const report = byId.get(candidate.id);
    const reason = report === undefined ? 'unavailable' : (report.rank ?? minCommunityRank) < minCommunityRank ? 'below-threshold' : known.has(recordKey(candidate)) ? 'already-known' : undefined;
    if (reason === undefined) reports.push({ ...candidate, score: weight(candidate) });
    else dropped.push({ ...candidate, reason });
  }
  return { reports: reports.toSorted((a, b) => weight(b) - weight(a) || rank(b) - rank(a)), dropped };
}

function tellOfShortened(long: readonly Candidate[], run: Run): void {
  if (long.length === 0) return;
  run.warn({ code: 'report-shortened', message: 'A report is longer than a window: as many of its findings as fit were read.', count: long.length, examples: long.slice(0, 5).map(({ id }) => id) });
}

function tellOfUnread(unread: readonly Candidate[], { context }: Budget, run: Run): void {
  if (unread.length === 0) return;
  run.fail({
    stage: run.path,
    call: 'pack',
    layer: 'limit',
    code: 'budget-too-small',
    message: `${unread.length} reports do not fit into the ${context} tokens of a window, not even by a finding: raise contextCap, or use a model with a longer window.`,
    attempts: 0,
    effect: 'These reports are not read; the ledger lists them.',
  });
}
