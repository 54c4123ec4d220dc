import { definePlugin, kinds, ref, type Budget, type Request, type Run, type Strategy } from '@graphwright/contract';
import { z } from 'zod';
import { oneSentence } from './prompt.ts';

const options = z.object({ basis: ref(kinds.strategy).prefault('local@^1') });

/** Lets another strategy gather and answers by its own prompt: the strategy below gets the budget that this prompt leaves. */
function brief({ basis }: z.output<typeof options>): Strategy {
  const handedDown = (request: Request, run: Run): Budget => request.budget ?? run.budget(oneSentence, { question: request.question });
  const retrieve: Strategy['retrieve'] = async (request, run) =>
    (await run.use(basis)).retrieve({ ...request, budget: handedDown(request, run) }, run.stage('basis'));
  return {
    specVersion: 'v1',
    retrieve,
    estimate: async (request, run) => (await run.use(basis)).estimate({ ...request, budget: handedDown(request, run) }, run.stage('basis')),
    async run(request, run) {
      const outcome = await retrieve(request, run);
      const [window] = outcome.windows;
      if (outcome.nothingRelevant === true || window === undefined) return outcome;
      run.report('basis', { sections: window.sections.map(({ name }) => name) });
      await run.answer(oneSentence, { question: request.question }, { window });
      return outcome;
    },
  };
}

/** The strategy `brief`, published as `brief@1.2.0`. */
export const strategy = definePlugin(kinds.strategy, {
  id: 'brief',
  version: '1.2.0',
  description: 'One sentence from what another strategy gathers.',
  options,
  prompts: [oneSentence],
  needs: () => ({ model: true }),
  create: brief,
});
