import type { Embedder } from '@graphwright/contract';
import { exchange, faultOf, malformed, type Environment } from '@graphwright/transport';
import { z } from 'zod';
import { connect, type Connection } from '../connection/connection.ts';
import { serverShape, type ServerOptions } from '../connection/options.ts';
import { embeddingsSchema, vectorsOf, type EmbeddingsReply } from './vectors.ts';

/** Options of the embedder `openai`. */
export const openaiEmbedderOptions = z.strictObject({
  ...serverShape,
  dimensions: z.int().min(1).optional().describe('Length of the vectors, for models that can shorten them; has to be that of the index.'),
  batchSize: z.int().min(1).max(2048).default(256).describe('Texts of one request at most.'),
  encodingFormat: z.enum(['base64', 'float']).default('base64').describe('How vectors are asked for: base64 is shorter; replies are read in either form.'),
});

/** What the embedder `openai` is made of. */
export interface OpenaiEmbedderSettings extends ServerOptions {
  readonly dimensions?: number | undefined;
  readonly batchSize: number;
  readonly encodingFormat: 'base64' | 'float';
}

/** Lengths of vectors by model. Source: the page on embeddings in OpenAI's documentation. */
const DIMENSIONS: ReadonlyMap<string, number> = new Map([
  ['text-embedding-3-small', 1536],
  ['text-embedding-3-large', 3072],
  ['text-embedding-ada-002', 1536],
]);

/**
 * An embedder behind OpenAI's embeddings, at OpenAI or at any server that speaks them. Texts go in batches, one after another.
 *
 * @param environment Where the key is looked up, by its name.
 */
export function createOpenaiEmbedder(settings: OpenaiEmbedderSettings, environment: Environment = process.env): Embedder {
  const { model, dimensions, batchSize } = settings;
  const connection = connect(settings, environment);
  return {
    specVersion: 'v1',
    model,
    dimensions: dimensions ?? DIMENSIONS.get(model),
    async embed({ texts, signal }) {
      const vectors: Float32Array[] = [];
      let inputTokens: number | undefined = 0;
      for (let start = 0; start < texts.length; start += batchSize) {
        const batch = texts.slice(start, start + batchSize);
        const reply = await embedBatch(batch, settings, connection, signal);
        vectors.push(...vectorsOf(reply, batch.length, dimensions));
        const counted: number | undefined = reply.usage?.prompt_tokens;
        inputTokens = inputTokens === undefined || counted === undefined ? undefined : inputTokens + counted;
      }
      return { vectors, ...(inputTokens === undefined ? {} : { inputTokens }) };
    },
  };
}

async function embedBatch(input: readonly string[], { model, dimensions, encodingFormat }: OpenaiEmbedderSettings, connection: Connection, signal: AbortSignal | undefined): Promise<EmbeddingsReply> {
  const body = { model, input, encoding_format: encodingFormat, ...(dimensions === undefined ? {} : { dimensions }) };
  try {
    for await (const value of exchange(await connection.client(), '/embeddings', body, connection, signal)) {
      const reply = embeddingsSchema.safeParse(value);
      if (reply.success) return reply.data;
      throw malformed(connection, JSON.stringify(value));
    }
    throw malformed(connection, '');
  } catch (thrown) {
    throw faultOf(thrown, connection);
  }
}
