import type { Anthropic } from '@anthropic-ai/sdk';
import { describeServer, fetchWithWholeErrors, holdsCredentials, isAtHost, missingKey, unusableAddress, valueOf, type Environment, type Server } from '@graphwright/transport';
import type { AnthropicSettings } from './options.ts';

/** Anthropic's own address, and the host that wants a key. */
const ANTHROPIC = 'https://api.anthropic.com';
const VENDORS = ['anthropic.com'];

/** A server that speaks Anthropic's API. */
export interface Connection extends Server {
  /**
   * The SDK's client; the SDK is loaded when it is first asked for.
   *
   * @throws GraphwrightError `key-missing`, `option-invalid`.
   */
  client(): Promise<Anthropic>;
}

/** A connection by options and environment. Nothing is read from the environment of the process, and nobody is called. */
export function connect({ baseURL, apiKeyVariable, timeout }: AnthropicSettings, environment: Environment): Connection {
  const key = valueOf(environment, apiKeyVariable);
  const address = baseURL ?? valueOf(environment, 'ANTHROPIC_BASE_URL') ?? ANTHROPIC;
  const server = describeServer({ address, api: "Anthropic's API", setBy: 'option baseURL, or ANTHROPIC_BASE_URL', keyVariable: apiKeyVariable, timeout, key });
  let client: Promise<Anthropic> | undefined;
  return {
    ...server,
    client() {
      client ??= makeClient(server, address, key);
      return client;
    },
  };
}

async function makeClient(server: Server, address: string, key: string | undefined): Promise<Anthropic> {
  if (!URL.canParse(address) || holdsCredentials(address)) throw unusableAddress('The address of the server cannot be used.', 'Give the option baseURL, or set ANTHROPIC_BASE_URL.');
  if (key === undefined && isAtHost(address, VENDORS)) throw missingKey(server);
  const { Anthropic } = await import('@anthropic-ai/sdk');
  return new Anthropic({
    // A server of one's own often wants no key. The SDK does want one, so it is left out of the headers again.
    apiKey: key ?? 'none',
    ...(key === undefined ? { defaultHeaders: { Authorization: null, 'X-Api-Key': null } } : {}),
    baseURL: address,
    fetch: fetchWithWholeErrors,
    logLevel: 'off',
    // Attempts are the engine's: it counts them, and knows when to stop.
    maxRetries: 0,
    timeout: server.timeout,
  });
}
