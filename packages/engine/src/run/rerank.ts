import { GraphwrightError, type Reranker, type Result } from '@graphwright/contract';
import { sideCall } from '../model/side-call.ts';
import type { RunContext } from './context.ts';
import { failed, refusal } from './generate.ts';

/** Scores of texts against a question; see `Run.rerank`. */
export async function rerankTexts(reranker: Reranker, question: string, texts: readonly string[], stage: string, context: RunContext): Promise<Result<readonly number[]>> {
  const { calls, estimating } = context;
  if (texts.length === 0) return { ok: true, value: [] };
  if (estimating) return { ok: false, failure: refusal(stage, 'rerank') };
  const place = calls.record.place(stage);
  calls.record.emit({ type: 'call', stage, call: 'rerank', state: 'started' });
  const outcome = await sideCall(
    {
      name: 'rerank',
      model: reranker.model,
      kind: 'rerank',
      texts: [question, ...texts],
      make: async (signal) => {
        const { scores, inputTokens } = await reranker.score({ question, texts, signal });
        return { value: scores, inputTokens };
      },
      check: (scores) => checkScores(reranker.model, scores, texts.length),
    },
    place,
    calls,
  );
  calls.record.emit({ type: 'call', stage, call: 'rerank', state: 'ended' });
  if ('value' in outcome) return { ok: true, value: outcome.value };
  return failed(place, 'rerank', outcome.fault, outcome.attempts, 'The order stays as it was.', context);
}

function checkScores(model: string, scores: readonly number[], texts: number): void {
  if (scores.length === texts && scores.every((score) => Number.isFinite(score))) return;
  throw new GraphwrightError({
    code: 'scores-invalid',
    message: `The reranker "${model}" does not give one score a text.`,
    expected: `${texts} finite numbers`,
    found: `${scores.length} values${scores.every((score) => Number.isFinite(score)) ? '' : ', some of them no numbers'}`,
  });
}
