import { addressSchema, keyVariableSchema, timeoutSchema } from '@graphwright/transport';
import { z } from 'zod';

/** Options of the model `anthropic`. */
export const anthropicOptions = z.strictObject({
  model: z.string().min(1).describe('The name of the model, as the server knows it.'),
  baseURL: addressSchema.optional().describe('Address of the server; ANTHROPIC_BASE_URL, else Anthropic itself, when left out.'),
  apiKeyVariable: keyVariableSchema.default('ANTHROPIC_API_KEY').describe('Name of the environment variable that holds the key (never the key itself).'),
  timeout: timeoutSchema,
  window: z.int().min(1).describe('Tokens of prompt and answer together; known for models of Anthropic, else 8192.'),
  maxOutput: z.int().min(1).describe('Tokens of the longest answer; known for models of Anthropic, else 2048.'),
  cache: z.boolean().default(true).describe('Marks the system message, where the evidence stands, to be kept by the server for calls that repeat it.'),
  body: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('Further fields of the request, over all others, such as {"thinking":{"type":"disabled"}}; null leaves one out.'),
});

/** What the model `anthropic` is made of. */
export type AnthropicSettings = Readonly<z.output<typeof anthropicOptions>>;
