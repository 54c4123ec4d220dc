import { GraphwrightError, type RerankResult } from '@graphwright/contract';
import { z } from 'zod';

const resultSchema = z.union([
  z.object({ index: z.int().nonnegative(), relevance_score: z.number() }).transform(({ index, relevance_score: score }) => ({ index, score })),
  z.object({ index: z.int().nonnegative(), score: z.number() }),
]);
const tokensSchema = z.int().nonnegative().nullish().catch(undefined);

/** A reply in any of the forms that servers give it: a list under `results` or `data`, or bare; tokens where one of them says so. */
export const rerankReplySchema = z.union([
  z.array(resultSchema).transform((results) => ({ results, tokens: undefined })),
  z
    .object({
      results: z.array(resultSchema).nullish(),
      data: z.array(resultSchema).nullish(),
      usage: z.object({ total_tokens: tokensSchema }).nullish().catch(undefined),
      meta: z.object({ tokens: z.object({ input_tokens: tokensSchema }).nullish() }).nullish().catch(undefined),
    })
    .refine(({ results, data }) => (results ?? data ?? undefined) !== undefined, 'neither "results" nor "data" holds a list')
    .transform(({ results, data, usage, meta }) => ({ results: results ?? data ?? [], tokens: usage?.total_tokens ?? meta?.tokens?.input_tokens ?? undefined })),
]);

/**
 * The scores of a reply in the order of the texts.
 *
 * @throws GraphwrightError `scores-invalid` for one too few or too many, two of one text, or one of no text.
 */
export function scoresOf({ results, tokens }: z.output<typeof rerankReplySchema>, texts: number): RerankResult {
  const byIndex = new Map(results.map(({ index, score }) => [index, score]));
  const scores = Array.from({ length: texts }, (_, index) => byIndex.get(index)).filter((score) => score !== undefined);
  if (scores.length !== texts || results.length !== texts) {
    throw new GraphwrightError({
      code: 'scores-invalid',
      message: 'The server does not give one score a text.',
      expected: `${texts} scores, of the indices 0 to ${texts - 1}`,
      found: `${results.length}, of the indices ${[...byIndex.keys()].toSorted((a, b) => a - b).join(', ')}`,
      next: 'Where the server answers with its best few alone, ask for all with the option body, such as {"top_n":1000}.',
      transport: { retryable: false },
    });
  }
  return { scores, ...(tokens === undefined || tokens === null ? {} : { inputTokens: tokens }) };
}
