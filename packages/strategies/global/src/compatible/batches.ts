import { historyAhead } from '@graphwright/context';
import { recordKey, type Ahead, type Budget, type Candidate, type Dropped, type Request, type Result, type Run, type TokenCounter, type Window } from '@graphwright/contract';
import { takeBudget } from '@graphwright/token-budget';
import { globalMap, type GlobalMapInput } from '../prompts.ts';
import { batchSection, type WeighedReport } from './batch-section.ts';
import { MersenneTwister } from './mersenne-twister.ts';
import type { CompatibleOptions } from './options.ts';
import { reportsById, type PoolReport } from './pool.ts';
import { occurrenceWeights } from './weights.ts';

/** The batches of a question, ready to be sent. */
export interface Batches {
  readonly windows: readonly Window[];
  readonly budget: Budget;
  readonly tokens: TokenCounter;
}

/** What a call over a batch costs before any report is in. */
export interface Frame {
  readonly budget: Budget;
  readonly ahead: Ahead | undefined;
  readonly tokens: TokenCounter;
}

/** The input of the map prompt for a request. */
export function mapInput({ question }: Request, { mapMaxLength }: CompatibleOptions): GlobalMapInput {
  return { question, maxLength: mapMaxLength };
}

/**
 * The tokens of a batch. The conversation stands before every batch and takes nothing off what reports may fill.
 *
 * @throws GraphwrightError `budget-too-small` when prompt and conversation leave no room in the model's window.
 */
export async function frameOf(request: Request, run: Run, options: CompatibleOptions): Promise<Frame> {
  const tokens = run.tokensOf(await run.use(options.tokenizer));
  const fit = run.tokensOf(await run.use(options.historyTokenizer));
  const ahead = historyAhead(request.turns, options.maxContextTokens, options, tokens, fit);
  const history = ahead?.tokens ?? 0;
  const budget =
    request.budget === undefined
      ? run.budget(globalMap, mapInput(request, options), { contextCap: options.maxContextTokens + history, history, tokens })
      : takeBudget(request.budget, history);
  return { budget, ahead, tokens };
}

/** Selects reports, weighs, filters and shuffles them, and deals them into batches, in GraphRAG's order. */
export async function batchesOf(request: Request, run: Run, options: CompatibleOptions): Promise<Result<Batches>> {
  const { budget, ahead, tokens } = await frameOf(request, run, options);
  const selector = await run.use(options.selector);
  const found = await selector.retrieve({ questions: [request.question] }, run.stage('select'));
  if (!found.ok) return found;
  const { reports, dropped } = await weighed(found.value.candidates, request, run, options);
  const map = run.stage('map');
  const all = [...found.value.dropped, ...dropped];
  if (reports.length === 0) {
    map.drop('reports', all);
    return { ok: true, value: { windows: [], budget, tokens } };
  }
  const order = options.shuffleData ? new MersenneTwister(options.randomState).shuffle(reports) : reports;
  const section = batchSection({ reports: order, dropped: all, options, knowledge: run.knowledge, tokens, signal: run.signal });
  const windows = await map.pack({
    sections: [section],
    policy: options.policy,
    budget,
    tokens,
    maxWindows: reports.length,
    ...(ahead === undefined ? {} : { ahead }),
  });
  return { ok: true, value: { windows, budget, tokens } };
}

/** Weights are taken over all that were selected, before ranks are looked at. */
async function weighed(
  candidates: readonly Candidate[],
  request: Request,
  { knowledge, signal }: Run,
  options: CompatibleOptions,
): Promise<{ readonly reports: WeighedReport[]; readonly dropped: Dropped[] }> {
  const pool = await reportsById(candidates.map(({ id }) => id), knowledge, signal);
  const byId = new Map(pool.map((report) => [report.id, report]));
  const weights = options.includeCommunityWeight ? await occurrenceWeights(pool, options.normalizeCommunityWeight, knowledge, signal) : undefined;
  const known = new Set((request.known ?? []).map(recordKey));
  const reports: WeighedReport[] = [];
  const dropped: Dropped[] = [];
  for (const candidate of candidates) {
    const report = byId.get(candidate.id);
    const weight = report === undefined || weights === undefined ? undefined : (weights.get(report.communityId ?? '') ?? 0);
    const reason = lostBy(report, options.minCommunityRank) ?? (known.has(recordKey(candidate)) ? 'already-known' : undefined);
    if (report !== undefined && reason === undefined) reports.push({ report, candidate: weight === undefined ? candidate : { ...candidate, score: weight }, weight });
    else dropped.push({ ...candidate, reason: reason ?? 'unavailable' });
  }
  return { reports, dropped };
}

function lostBy(report: PoolReport | undefined, minRank: number): string | undefined {
  if (report === undefined) return 'unavailable';
  return report.rank === undefined || report.rank < minRank ? 'below-threshold' : undefined;
}
