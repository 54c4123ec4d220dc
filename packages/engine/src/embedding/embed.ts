import { GraphwrightError, type Embedder } from '@graphwright/contract';
import type { CallerContext } from '../model/caller.ts';
import type { Fault } from '../model/fault.ts';
import { sideCall } from '../model/side-call.ts';
import type { Place } from '../run/record.ts';

/** Vectors, or why there are none. */
export type EmbedOutcome =
  | { readonly vectors: readonly Float32Array[] }
  | { readonly fault: Fault; readonly attempts: number };

/**
 * Embeds texts in batches, one after another. What an embedder returns is checked: one vector a text, all of one length.
 *
 * @param batchSize Texts of one call at most.
 * @param kind What the cost is entered as.
 */
export async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
  batchSize: number,
  place: Place,
  context: CallerContext,
  kind: 'embedding' | 'check' = 'embedding',
): Promise<EmbedOutcome> {
  const vectors: Float32Array[] = [];
  for (let start = 0; start < texts.length; start += batchSize) {
    const batch = texts.slice(start, start + batchSize);
    const outcome = await sideCall(
      {
        name: 'embed',
        model: embedder.model,
        kind,
        texts: batch,
        make: async (signal) => {
          const { vectors: value, inputTokens } = await embedder.embed({ texts: batch, signal });
          return { value, inputTokens };
        },
        check: (value) => checkVectors(embedder.model, value, batch.length),
      },
      place,
      context,
    );
    if ('fault' in outcome) return outcome;
    vectors.push(...outcome.value);
  }
  return { vectors };
}

function checkVectors(model: string, vectors: readonly Float32Array[], texts: number): void {
  const lengths = new Set(vectors.map((vector) => vector.length));
  if (vectors.length === texts && lengths.size <= 1) return;
  throw new GraphwrightError({
    code: 'vector-invalid',
    message: `The embedder "${model}" does not give one vector a text, all of one length.`,
    expected: `${texts} vectors of one length`,
    found: `${vectors.length} vectors of ${[...lengths].join(' and ')} numbers`,
  });
}
