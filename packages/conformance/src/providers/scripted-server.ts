import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a scripted server does with a request. */
export interface ScriptedHttpReply {
  /** 200 when left out. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, in one piece or in several, each written on its own. */
  readonly body?: string | readonly string[];
  /** Milliseconds between two pieces of the body; none when left out. For servers that trickle. */
  readonly pause?: number;
  /** After the body: `whole` ends it (when left out), `cut` breaks the line, `hang` leaves it open. `silent` sends nothing at all. */
  readonly end?: 'whole' | 'cut' | 'hang' | 'silent';
}

/** A request as it came. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The JSON of the body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Resolves when the line is closed before the reply was at its end. */
  readonly closed: Promise<void>;
}

/** A server on this machine that says what a test tells it to. */
export interface ScriptedServer {
  /** Its address, without a slash at the end. */
  readonly url: string;
  /** Every request so far, oldest first. */
  readonly requests: readonly ReceivedRequest[];
  /** Resolves when the first request has come. */
  readonly first: Promise<ReceivedRequest>;
  close(): Promise<void>;
}

/**
 * Starts a server.
 *
 * @param script Replies in turn, the last one again and again; or a function of the request and its number, from 0.
 */
export async function scriptedServer(script: readonly ScriptedHttpReply[] | ((request: ReceivedRequest, number: number) => ScriptedHttpReply)): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = [];
  let arrived: (request: ReceivedRequest) => void = () => {};
  const first = new Promise<ReceivedRequest>((resolve) => {
    arrived = resolve;
  });
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const closed = new Promise<void>((resolve) => {
      response.once('close', () => {
        if (!response.writableFinished) resolve();
      });
    });
    let text = '';
    for await (const piece of incoming.setEncoding('utf8')) text += String(piece);
    const body: unknown = JSON.parse(text);
    const request = { path: incoming.url ?? '', headers: incoming.headers, body: { ...(typeof body === 'object' ? body : {}) }, closed };
    const number = requests.push(request) - 1;
    arrived(request);
    await reply(response, typeof script === 'function' ? script(request, number) : (script[Math.min(number, script.length - 1)] ?? {}));
  };
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    requests,
    first,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function portOf(address: string | AddressInfo | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function reply(response: ServerResponse, { status = 200, headers = {}, body = '', pause = 0, end = 'whole' }: ScriptedHttpReply): Promise<void> {
  if (end === 'silent') return;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.flushHeaders();
  for (const piece of [body].flat()) {
    // A turn of the loop between two pieces at least, so that they travel apart.
    await new Promise<void>((resolve) => {
      response.write(piece, () => (pause === 0 ? setImmediate(resolve) : setTimeout(resolve, pause)));
    });
  }
  if (end === 'cut') response.destroy();
  if (end === 'whole') response.end();
}
