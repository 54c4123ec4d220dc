import { throwIfAborted } from '@graphwright/contract';
import { parsed } from './exchange.ts';
import { faultOf, timedOut } from './fault.ts';
import { Patience } from './patience.ts';
import type { Server } from './server.ts';

/**
 * Posts JSON to an interface that no vendor's SDK is needed for, and gives the JSON that comes back. The signal, and a silence longer
 * than the time-out, close the socket.
 *
 * @throws GraphwrightError as `faultOf` makes it, and `aborted`.
 */
export async function postJson(
  url: string,
  body: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>>,
  server: Server,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  throwIfAborted(signal);
  const patience = new Patience(server.timeout, signal);
  try {
    patience.wait();
    const response = await fetch(url, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body), signal: patience.signal });
    const text = await response.text();
    if (!response.ok) throw Object.assign(new Error(`HTTP ${response.status}`), { status: response.status, headers: response.headers, error: { body: text } });
    return parsed(text, response.headers.get('content-type') ?? '', server);
  } catch (error) {
    throwIfAborted(signal);
    throw patience.exhausted ? timedOut(server) : faultOf(error, server);
  } finally {
    patience.end();
  }
}
