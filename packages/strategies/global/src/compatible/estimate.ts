import type { Budget, CountRange, Request, Run, StageEstimate } from '@graphwright/contract';
import { globalReduce } from '../prompts.ts';
import { batchesOf, frameOf } from './batches.ts';
import type { CompatibleOptions } from './options.ts';

/**
 * The map stage is exact in calls and input where the selector asks no model, and a range up to a batch for every report where it does. The
 * answer costs one call at most.
 */
export async function estimate(request: Request, run: Run, options: CompatibleOptions): Promise<readonly StageEstimate[]> {
  const batches = await batchesOf(request, run, options);
  const { budget } = batches.ok ? batches.value : await frameOf(request, run, options);
  const fixed = budget.prompt + budget.question + budget.history;
  const reports = run.knowledge.facts.counts.community_reports ?? 0;
  const windows = batches.ok ? batches.value.windows : undefined;
  const calls = windows === undefined ? { from: 0, to: reports } : exactly(windows.length);
  const inputTokens =
    windows === undefined ? { from: 0, to: reports * (fixed + budget.context) } : exactly(windows.reduce((sum, window) => sum + fixed + window.tokens, 0));
  const reduce = run.budget(globalReduce, { question: request.question, responseType: request.responseType ?? 'Multiple Paragraphs', maxLength: options.reduceMaxLength }, { contextCap: options.maxDataTokens });
  const selecting = windows === undefined ? [selection(options, reports, budget)] : [];
  return [
    ...selecting,
    { stage: 'map', calls, inputTokens, outputTokens: { from: 0, to: calls.to * budget.outputReserve } },
    {
      stage: 'reduce',
      calls: { from: 0, to: calls.to === 0 && !options.allowGeneralKnowledge ? 0 : 1 },
      inputTokens: { from: 0, to: reduce.prompt + reduce.question + reduce.context },
      outputTokens: { from: 0, to: reduce.outputReserve },
    },
  ];
}

/** A selector that asks a model rates every report at most, as often as its option `numRepeats` says, each in one window. */
function selection({ selector }: CompatibleOptions, reports: number, { window, outputReserve }: Budget): StageEstimate {
  const to = reports * Number(selector.options['numRepeats'] ?? 1);
  return { stage: 'select', calls: { from: 0, to }, inputTokens: { from: 0, to: to * window }, outputTokens: { from: 0, to: to * outputReserve } };
}

function exactly(count: number): CountRange {
  return { from: count, to: count };
}
