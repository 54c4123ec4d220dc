import { historyOf } from '@graphwright/context';
import type { Budget, Dropped, Found, Request, Result, Run, Section, Window } from '@graphwright/contract';
import { takeBudget } from '@graphwright/token-budget';
import { localAnswer, localAnswerInput } from '../prompt.ts';
import { gather, type Material } from './material.ts';
import type { LocalOptions } from './options.ts';
import { SECTION_TABLES } from './profiles.ts';
import { makeSections } from './sections.ts';
import { enter } from './seeds.ts';

/** Records that are told of when nothing bears on a question. */
const NEAREST = 5;

/** How the window of a question came out. */
export interface Assembly {
  readonly windows: readonly Window[];
  readonly budget: Budget;
  /** Whether anything bears on the question, be it known already. */
  readonly relevant: boolean;
  /** Whether a row lies in the window: without one a model has nothing to answer from. */
  readonly filled: boolean;
}

/**
 * Fills the window of a question: budget, entrance, material, sections, packing. Asks no model but the embedder.
 *
 * @returns The failure of the entrance, when nothing else gives an entity to start from.
 * @throws GraphwrightError as `run.budget` and `run.pack` do, before anything is embedded where the budget is too small.
 */
export async function assemble(request: Request, run: Run, options: LocalOptions): Promise<Result<Assembly>> {
  const history = historyOf(request.turns ?? [], options.historyTokens, run);
  if (history.given > 0) run.report('history', { given: history.given, used: history.used });
  const budget = budgetOf(request, run, options, history.ahead?.tokens ?? 0);
  const entered = await enter(request, run, options);
  if (!entered.ok) return entered;
  const { found } = entered.value;
  if (found.candidates.length === 0) {
    dropNearest(found, run);
    return { ok: true, value: { windows: [], budget, relevant: false, filled: false } };
  }
  const material = await gather(entered.value, request, run, options);
  dropNotOffered(material, run);
  const sections = await makeSections(material.sections, entered.value, request, budget, run, options);
  const ahead = history.ahead === undefined ? {} : { ahead: history.ahead };
  const windows = await run.pack({ sections, policy: options.policy, budget, ...ahead });
  const filled = windows.some((window) => window.sections.some(({ name, tokens }) => name !== 'history' && tokens > 0));
  if (!filled) tellOfEmptyWindow(sections, budget, run);
  return { ok: true, value: { windows, budget, relevant: true, filled } };
}

/** The budget of the window: of the request where a caller hands one down, else of the prompt. */
export function budgetOf(request: Request, run: Run, { contextCap, outputReserve }: LocalOptions, history: number): Budget {
  if (request.budget !== undefined) return takeBudget(request.budget, history);
  return run.budget(localAnswer, localAnswerInput(request), { contextCap, history, ...(outputReserve === undefined ? {} : { outputReserve }) });
}

/** Nothing bears on the question: what came nearest goes to the details, and everything that was looked at into the ledger. */
function dropNearest({ dropped }: Found, run: Run): void {
  const nearest = dropped.slice(0, NEAREST).map(({ table, id, score, reason }) => ({ table, id, ...(score === undefined ? {} : { score }), reason }));
  run.report('nearest', nearest);
  dropBySection(dropped, run);
}

/** What was brought for a section that is not offered. */
function dropNotOffered({ sections, found: { candidates, dropped } }: Material, run: Run): void {
  const tables = new Set<string>([...sections.keys()].map((name) => SECTION_TABLES[name]));
  const left = [...dropped, ...candidates.map((candidate): Dropped => ({ ...candidate, reason: 'not-offered' }))];
  dropBySection(left.filter(({ table }) => !tables.has(table)), run);
}

function dropBySection(dropped: readonly Dropped[], run: Run): void {
  const sections = new Map<string, Dropped[]>();
  for (const record of dropped) {
    const name = Object.entries(SECTION_TABLES).find(([, table]) => table === record.table)?.[0] ?? record.table;
    sections.set(name, [...(sections.get(name) ?? []), record]);
  }
  for (const [name, records] of sections) run.drop(name, records);
}

/** A window without rows: either nothing is left to show, or there is no room for it, which is a failure. */
function tellOfEmptyWindow(sections: readonly Section[], { context }: Budget, run: Run): void {
  const rows = sections.reduce((sum, { entries }) => sum + entries.length, 0);
  if (rows === 0) {
    const known = sections.some(({ dropped }) => dropped.some(({ reason }) => reason === 'already-known'));
    const message = known ? 'Nothing bears on the question beyond what is known already.' : 'The sections that are offered hold nothing on the question.';
    run.warn({ code: known ? 'nothing-new' : 'sections-empty', message });
    return;
  }
  run.fail({
    stage: run.path,
    call: 'pack',
    layer: 'limit',
    code: 'budget-too-small',
    message: `Not one of ${rows} rows fits into the ${context} tokens of the window: raise contextCap, or use a model with a longer window.`,
    attempts: 1,
    effect: 'The window is empty.',
  });
}
