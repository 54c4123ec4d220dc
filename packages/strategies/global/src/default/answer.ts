import type { Outcome, Request, Run } from '@graphwright/contract';
import { notRelevant, pointsSection, ranked, type NotedPoint } from '../compatible/reduce-section.ts';
import { globalReduce, globalReduceWithKnowledge, type GlobalReduceInput } from '../prompts.ts';
import { mapInput, type Batches } from './batches.ts';
import type { GlobalOptions } from './options.ts';
import { citedReports, mergePoints } from './points.ts';
import { globalPoints } from './prompts.ts';
import type { ReportWindow } from './report-windows.ts';

/** The input of the prompt of the answer. */
export function reduceInput({ question, responseType = 'Multiple Paragraphs' }: Request, { reduceMaxLength }: GlobalOptions): GlobalReduceInput {
  return { question, responseType, maxLength: reduceMaxLength };
}

/** Has every batch read, merges the points, and asks for the answer. */
export async function answered(request: Request, { batches }: Batches, run: Run, options: GlobalOptions): Promise<Outcome> {
  const windows = batches.map(({ window }) => window);
  // All at once: the engine holds back what passes its limit, and places follow the order in which calls are asked for.
  const read = await Promise.all(batches.map((batch, number) => pointsOf(batch, number + 1, request, run, options)));
  const unread = read.flatMap((points, batch) => (points === undefined ? [{ stage: `map/${batch + 1}`, reports: batches[batch]?.reports.map(({ id }) => id) ?? [] }] : []));
  if (unread.length > 0) run.stage('map').report('not-read', unread);
  const points = read.flatMap((one) => one ?? []);
  const helpful = ranked(points);
  const reduce = run.stage('reduce');
  if (helpful.length === 0 && !(options.allowGeneralKnowledge && unread.length === 0)) {
    reduce.drop('points', notRelevant(points));
    return { windows, nothingRelevant: true };
  }
  const merged = mergePoints(helpful, options.mergeLikeness);
  const prompt = options.allowGeneralKnowledge ? globalReduceWithKnowledge : globalReduce;
  const input = reduceInput(request, options);
  const budget = reduce.budget(prompt, input, { contextCap: options.pointsCap });
  const duplicates = merged.duplicates.map(({ analyst, place, score }) => ({ table: 'map_points', id: `${analyst}.${place}`, score, via: [{ by: 'map' }], reason: 'duplicate' }));
  const section = pointsSection(merged.points, windows, [...notRelevant(points), ...duplicates], reduce.tokens);
  const [window] = await reduce.pack({ sections: [section], policy: options.reducePolicy, budget });
  if (window === undefined) return { windows };
  if (window.text === '' && helpful.length > 0) {
    const message = `The best point is longer than the ${budget.context} tokens that points may fill.`;
    reduce.fail({ stage: reduce.path, call: `answer ${prompt.id}`, layer: 'limit', code: 'budget-too-small', message, attempts: 0, effect: 'There is no answer: raise pointsCap.' });
    return { windows };
  }
  await reduce.answer(prompt, input, { window });
  return { windows };
}

/** The points of one batch; undefined where its call failed, which the engine has told already. */
async function pointsOf({ window }: ReportWindow, analyst: number, request: Request, run: Run, options: GlobalOptions): Promise<NotedPoint[] | undefined> {
  const batch = run.stage(`map/${analyst}`);
  const reply = await batch.generate(globalPoints, mapInput(request, options), { window });
  if (!reply.ok) return undefined;
  const labels = new Set(window.text.match(/^\S[^:]*(?=: )/gmu));
  const strange = reply.value.points.flatMap(({ description }) => citedReports(description)).filter((label) => !labels.has(label));
  if (strange.length > 0) {
    batch.warn({ code: 'point-citation-unknown', message: 'A point cites a report that is not in its batch.', count: strange.length, examples: strange.slice(0, 5) });
  }
  return reply.value.points.map(({ description, score }, place) => ({ answer: description, score, analyst, place: place + 1 }));
}
