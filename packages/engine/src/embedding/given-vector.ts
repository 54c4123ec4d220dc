import { GraphwrightError, type Embedder } from '@graphwright/contract';

/**
 * The embedder of a query vector that was made elsewhere: gives a copy of it for every text, whatever the text says.
 *
 * @param vector Numbers of the vector; must have the length of the space that is searched.
 * @param model The name that provenance prints.
 * @throws GraphwrightError `vector-invalid`.
 */
export function givenVector(vector: ArrayLike<number>, model = 'given-vector'): Embedder {
  // Callers without types give what they have.
  const given: unknown = vector;
  const values = typeof given === 'object' && given !== null ? Float32Array.from(vector) : new Float32Array();
  if (values.length === 0 || !values.every(Number.isFinite)) {
    throw new GraphwrightError({ code: 'vector-invalid', message: 'The given vector is none.', expected: 'finite numbers, at least one', found: values.length === 0 ? 'no numbers' : 'something that is no finite number' });
  }
  return {
    specVersion: 'v1',
    model,
    dimensions: values.length,
    given: true,
    embed: ({ texts }) => Promise.resolve({ vectors: texts.map(() => values.slice()), inputTokens: 0 }),
  };
}
