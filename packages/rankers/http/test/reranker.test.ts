import { inspect } from 'node:util';
import { isGraphwrightError, type GraphwrightError, type Reranker } from '@graphwright/contract';
import { scriptedServer, statusFaults, type ScriptedHttpReply, type ScriptedServer } from '@graphwright/conformance';
import { createHttpReranker, httpRankerOptions } from '@graphwright/ranker-http';
import { describe, expect, it, onTestFinished } from 'vitest';

const KEY = 'rk-test-0123456789-secret';
const texts = ['a', 'b'];

async function serving(...script: ScriptedHttpReply[]): Promise<ScriptedServer> {
  const server = await scriptedServer(script);
  onTestFinished(() => server.close());
  return server;
}
function rerankerAt({ url }: Pick<ScriptedServer, 'url'>, options: object = {}, environment: Readonly<Record<string, string>> = { RERANK_API_KEY: KEY }): Reranker {
  return createHttpReranker(httpRankerOptions.parse({ baseURL: `${url}/v1/`, model: 'rerank-1', ...options }), environment);
}
async function failureOf(work: Promise<unknown>): Promise<GraphwrightError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (isGraphwrightError(error)) return error;
  throw new Error('No error of the house.', { cause: error });
}

describe('a reply', () => {
  it.each<[string, unknown, number | undefined]>([
    ['Cohere', { results: [{ index: 1, relevance_score: 0.9 }, { index: 0, relevance_score: 0.1 }], meta: { tokens: { input_tokens: 12 } } }, 12],
    ['Jina, vLLM and Infinity', { results: [{ index: 1, relevance_score: 0.9, document: { text: 'b' } }, { index: 0, relevance_score: 0.1 }], usage: { total_tokens: 12 } }, 12],
    ['TEI', [{ index: 1, score: 0.9 }, { index: 0, score: 0.1 }], undefined],
    ['Voyage', { data: [{ index: 0, relevance_score: 0.1 }, { index: 1, relevance_score: 0.9 }], usage: null }, undefined],
  ])('as %s writes it gives the scores in the order of the texts', async (_who, reply, tokens) => {
    const server = await serving({ body: JSON.stringify(reply) });
    expect(await rerankerAt(server).score({ question: 'Which?', texts })).toEqual({ scores: [0.1, 0.9], ...(tokens === undefined ? {} : { inputTokens: tokens }) });
  });

  it.each<[string, unknown, string]>([
    ['fewer than asked', { results: [{ index: 0, relevance_score: 1 }] }, 'scores-invalid'],
    ['two of one text', { results: [{ index: 0, relevance_score: 1 }, { index: 0, relevance_score: 2 }] }, 'scores-invalid'],
    ['one of no text', { results: [{ index: 0, relevance_score: 1 }, { index: 2, relevance_score: 2 }] }, 'scores-invalid'],
    ['no list', { answer: 'b' }, 'reply-malformed'],
    ['no numbers', { results: [{ index: 0, relevance_score: null }] }, 'reply-malformed'],
  ])('of %s is refused', async (_what, reply, code) => {
    const server = await serving({ body: JSON.stringify(reply) });
    expect(await failureOf(rerankerAt(server).score({ question: 'Which?', texts }))).toMatchObject({ code, transport: { retryable: false } });
  });
});

describe('a request', () => {
  const good = { body: '[{"index":0,"score":1},{"index":1,"score":2}]' };

  it('holds model, question and texts, with the key', async () => {
    const server = await serving(good);
    await rerankerAt(server).score({ question: 'Which?', texts });
    expect(server.requests[0]).toMatchObject({ path: '/v1/rerank', body: { model: 'rerank-1', query: 'Which?', documents: texts }, headers: { authorization: `Bearer ${KEY}` } });
  });

  it('takes further fields, another name for the texts, and no key where none is there', async () => {
    const server = await serving(good);
    await rerankerAt(server, { textsField: 'texts', body: { truncate: true, model: null } }, {}).score({ question: 'Which?', texts });
    expect(server.requests[0]?.body).toEqual({ query: 'Which?', texts, truncate: true });
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });
});

describe('a fault', () => {
  it.each(statusFaults)('$name', async ({ status, headers = {}, code, retryable, retryAfter }) => {
    const server = await serving({ status, headers, body: JSON.stringify({ detail: `No: ${KEY}.` }) });
    const error = await failureOf(rerankerAt(server).score({ question: 'Which?', texts }));
    expect(error).toMatchObject({ code, transport: { retryable, ...(retryAfter === undefined ? {} : { retryAfter }) } });
    expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain(KEY);
  });

  it('silence ends in time-out', async () => {
    const server = await serving({ end: 'silent' });
    expect((await failureOf(rerankerAt(server, { timeout: 200 }).score({ question: 'Which?', texts }))).code).toBe('timed-out');
  });

  it('a page is no reply', async () => {
    const server = await serving({ headers: { 'content-type': 'text/html' }, body: '<title>Sign in</title>' });
    expect((await failureOf(rerankerAt(server).score({ question: 'Which?', texts }))).code).toBe('reply-malformed');
  });

  it('nobody there', async () => {
    const server = await serving();
    await server.close();
    expect(await failureOf(rerankerAt(server).score({ question: 'Which?', texts }))).toMatchObject({ code: 'connection-failed', transport: { retryable: true } });
  });

  it('an abort closes the socket', async () => {
    const server = await serving({ end: 'silent' });
    const controller = new AbortController();
    const work = failureOf(rerankerAt(server).score({ question: 'Which?', texts, signal: controller.signal }));
    const { closed } = await server.first;
    controller.abort();
    expect((await work).code).toBe('aborted');
    await closed;
  });
});
