import { GraphwrightError } from '@graphwright/contract';
import type { OpenAI } from 'openai';
import { holdsCredentials, type Environment, type ServerOptions } from './options.ts';

/** OpenAI's own address. */
const OPENAI = 'https://api.openai.com/v1';

/** A server, with what is needed to speak to it and about it. */
export interface Connection {
  /** Where it is, for messages. */
  readonly address: string;
  /** Whether it is OpenAI's or Azure's own, which know newer names of parameters than most servers that speak like them. */
  readonly isVendor: boolean;
  readonly keyVariable: string;
  readonly timeout: number;
  /** The key taken out of a text of somebody else's. */
  withoutKey(text: string): string;
  /**
   * The SDK's client; the SDK is loaded when it is first asked for.
   *
   * @throws GraphwrightError `key-missing`, `option-invalid`.
   */
  client(): Promise<OpenAI>;
}

/** A connection by options and environment. Nothing is read from the environment of the process, and nobody is called. */
export function connect(options: ServerOptions, environment: Environment): Connection {
  const { apiKeyVariable, apiVersion, timeout } = options;
  const isAzure = apiVersion !== undefined;
  const key = valueOf(environment, apiKeyVariable);
  const address = options.baseURL ?? valueOf(environment, isAzure ? 'AZURE_OPENAI_ENDPOINT' : 'OPENAI_BASE_URL') ?? (isAzure ? undefined : OPENAI);
  const isVendor = isAzure || address === undefined || isHostOfVendor(address);
  let client: Promise<OpenAI> | undefined;
  return {
    address: address === undefined ? 'Azure OpenAI' : shown(address),
    isVendor,
    keyVariable: apiKeyVariable,
    timeout,
    withoutKey: (text) => (key === undefined ? text : text.replaceAll(key, '***')),
    client() {
      client ??= makeClient(options, { key, address, isVendor, environment });
      return client;
    },
  };
}

interface Found {
  readonly key: string | undefined;
  readonly address: string | undefined;
  readonly isVendor: boolean;
  readonly environment: Environment;
}

async function makeClient({ apiVersion, apiKeyVariable, deployment, model, timeout }: ServerOptions, { key, address, isVendor, environment }: Found): Promise<OpenAI> {
  if (address === undefined || !URL.canParse(address) || holdsCredentials(address)) {
    throw new GraphwrightError({
      code: 'option-invalid',
      message: address === undefined ? 'Azure OpenAI has no address of its own.' : 'The address of the server cannot be used.',
      expected: 'https://host/path, without user and password',
      next: 'Give the option baseURL, or set OPENAI_BASE_URL (for Azure AZURE_OPENAI_ENDPOINT).',
      transport: { retryable: false },
    });
  }
  if (key === undefined && isVendor) {
    throw new GraphwrightError({
      code: 'key-missing',
      message: `No key for ${shown(address)} is there.`,
      next: `Set the environment variable ${apiKeyVariable}, or name another with the option apiKeyVariable.`,
      transport: { retryable: false },
    });
  }
  const { AzureOpenAI, OpenAI } = await import('openai');
  const common = {
    // A server of one's own often wants no key. The SDK does want one, so it is left out of the headers again.
    apiKey: key ?? 'none',
    ...(key === undefined ? { defaultHeaders: { Authorization: null } } : {}),
    organization: valueOf(environment, 'OPENAI_ORG_ID') ?? null,
    project: valueOf(environment, 'OPENAI_PROJECT_ID') ?? null,
    fetch: fetchWithWholeErrors,
    logLevel: 'off',
    // Attempts are the engine's: it counts them, and knows when to stop.
    maxRetries: 0,
    timeout,
  } as const;
  if (apiVersion === undefined) return new OpenAI({ ...common, baseURL: address });
  return new AzureOpenAI({ ...common, apiVersion, deployment: deployment ?? model, baseURL: `${address.replace(/\/+$/u, '').replace(/\/openai$/u, '')}/openai` });
}

/** The SDK keeps of a failed reply only what stands under `error` in its JSON; many servers say it elsewhere, and proxies in HTML. */
const fetchWithWholeErrors: typeof fetch = async (url, init) => {
  const response = await fetch(url, init);
  if (response.ok) return response;
  const { status, headers } = response;
  return new Response(JSON.stringify({ error: { body: await response.text() } }), { status, headers });
};

function valueOf(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value === '' ? undefined : value;
}

function isHostOfVendor(address: string): boolean {
  return URL.canParse(address) && /(?:^|\.)(?:openai\.com|azure\.com)$/u.test(new URL(address).hostname);
}

/** Without what an address may hold beside the place: credentials, a query. */
function shown(address: string): string {
  if (!URL.canParse(address)) return 'the server';
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}
