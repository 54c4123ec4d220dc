import { definePlugin, kinds, type CountRange, type Needs, type Request, type Run, type StageEstimate, type Strategy } from '@graphwright/contract';
import { localAnswer, localAnswerInput } from '../prompt.ts';
import { assemble, budgetOf, type Assembly } from './assemble.ts';
import { localOptions, profileOptions, type LocalOptions } from './options.ts';

/**
 * The strategy `local`, default face: one window of what lies around the entities that a question is about, and one call that
 * answers from it. See the package's README for what it does and for its options.
 */
export const local = definePlugin(kinds.strategy, {
  id: 'local',
  version: '1.0.0',
  description: 'Answers from the neighbourhood of the entities that the question is about.',
  options: localOptions,
  derive: profileOptions,
  prompts: [localAnswer],
  needs: (): Needs => ({
    model: true,
    tables: { entities: ['title'] },
    optionalTables: {
      entities: ['communityIds', 'textUnitIds'],
      relationships: ['sourceId', 'targetId', 'textUnitIds'],
      text_units: ['text'],
      community_reports: ['communityId', 'level'],
      covariates: ['subjectId'],
    },
  }),
  create: (options): Strategy => ({
    specVersion: 'v1',
    estimate: (request, run) => estimate(request, run, options),
    async retrieve(request, run) {
      const { windows, relevant } = await assembled(request, run, options);
      return { windows, nothingRelevant: !relevant };
    },
    async run(request, run) {
      const { windows, relevant, filled } = await assembled(request, run, options);
      const [window] = windows;
      if (filled && window !== undefined) await run.answer(localAnswer, localAnswerInput(request), { window });
      return { windows, nothingRelevant: !relevant || !filled };
    },
  }),
});

/** A question that found no way in has failed, which is more than that nothing is relevant. */
async function assembled(request: Request, run: Run, options: LocalOptions): Promise<Pick<Assembly, 'windows' | 'relevant' | 'filled'>> {
  const result = await assemble(request, run, options);
  if (result.ok) return result.value;
  run.fail(result.failure);
  return { windows: [], relevant: true, filled: false };
}

/**
 * The input of the one call as it would be sent: exact where nothing has to be embedded; else anything from no call at all to a full
 * window, since other entities may enter.
 */
async function estimate(request: Request, run: Run, options: LocalOptions): Promise<readonly StageEstimate[]> {
  const watched = watchEmbedding(run);
  const result = await assemble(request, watched.run, options);
  const exact = (count: number): CountRange => ({ from: count, to: count });
  if (!result.ok || watched.refused()) {
    const budget = budgetOf(request, run, options, 0);
    const most = budget.prompt + budget.question + budget.context;
    return [{ stage: run.path, calls: { from: 0, to: 1 }, inputTokens: { from: 0, to: most }, outputTokens: { from: 0, to: budget.outputReserve } }];
  }
  const { budget, filled, windows } = result.value;
  if (!filled) return [{ stage: run.path, calls: exact(0), inputTokens: exact(0), outputTokens: exact(0) }];
  const input = windows.reduce((sum, window) => sum + window.tokens, budget.prompt + budget.question);
  return [{ stage: run.path, calls: exact(1), inputTokens: exact(input), outputTokens: { from: 0, to: budget.outputReserve } }];
}

/** A run that remembers whether a text could not be embedded. */
function watchEmbedding(run: Run): { readonly run: Run; refused(): boolean } {
  let refused = false;
  const embed: Run['embed'] = async (texts) => {
    const result = await run.embed(texts);
    // Without an embedder the run itself will find as little.
    refused ||= !result.ok && result.failure.code !== 'no-embedder';
    return result;
  };
  const proxy = new Proxy(run, {
    get(target, member) {
      if (member === 'embed') return embed;
      const value: unknown = Reflect.get(target, member, target);
      return typeof value === 'function' ? (...given: unknown[]): unknown => Reflect.apply(value, target, given) : value;
    },
  });
  return { run: proxy, refused: () => refused };
}
