import type { Embedder } from '@graphwright/contract';

/**
 * The embedder of a query vector that was made elsewhere: gives a copy of it for every text, whatever the text says.
 *
 * @param vector Numbers of the vector; must have the length of the space that is searched.
 * @param model The name that provenance prints.
 */
export function givenVector(vector: ArrayLike<number>, model = 'given-vector'): Embedder {
  const values = Float32Array.from(vector);
  return {
    specVersion: 'v1',
    model,
    dimensions: values.length,
    given: true,
    embed: ({ texts }) => Promise.resolve({ vectors: texts.map(() => values.slice()), inputTokens: 0 }),
  };
}
