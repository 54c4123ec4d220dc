import { describeServer, fetchWithWholeErrors, holdsCredentials, isAtHost, missingKey, shownAddress, unusableAddress, valueOf, type Environment, type Server } from '@graphwright/transport';
import type { OpenAI } from 'openai';
import type { ServerOptions } from './options.ts';

/** OpenAI's own address. */
const OPENAI = 'https://api.openai.com/v1';

/** The hosts of OpenAI's and Azure's own servers, which know newer names of parameters than most servers that speak like them. */
const VENDORS = ['openai.com', 'azure.com'];

/** A server that speaks OpenAI's API. */
export interface Connection extends Server {
  /** Whether it is OpenAI's or Azure's own. */
  readonly isVendor: boolean;
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
  const isVendor = isAzure || address === undefined || isAtHost(address, VENDORS);
  let client: Promise<OpenAI> | undefined;
  return {
    ...describeServer({ address: address ?? 'Azure OpenAI', api: "OpenAI's API", setBy: 'option baseURL, or OPENAI_BASE_URL', keyVariable: apiKeyVariable, timeout, key }),
    isVendor,
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
    throw unusableAddress(
      address === undefined ? 'Azure OpenAI has no address of its own.' : 'The address of the server cannot be used.',
      'Give the option baseURL, or set OPENAI_BASE_URL (for Azure AZURE_OPENAI_ENDPOINT).',
    );
  }
  if (key === undefined && isVendor) throw missingKey({ address: shownAddress(address), keyVariable: apiKeyVariable });
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
