import { GraphwrightError } from '@graphwright/contract';
import { z } from 'zod';

/** Node's own `fetch` gives up after five minutes without a byte, so that a longer patience would be an empty promise. */
const LONGEST_PATIENCE = 300_000;

/** A server, with what is needed to speak of it: nothing that a message may not show, but for the key, which it takes out of texts. */
export interface Server {
  /** Where it is, for messages: without credentials and query. */
  readonly address: string;
  /** The interface that it is to speak, for messages: `OpenAI's API`. */
  readonly api: string;
  /** How a user gives another address, for messages: `option baseURL, or OPENAI_BASE_URL`. */
  readonly setBy: string;
  /** Name of the environment variable that holds the key. */
  readonly keyVariable: string;
  /** Milliseconds of silence after which a call is given up. */
  readonly timeout: number;
  /** The key taken out of a text of somebody else's. */
  withoutKey(text: string): string;
}

/** What a server is told of by. */
export interface ServerDescription extends Omit<Server, 'address' | 'withoutKey'> {
  /** The address that is called; may hold what a message must not show. */
  readonly address: string;
  readonly key: string | undefined;
}

/** A server as messages may speak of it. */
export function describeServer({ address, key, ...said }: ServerDescription): Server {
  return { ...said, address: shownAddress(address), withoutKey: (text) => (key === undefined ? text : text.replaceAll(key, '***')) };
}

/** Option of an address: an URL without user and password, for options are printed. */
export const addressSchema = z.url({ protocol: /^https?$/u }).refine((address) => !holdsCredentials(address), 'an address must not hold a user or password, for options are printed');

/** Option of the name of the variable that holds a key: never the key itself. */
export const keyVariableSchema = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/u, 'the name of an environment variable');

/** Option of the patience with a silent server, in milliseconds; five minutes at most, and unless given. */
export const timeoutSchema = z
  .int()
  .min(1)
  .max(LONGEST_PATIENCE)
  .default(LONGEST_PATIENCE)
  .describe('Milliseconds of silence after which a call is given up: before the first byte, and between two pieces of a stream.');

/** Whether an address holds a user or a password. */
export function holdsCredentials(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return `${username}${password}` !== '';
}

/** An address without what it may hold beside the place: credentials, a query. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return 'the server';
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

/** Whether an address is at a host, or below it: `api.openai.com` is at `openai.com`. */
export function isAtHost(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

/** The error for an address that cannot be called. */
export function unusableAddress(message: string, next: string): GraphwrightError {
  return new GraphwrightError({ code: 'option-invalid', message, expected: 'https://host/path, without user and password', next, transport: { retryable: false } });
}

/** The error for a server that wants a key where none is. */
export function missingKey({ address, keyVariable }: Pick<Server, 'address' | 'keyVariable'>): GraphwrightError {
  return new GraphwrightError({
    code: 'key-missing',
    message: `No key for ${address} is there.`,
    next: `Set the environment variable ${keyVariable}, or name another with the option apiKeyVariable.`,
    transport: { retryable: false },
  });
}
