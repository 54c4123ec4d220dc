import { definePlugin, GraphwrightError, kinds, type Needs, type Outcome, type Request, type Run, type Strategy, type Window } from '@graphwright/contract';
import { globalMap, globalReduce, globalReduceWithKnowledge } from '../prompts.ts';
import { batchesOf, mapInput, type Batches } from './batches.ts';
import { estimate } from './estimate.ts';
import { compatibleOptions, type CompatibleOptions } from './options.ts';
import { readPoints } from './points.ts';
import { notRelevant, pointsSection, ranked, type NotedPoint } from './reduce-section.ts';

/**
 * The strategy `global-compatible`: the batches that GraphRAG 3.3.0 builds for global search, byte for byte, one call over each by our
 * own prompt, and one that answers from their points. See the package's README for where GraphRAG fails and this does not.
 */
export const globalCompatible = definePlugin(kinds.strategy, {
  id: 'global-compatible',
  version: '1.0.0',
  description: 'Global search as GraphRAG 3.3.0 does it: the same batches and points, byte for byte.',
  options: compatibleOptions,
  prompts: [globalMap, globalReduce, globalReduceWithKnowledge],
  derive({ selector, communityLevel }) {
    if (selector !== undefined && communityLevel !== undefined) throw levelTwice(selector.use);
    return { selector: { use: 'select-level-compatible', communityLevel } };
  },
  needs: (): Needs => ({
    model: true,
    tables: { community_reports: ['title'] },
    optionalTables: { entities: ['communityIds', 'textUnitIds'], community_reports: ['communityId', 'level', 'rank', 'summary', 'fullContent'] },
  }),
  create: (options): Strategy => ({
    specVersion: 'v1',
    estimate: (request, run) => {
      refuse(request);
      return estimate(request, run, options);
    },
    async retrieve(request, run) {
      refuse(request);
      const batches = await batchesOf(request, run, options);
      if (batches.ok) return { windows: batches.value.windows, nothingRelevant: batches.value.windows.length === 0 };
      run.fail(batches.failure);
      return { windows: [] };
    },
    async run(request, run) {
      refuse(request);
      const batches = await batchesOf(request, run, options);
      if (batches.ok) return answered(request, batches.value, run, options);
      run.fail(batches.failure);
      return { windows: [] };
    },
  }),
});

async function answered(request: Request, { windows, tokens }: Batches, run: Run, options: CompatibleOptions): Promise<Outcome> {
  // All at once: the engine holds back what passes its limit, and places follow the order in which calls are asked for.
  const noted = await Promise.all(windows.map((window, batch) => pointsOf(window, batch + 1, request, run, options)));
  const points = noted.flat();
  const helpful = ranked(points);
  const reduce = run.stage('reduce');
  if (helpful.length === 0 && !options.allowGeneralKnowledge) {
    reduce.drop('points', notRelevant(points));
    return { windows, nothingRelevant: true };
  }
  const prompt = options.allowGeneralKnowledge ? globalReduceWithKnowledge : globalReduce;
  const input = { question: request.question, responseType: request.responseType ?? 'Multiple Paragraphs', maxLength: options.reduceMaxLength };
  const budget = reduce.budget(prompt, input, { contextCap: options.maxDataTokens, tokens });
  const section = pointsSection(helpful, windows, notRelevant(points), tokens);
  const [window] = await reduce.pack({ sections: [section], policy: options.reducePolicy, budget, tokens });
  if (window !== undefined) {
    if (window.text === '' && helpful.length > 0) {
      const message = `The best point is longer than the ${budget.context} tokens that points may fill: the model is asked with none, as in GraphRAG.`;
      reduce.fail({ stage: reduce.path, call: `answer ${prompt.id}`, layer: 'limit', code: 'budget-too-small', message, attempts: 0, effect: 'The answer rests on no point.' });
    }
    await reduce.answer(prompt, input, { window });
  }
  return { windows };
}

/** The points of one batch. Where GraphRAG loses a batch in silence, there is a failure. */
async function pointsOf(window: Window, analyst: number, request: Request, run: Run, options: CompatibleOptions): Promise<NotedPoint[]> {
  const batch = run.stage(`map/${analyst}`);
  const reply = await batch.generate(globalMap, mapInput(request, options), { window });
  if (!reply.ok) return [];
  const { points, fault, incomplete, notText } = readPoints(reply.value);
  if (fault !== undefined) batch.fail({ stage: batch.path, call: `generate ${globalMap.id}`, ...fault, attempts: 1, effect: 'No point of this batch is in the answer.' });
  if (incomplete > 0) batch.warn({ code: 'map-point-incomplete', message: 'A point without description or score was left out.', count: incomplete });
  if (notText > 0) batch.warn({ code: 'map-point-not-text', message: 'The description of a point is not text, and is used as JSON.', count: notText });
  return points.map((point, place) => ({ ...point, analyst, place: place + 1 }));
}

function levelTwice(selector: string): GraphwrightError {
  return new GraphwrightError({
    code: 'option-invalid',
    message: 'The community level belongs to the selector where one is given.',
    where: { plugin: 'global-compatible', option: 'communityLevel' },
    next: `Write selector: { use: '${selector}', communityLevel: … }.`,
  });
}

function refuse({ filter }: Request): void {
  if (filter === undefined) return;
  throw new GraphwrightError({
    code: 'unsupported',
    message: 'GraphRAG has no filter by metadata, and so its compatible face has none.',
    where: { plugin: 'global-compatible' },
    next: 'Leave the filter out.',
  });
}
