import { addressSchema, keyVariableSchema, timeoutSchema } from '@graphwright/transport';
import { z } from 'zod';

/** What both plugins are told of the server. */
export const serverShape = {
  model: z.string().min(1).describe('The name of the model, as the server knows it.'),
  baseURL: addressSchema
    .optional()
    .describe('Address of the server, up to /v1; OPENAI_BASE_URL, else OpenAI itself, when left out. With apiVersion: the Azure resource, else AZURE_OPENAI_ENDPOINT.'),
  apiKeyVariable: keyVariableSchema.describe('Name of the environment variable that holds the key (never the key itself); OPENAI_API_KEY, or AZURE_OPENAI_API_KEY with apiVersion.'),
  apiVersion: z.string().min(1).optional().describe('Version of the Azure API, such as 2024-10-21: makes this a client of Azure OpenAI.'),
  deployment: z.string().min(1).optional().describe('Name of the deployment on Azure; the model when left out.'),
  timeout: timeoutSchema,
} as const;

/** Where a server is and how it is spoken to, settled. */
export interface ServerOptions {
  readonly model: string;
  readonly baseURL?: string | undefined;
  readonly apiKeyVariable: string;
  readonly apiVersion?: string | undefined;
  readonly deployment?: string | undefined;
  readonly timeout: number;
}

/** The variable that holds the key where none is named. */
export function keyVariable(apiVersion: string | undefined): string {
  return apiVersion === undefined ? 'OPENAI_API_KEY' : 'AZURE_OPENAI_API_KEY';
}
