import { throwIfAborted } from '@graphwright/contract';
import { malformed, timedOut } from './fault.ts';
import { Patience } from './patience.ts';
import type { Server } from './server.ts';

/** The client of a vendor's SDK, as far as it is needed: what it sends, and the reply as it comes. Attempts and time-outs of its own are off. */
export interface PostingClient {
  post<T>(path: string, options: { readonly body: unknown; readonly stream: true; readonly signal: AbortSignal }): {
    withResponse(): Promise<{ readonly data: T; readonly response: Response }>;
  };
}

/**
 * Sends a request and gives what comes back, each event of a stream as the JSON that it holds, or the one JSON of a reply that is
 * none. Leaving the loop, the signal, and a silence longer than the time-out close the socket.
 *
 * @throws GraphwrightError `aborted`, `timed-out`, `reply-malformed`; whatever the SDK throws, to be read by `faultOf`.
 */
export async function* exchange(client: PostingClient, path: string, body: Readonly<Record<string, unknown>>, server: Server, signal: AbortSignal | undefined): AsyncGenerator<unknown, void, undefined> {
  throwIfAborted(signal);
  const patience = new Patience(server.timeout, signal);
  const check = (): void => {
    throwIfAborted(signal);
    if (patience.exhausted) throw timedOut(server);
  };
  try {
    patience.wait();
    // With `stream` the SDK reads nothing of the body before it is asked to, so that it can be read by its own type.
    const { data, response } = await client.post<AsyncIterable<unknown>>(path, { body, stream: true, signal: patience.signal }).withResponse();
    patience.wait();
    const type = response.headers.get('content-type') ?? '';
    if (type.includes('event-stream') || (body['stream'] === true && !/json|html/u.test(type))) {
      for await (const event of data) {
        patience.rest();
        yield event;
        patience.wait();
      }
      // The SDK ends a stream that was aborted as if it were at its end.
      check();
    } else {
      const text = await response.text();
      patience.rest();
      yield parsed(text, type, server);
    }
  } catch (error) {
    check();
    throw error;
  } finally {
    patience.end();
  }
}

/** The JSON of a reply in one piece. @throws GraphwrightError `reply-malformed`; what the reply tells of as a failure. */
export function parsed(text: string, type: string, server: Server): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed(server, `${type === '' ? 'a reply without a type' : type}: ${text}`);
  }
  // Some servers tell of a failure under status 200; `faultOf` reads it like the SDK's own errors.
  if (typeof value === 'object' && value !== null && 'error' in value && value.error !== null) throw Object.assign(new Error('The reply tells of a failure.'), { error: value.error });
  return value;
}
