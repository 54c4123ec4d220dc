import type { Candidate, Ranker, Reranker } from '@graphwright/contract';
import { candidateTexts } from './candidate-texts.ts';

/**
 * The ranker by a model that scores texts, such as a cross-encoder: the first candidates in the order of their scores, ties as they
 * stood; those behind the limit keep their order below. Where the call fails, the order stays as it was, with a warning.
 *
 * @param id What stands in `via`, with score and rank.
 * @param limit Candidates that are scored.
 */
export function rerankedBy(id: string, reranker: Reranker, limit: number): Ranker {
  return {
    specVersion: 'v1',
    async rank({ question, candidates, section }, run) {
      const shown = candidates.slice(0, limit);
      if (shown.length < 2 || question.trim() === '') return candidates;
      const scores = await run.rerank(reranker, question, await candidateTexts(shown, run));
      if (!scores.ok) {
        run.warn({ code: 'ranker-failed', message: `The section ${section} keeps the order in which it was found: ${scores.failure.message}` });
        return candidates;
      }
      const scored = shown.map((candidate, place) => ({ candidate, score: scores.value[place] ?? 0 }));
      const ordered = scored
        .toSorted((a, b) => b.score - a.score)
        .map(({ candidate, score }, index): Candidate => ({ ...candidate, via: [...candidate.via, { by: id, score, rank: index + 1 }] }));
      return [...ordered, ...candidates.slice(limit)];
    },
  };
}
