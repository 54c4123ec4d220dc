import { definePlugin, kinds, type Candidate, type Ranker } from '@graphwright/contract';
import { z } from 'zod';
import { orderBy } from '../order.ts';
import { embedQuestions } from '../question-vectors.ts';
import { TABLE_SPACES } from '../spaces.ts';

const ID = 'similarity';

/**
 * The ranker by cosine of a record's stored vector with that of the question, descending. Records without a vector keep their
 * order behind the others; their score stays. Where nothing can be compared (no space, no embedder, another model), the order
 * stays as it was, with a warning; for an empty question without one.
 *
 * Options: `space` (by default the standard one of the candidates' table).
 */
export const similarity = definePlugin(kinds.ranker, {
  id: ID,
  version: '1.0.0',
  description: 'Nearness of the stored vector to that of the question.',
  options: z.object({ space: z.string().min(1).optional() }),
  create: (options): Ranker => ({
    specVersion: 'v1',
    async rank({ question, candidates }, run) {
      const space = options.space ?? TABLE_SPACES[candidates[0]?.table ?? ''];
      const unchanged = (reason: string): readonly Candidate[] => {
        run.warn({ code: 'ranker-failed', message: `Nothing is ordered by likeness to the question: ${reason}` });
        return candidates;
      };
      // An empty question is like nothing, and no gap either.
      if (question.trim() === '') return candidates;
      if (space === undefined) return unchanged(`No vector space holds records of ${candidates[0]?.table ?? 'no table'}.`);
      const embedded = await embedQuestions([question], space, `${ID} ${space}`, run);
      // Of the want of an embedder the run itself speaks.
      if (!embedded.ok) return embedded.failure.code === 'no-embedder' ? candidates : unchanged(embedded.failure.message);
      const [vector] = embedded.value.vectors;
      if (vector === undefined) return unchanged('The embedder returned no vector.');
      const compared = await embedded.value.scores(vector, candidates.map(({ id }) => id));
      if (!compared.ok) return unchanged(compared.failure.message);
      const scores = compared.value;
      return orderBy(candidates, ({ id }, position) => [scores.get(id), -position]).map((candidate): Candidate => {
        const score = scores.get(candidate.id);
        return score === undefined ? candidate : { ...candidate, score, via: [...candidate.via, { by: ID, score }] };
      });
    },
  }),
});
