import { z } from 'zod';

/** Node's own `fetch` gives up after five minutes without a byte, so that a longer patience would be an empty promise. */
const LONGEST_PATIENCE = 300_000;

/** What both plugins are told of the server. */
export const serverShape = {
  model: z.string().min(1).describe('The name of the model, as the server knows it.'),
  baseURL: z
    .url({ protocol: /^https?$/u })
    .refine((address) => !holdsCredentials(address), 'an address must not hold a user or password, for options are printed')
    .optional()
    .describe('Address of the server, up to /v1; OPENAI_BASE_URL, else OpenAI itself, when left out. With apiVersion: the Azure resource, else AZURE_OPENAI_ENDPOINT.'),
  apiKeyVariable: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/u, 'the name of an environment variable')
    .describe('Name of the environment variable that holds the key (never the key itself); OPENAI_API_KEY, or AZURE_OPENAI_API_KEY with apiVersion.'),
  apiVersion: z.string().min(1).optional().describe('Version of the Azure API, such as 2024-10-21: makes this a client of Azure OpenAI.'),
  deployment: z.string().min(1).optional().describe('Name of the deployment on Azure; the model when left out.'),
  timeout: z
    .int()
    .min(1)
    .max(LONGEST_PATIENCE)
    .default(LONGEST_PATIENCE)
    .describe('Milliseconds of silence after which a call is given up: before the first byte, and between two pieces of a stream.'),
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

/** Variables by name, as in `process.env`. Holds keys: never printed, never kept in an option. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variable that holds the key where none is named. */
export function keyVariable(apiVersion: string | undefined): string {
  return apiVersion === undefined ? 'OPENAI_API_KEY' : 'AZURE_OPENAI_API_KEY';
}

/** Whether an address holds a user or a password. */
export function holdsCredentials(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return `${username}${password}` !== '';
}
