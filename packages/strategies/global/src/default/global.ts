import { definePlugin, GraphwrightError, kinds, type CountRange, type Needs, type Request, type Run, type StageEstimate, type Strategy } from '@graphwright/contract';
import { globalReduce, globalReduceWithKnowledge } from '../prompts.ts';
import { answered, reduceInput } from './answer.ts';
import { batchesOf, frameOf } from './batches.ts';
import { globalOptions, type GlobalOptions } from './options.ts';
import { globalPoints } from './prompts.ts';

/**
 * The strategy `global`, default face: a selector says which reports are read, one call notes points on each batch of them, and one answers from
 * all points. See the package's README for what it does and for its options.
 */
export const global = definePlugin(kinds.strategy, {
  id: 'global',
  version: '1.0.0',
  description: 'Answers from the community reports of the whole collection, read in batches.',
  options: globalOptions,
  prompts: [globalPoints, globalReduce, globalReduceWithKnowledge],
  needs: (): Needs => ({
    model: true,
    tables: { community_reports: ['title'] },
    optionalTables: { entities: ['communityIds', 'textUnitIds'], community_reports: ['communityId', 'level', 'rank', 'findings', 'summary', 'fullContent'] },
  }),
  create: (options): Strategy => ({
    specVersion: 'v1',
    estimate: (request, run) => {
      refuseFilter(request);
      return estimate(request, run, options);
    },
    async retrieve(request, run) {
      refuseFilter(request);
      const batches = await batchesOf(request, run, options);
      if (batches.ok) return { windows: batches.value.batches.map(({ window }) => window), nothingRelevant: !batches.value.selected };
      run.fail(batches.failure);
      return { windows: [] };
    },
    async run(request, run) {
      refuseFilter(request);
      const batches = await batchesOf(request, run, options);
      if (batches.ok) return answered(request, batches.value, run, options);
      run.fail(batches.failure);
      return { windows: [] };
    },
  }),
});

/**
 * The map stage is exact in calls and input where the selector asks no model, and a range up to a call for every report where it does; a reply
 * that has to be asked for again comes on top. The answer costs one call at most.
 */
async function estimate(request: Request, run: Run, options: GlobalOptions): Promise<readonly StageEstimate[]> {
  const batches = await batchesOf(request, run, options);
  const { budget } = batches.ok ? batches.value : frameOf(request, run, options);
  const fixed = budget.prompt + budget.question + budget.history;
  const reports = run.knowledge.facts.counts.community_reports ?? 0;
  const windows = batches.ok ? batches.value.batches.map(({ window }) => window) : undefined;
  const calls = windows === undefined ? { from: 0, to: reports } : exactly(windows.length);
  const input = windows === undefined ? { from: 0, to: reports * (fixed + budget.context) } : exactly(windows.reduce((sum, window) => sum + fixed + window.tokens, 0));
  const reduce = run.budget(options.allowGeneralKnowledge ? globalReduceWithKnowledge : globalReduce, reduceInput(request, options), { contextCap: options.pointsCap });
  const last = calls.to > 0 || options.allowGeneralKnowledge ? 1 : 0;
  return [
    ...(windows === undefined ? [selection(reports, budget.window, budget.outputReserve, options)] : []),
    { stage: 'map', calls, inputTokens: input, outputTokens: { from: 0, to: calls.to * budget.outputReserve } },
    {
      stage: 'reduce',
      calls: { from: 0, to: last },
      inputTokens: { from: 0, to: last * (reduce.prompt + reduce.question + reduce.context) },
      outputTokens: { from: 0, to: last * reduce.outputReserve },
    },
  ];
}

/** A selector that asks a model: at worst each report alone by summary and in full, both asked for again, and a judge for each. */
function selection(reports: number, window: number, outputReserve: number, { selector }: GlobalOptions): StageEstimate {
  const to = reports * (8 * Number(selector.options['repeats'] ?? 1) + 2);
  return { stage: 'select', calls: { from: 0, to }, inputTokens: { from: 0, to: to * window }, outputTokens: { from: 0, to: to * outputReserve } };
}

function exactly(count: number): CountRange {
  return { from: count, to: count };
}

function refuseFilter({ filter }: Request): void {
  if (filter === undefined) return;
  throw new GraphwrightError({
    code: 'unsupported',
    message: 'Reports are written from whole communities, so global search cannot be held to some documents or types.',
    where: { plugin: 'global' },
    next: 'Leave the filter out, or ask the strategy local.',
  });
}
