import { GraphwrightError, isGraphwrightError, messageOf, type TransportFault } from '@graphwright/contract';
import { z } from 'zod';
import type { Server } from './server.ts';

/** Code units of a server's text that a message quotes: enough for its sentence, short of a page of HTML. */
const LONGEST_QUOTE = 300;

/** A reply that tells of a failure. */
export interface ErrorReply {
  readonly status: number | undefined;
  /** Everything that the server wrote. */
  readonly body: string;
  /** Its own code (`insufficient_quota`), where it gives one. */
  readonly code: string | undefined;
  /** The field of the request that it speaks of, where it says so. */
  readonly field: string | undefined;
  /** Its sentence, or the text of the body. */
  readonly message: string;
  readonly headers: { get(name: string): string | null } | undefined;
}

const wordSchema = z.string().optional().catch(undefined);
const statusSchema = z.int().min(400).max(599);
const anything = z.unknown().optional();
const describedSchema = z.object({ message: anything, code: anything, param: wordSchema, type: wordSchema, detail: anything });
const thrownSchema = z.object({ status: z.int().optional(), error: z.unknown(), headers: z.custom<Headers>((value) => value instanceof Headers).optional() });
const wrappedSchema = z.strictObject({ body: z.string() });
const nestedSchema = z.object({ error: z.unknown() });

/** What the server said, if a thrown value is the SDK's word for a reply that tells of a failure. */
export function errorReplyOf(thrown: unknown): ErrorReply | undefined {
  const reply = thrownSchema.safeParse(thrown);
  if (!reply.success || isGraphwrightError(thrown) || reply.data.error === undefined) return undefined;
  const { error, headers } = reply.data;
  const wrapped = wrappedSchema.safeParse(error);
  const body = wrapped.success ? wrapped.data.body : JSON.stringify(error);
  const told = wrapped.success ? jsonOf(body) : error;
  const nested = nestedSchema.safeParse(told).data?.error;
  const described = describedSchema.safeParse(typeof nested === 'object' && nested !== null ? nested : told).data;
  const message = [described?.message, nested, described?.detail].find((part) => part !== undefined && part !== null);
  const status = reply.data.status ?? statusSchema.safeParse(Number(described?.code)).data;
  return {
    status,
    body,
    code: typeof described?.code === 'string' ? described.code : described?.type,
    field: described?.param,
    message: typeof message === 'string' ? message : message === undefined ? body : JSON.stringify(message),
    headers,
  };
}

/** The error of the house for whatever a call threw. The key is in none of its texts. */
export function faultOf(thrown: unknown, server: Server): GraphwrightError {
  if (isGraphwrightError(thrown)) return thrown;
  const reply = errorReplyOf(thrown);
  if (reply !== undefined) return faultOfReply(reply, server);
  if (thrown instanceof SyntaxError) return malformed(server, messageOf(thrown), true);
  if (/timed? ?out/iu.test(messageOf(thrown))) return timedOut(server);
  return new GraphwrightError({
    code: 'connection-failed',
    message: `The connection to ${server.address} failed.`,
    found: quoted(reasons(thrown).join(': '), server),
    next: `Check the address (${server.setBy}) and that the server is up.`,
    transport: { retryable: true },
  });
}

/** The error for a server that said nothing for too long. */
export function timedOut({ address, timeout }: Server): GraphwrightError {
  return new GraphwrightError({ code: 'timed-out', message: `Nothing came from ${address} for ${timeout} ms.`, next: 'Raise the option timeout, or look at the server.', transport: { retryable: true } });
}

/** The error for a reply of another make than was expected. */
export function malformed(server: Server, found: string, retryable = false): GraphwrightError {
  return new GraphwrightError({
    code: 'reply-malformed',
    message: `The reply of ${server.address} is not in the form of ${server.api}.`,
    found: quoted(found, server),
    next: `Check that the address (${server.setBy}) leads to the API, and not to a page or a proxy.`,
    transport: { retryable },
  });
}

