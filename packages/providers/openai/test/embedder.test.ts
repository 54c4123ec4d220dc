import { embeddingsReply, type ScriptedHttpReply } from '@graphwright/conformance';
import { describe, expect, it } from 'vitest';
import { embedderAt, failing, failureOf, serving } from './setting.ts';

const one = { index: 0, embedding: [1, 0.5] };
const two = { index: 1, embedding: [0, -2] };
const vectors = [Float32Array.of(1, 0.5), Float32Array.of(0, -2)];

describe('embed', () => {
  it.each<[string, ScriptedHttpReply]>([
    ['as base64', embeddingsReply([one, two], { base64: true, tokens: 9 })],
    ['as numbers', embeddingsReply([one, two], { tokens: 9 })],
    ['in another order', embeddingsReply([two, one], { tokens: 9 })],
    ['without an index', { body: JSON.stringify({ data: [{ embedding: [1, 0.5] }, { embedding: [0, -2] }], usage: { prompt_tokens: 9 } }) }],
  ])('gives one vector a text, in order, sent %s', async (_what, reply) => {
    const server = await serving(reply);
    expect(await embedderAt(server).embed({ texts: ['a', 'b'] })).toEqual({ vectors, inputTokens: 9 });
    expect(server.requests[0]?.path).toBe('/v1/embeddings');
    expect(server.requests[0]?.body).toEqual({ model: 'test-embedding', input: ['a', 'b'], encoding_format: 'base64' });
  });

  it('sends batches, and adds up what they cost', async () => {
    const server = await serving(embeddingsReply([one, two], { tokens: 5 }), embeddingsReply([one], { tokens: 2 }));
    const { vectors: made, inputTokens } = await embedderAt(server, { batchSize: 2 }).embed({ texts: ['a', 'b', 'c'] });
    expect(made).toHaveLength(3);
    expect(inputTokens).toBe(7);
    expect(server.requests.map(({ body }) => body['input'])).toEqual([['a', 'b'], ['c']]);
  });

  it('says nothing of tokens where the server does not', async () => {
    const server = await serving({ body: JSON.stringify({ data: [one] }) });
    expect(await embedderAt(server, { encodingFormat: 'float' }).embed({ texts: ['a'] })).toEqual({ vectors: vectors.slice(0, 1) });
    expect(server.requests[0]?.body['encoding_format']).toBe('float');
  });

  it.each<[string, ScriptedHttpReply, string]>([
    ['fewer vectors than texts', embeddingsReply([one]), 'vector-invalid'],
    ['more vectors than texts', embeddingsReply([one, two, { index: 2, embedding: [1, 1] }]), 'vector-invalid'],
    ['two of one index', embeddingsReply([one, one]), 'vector-invalid'],
    ['a length that was not asked for', embeddingsReply([{ index: 0, embedding: [1] }, { index: 1, embedding: [1] }]), 'vector-invalid'],
    ['what is no number', { body: JSON.stringify({ data: [one, { index: 1, embedding: [null, 1] }] }) }, 'reply-malformed'],
    ['base64 that is cut', { body: JSON.stringify({ data: [one, { index: 1, embedding: 'AAA=' }] }) }, 'vector-invalid'],
    ['a number beyond all bounds', { body: JSON.stringify({ data: [one, { index: 1, embedding: Buffer.from(Float32Array.of(NaN, 1).buffer).toString('base64') }] }) }, 'vector-invalid'],
    ['another make', { body: '[]' }, 'reply-malformed'],
    ['a page', { headers: { 'content-type': 'text/html' }, body: '<p>Sign in' }, 'reply-malformed'],
    ['a refused key', failing(401, {}), 'key-refused'],
  ])('refuses %s', async (_what, reply, code) => {
    const error = await failureOf(embedderAt(await serving(reply), { dimensions: 2 }).embed({ texts: ['a', 'b'] }));
    expect(error).toMatchObject({ code, transport: { retryable: false } });
  });

  it('asks for a length where one is wanted, and knows that of some models', async () => {
    const server = await serving(embeddingsReply([one]));
    await embedderAt(server, { dimensions: 2 }).embed({ texts: ['a'] });
    expect(server.requests[0]?.body['dimensions']).toBe(2);
    expect(embedderAt(server, { dimensions: 2 }).dimensions).toBe(2);
    expect(embedderAt(server, { model: 'text-embedding-3-large' }).dimensions).toBe(3072);
    expect(embedderAt(server).dimensions).toBeUndefined();
  });

  it('stops with the signal, and after a silence', async () => {
    const server = await serving({ end: 'silent' });
    const controller = new AbortController();
    const work = failureOf(embedderAt(server).embed({ texts: ['a'], signal: controller.signal }));
    const { closed } = await server.first;
    controller.abort();
    expect((await work).code).toBe('aborted');
    await closed;
    expect((await failureOf(embedderAt(server, { timeout: 50 }).embed({ texts: ['a'] }))).code).toBe('timed-out');
  });

  it('sends nothing for no texts', async () => {
    const server = await serving();
    expect(await embedderAt(server).embed({ texts: [] })).toEqual({ vectors: [], inputTokens: 0 });
    expect(server.requests).toHaveLength(0);
  });
});
