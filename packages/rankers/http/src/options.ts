import { addressSchema, keyVariableSchema, timeoutSchema } from '@graphwright/transport';
import { z } from 'zod';

/** Options of the ranker `http`. */
export const httpRankerOptions = z.strictObject({
  baseURL: addressSchema.describe('Address of the server, up to the path that /rerank follows: https://api.cohere.com/v2, https://api.jina.ai/v1, http://localhost:8080.'),
  model: z.string().min(1).default('default').describe('The name of the model, as the server knows it; servers with one model take any.'),
  apiKeyVariable: keyVariableSchema.default('RERANK_API_KEY').describe('Name of the environment variable that holds the key (never the key itself); none is sent where it is not set.'),
  timeout: timeoutSchema,
  limit: z.int().min(2).max(1000).default(50).describe('Candidates that are scored; those behind keep their order below.'),
  textsField: z.enum(['documents', 'texts']).default('documents').describe('Name of the field that holds the texts: documents at Cohere, Jina, vLLM and Infinity, texts at TEI.'),
  body: z.record(z.string(), z.unknown()).default({}).describe('Further fields of the request, over all others, such as {"truncate":true} for TEI; null leaves one out.'),
});

/** What the ranker `http` is made of. */
export type HttpRankerSettings = Readonly<z.output<typeof httpRankerOptions>>;