function faultOfReply(reply: ErrorReply, server: Server): GraphwrightError {
  const { status, headers } = reply;
  const { code, says, next, retryable } = kindOf(reply, server);
  const retryAfter = retryable ? retryAfterOf(headers) : undefined;
  const transport: TransportFault = { retryable, ...(retryAfter === undefined ? {} : { retryAfter }) };
  const wait = retryAfter === undefined ? '' : ` It asks for ${retryAfter / 1000} s of patience.`;
  return new GraphwrightError({
    code,
    message: `${server.address} ${says}${status === undefined ? '' : ` (HTTP ${status})`}.${wait}`,
    found: quoted(reply.message, server),
    ...(next === undefined ? {} : { next }),
    ...(code === 'filtered' ? {} : { transport }),
  });
}

interface KindOfFault {
  readonly code: string;
  readonly says: string;
  readonly next?: string;
  readonly retryable: boolean;
}

function kindOf({ status = 500, code: word = '', message }: ErrorReply, { keyVariable }: Server): KindOfFault {
  if (/content_?(?:filter|policy)/iu.test(word)) return { code: 'filtered', says: 'filtered the request', retryable: false };
  if (status === 413 || (status < 500 && /prompt is too long|context.{0,9}(?:length|window|size)/iu.test(`${word} ${message}`))) {
    return { code: 'window-exceeded', says: 'found the prompt too long', next: 'Give the model\'s own size in the option window.', retryable: false };
  }
  if (/insufficient_quota|billing/iu.test(word) || /credit balance/iu.test(message)) return { code: 'quota-exceeded', says: 'says that the quota is used up', next: 'Look at the plan and the limits of the account.', retryable: false };
  if (status === 401 || status === 403) return { code: 'key-refused', says: 'refused the key', next: `Check the environment variable ${keyVariable}, and what its key may do.`, retryable: false };
  if (status === 404) return { code: 'model-unknown', says: 'does not know the model or the path', next: 'Check the name of the model, and that the address leads up to /v1.', retryable: false };
  if (status === 429) return { code: 'rate-limited', says: 'gets too many requests', next: 'Ask later, or with a lower concurrency.', retryable: true };
  if (status === 408 || status === 409 || status === 425 || status >= 500) return { code: 'server-failed', says: 'failed', retryable: true };
  return { code: 'request-refused', says: 'refused the request', retryable: false };
}

/** The wait that the headers ask for, in milliseconds. A date is read against the server's own, for clocks differ. */
function retryAfterOf(headers: ErrorReply['headers']): number | undefined {
  const milliseconds = headers?.get('retry-after-ms') ?? '';
  if (/^\d+(?:\.\d+)?$/u.test(milliseconds)) return Number(milliseconds);
  const after = headers?.get('retry-after') ?? '';
  if (/^\d+(?:\.\d+)?$/u.test(after)) return Number(after) * 1000;
  const wait = Date.parse(after) - Date.parse(headers?.get('date') ?? '');
  return wait >= 0 ? wait : undefined;
}

/** The messages of an error and of what caused it, each once. */
function reasons(thrown: unknown): string[] {
  const messages: string[] = [];
  for (let error = thrown; error !== undefined && messages.length < 5; error = error instanceof Error ? error.cause : undefined) messages.push(messageOf(error));
  return [...new Set(messages.map((message) => message.replace(/\.$/u, '')))];
}

/** Somebody else's text as an error quotes it: one line, without tags of HTML, not too long, and without the key. */
function quoted(text: string, server: Server): string {
  const plain = server.withoutKey(text).replaceAll(/<(?:style|script)[\s\S]*?<\/(?:style|script)>|<[^>]*>/giu, ' ').replaceAll(/\s+/gu, ' ').trim();
  const shortened = plain.length > LONGEST_QUOTE ? `${plain.slice(0, LONGEST_QUOTE)}…` : plain;
  return shortened === '' ? 'an empty reply' : shortened.replace(/\.$/u, '');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
