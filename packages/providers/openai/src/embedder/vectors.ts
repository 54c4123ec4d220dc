import { GraphwrightError } from '@graphwright/contract';
import { z } from 'zod';

/** Of a number in 32 bits, as the interface sends vectors in base64. */
const BYTES = 4;

/** A reply with embeddings: what is read of it. */
export const embeddingsSchema = z.object({
  data: z.array(z.object({ index: z.int().nullish(), embedding: z.union([z.string(), z.array(z.number())]) })),
  usage: z.object({ prompt_tokens: z.int().nonnegative() }).nullish().catch(undefined),
});

/** A reply with embeddings. */
export type EmbeddingsReply = z.output<typeof embeddingsSchema>;

/**
 * The vectors of a reply in the order of the texts: by their `index`, or as they stand where the server gives none.
 *
 * @param texts How many there must be.
 * @param dimensions How long they must be, where that was asked for.
 * @throws GraphwrightError `vector-invalid` for one too few or too many, two of one index, a length that was not asked for, or a
 * number that is none.
 */
export function vectorsOf({ data }: EmbeddingsReply, texts: number, dimensions: number | undefined): Float32Array[] {
  const byIndex = new Map(data.map(({ index, embedding }, place) => [index ?? place, embedding]));
  const vectors: Float32Array[] = [];
  for (let index = 0; index < texts; index++) {
    const embedding = byIndex.get(index);
    if (embedding === undefined || data.length !== texts) throw invalid('The server does not give one vector a text.', `${texts} vectors, of the indices 0 to ${texts - 1}`, `${data.length}, of the indices ${[...byIndex.keys()].join(', ')}`);
    const vector = typeof embedding === 'string' ? decoded(embedding) : Float32Array.from(embedding);
    if (!vector.every((value) => Number.isFinite(value))) throw invalid('A vector holds what is no number.', 'finite numbers', `${vector.find((value) => !Number.isFinite(value))}`);
    if (dimensions !== undefined && vector.length !== dimensions) throw invalid('The server does not heed the option dimensions.', `${dimensions} numbers a vector`, `${vector.length}`);
    vectors.push(vector);
  }
  return vectors;
}

/** Numbers of 32 bits, little-endian, in base64. */
function decoded(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0 || bytes.length % BYTES !== 0) throw invalid('A vector is cut.', 'numbers of four bytes each', `${bytes.length} bytes`);
  return Float32Array.from({ length: bytes.length / BYTES }, (_, place) => bytes.readFloatLE(place * BYTES));
}

function invalid(message: string, expected: string, found: string): GraphwrightError {
  return new GraphwrightError({ code: 'vector-invalid', message, expected, found, transport: { retryable: false } });
}
