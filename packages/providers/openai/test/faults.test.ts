import { inspect } from 'node:util';
import type { ScriptedHttpReply } from '@graphwright/conformance';
import { describe, expect, it } from 'vitest';
import { failing, heard, KEY, modelAt, serving } from './setting.ts';

describe('a reply that tells of a failure', () => {
  it.each<[string, ScriptedHttpReply, object, RegExp]>([
    ['401', failing(401, { message: `Incorrect API key provided: ${KEY}.`, code: 'invalid_api_key' }), { code: 'key-refused', transport: { retryable: false } }, /\(HTTP 401\).*Incorrect API key provided: \*\*\*\..*OPENAI_API_KEY/u],
    ['404', failing(404, { message: 'The model `nope` does not exist', code: 'model_not_found' }), { code: 'model-unknown', transport: { retryable: false } }, /does not exist/u],
    ['429', failing(429, { message: 'Rate limit reached' }), { code: 'rate-limited', transport: { retryable: true } }, /Rate limit reached/u],
    ['429 with a wait', failing(429, {}, { 'retry-after': '7' }), { code: 'rate-limited', transport: { retryable: true, retryAfter: 7000 } }, /7 s/u],
    ['429 with a wait in milliseconds', failing(429, {}, { 'retry-after': '7', 'retry-after-ms': '250' }), { transport: { retryable: true, retryAfter: 250 } }, /0\.25 s/u],
    ['429 with a date', failing(429, {}, { date: 'Tue, 01 Dec 2026 10:00:00 GMT', 'retry-after': 'Tue, 01 Dec 2026 10:00:09 GMT' }), { transport: { retryable: true, retryAfter: 9000 } }, /9 s/u],
    ['429 for a used-up quota', failing(429, { code: 'insufficient_quota' }, { 'retry-after': '7' }), { code: 'quota-exceeded', transport: { retryable: false } }, /quota/u],
    ['500', failing(500, { message: 'The server had an error.' }), { code: 'server-failed', transport: { retryable: true } }, /\(HTTP 500\).*had an error/u],
    ['a gateway in HTML', { status: 502, headers: { 'content-type': 'text/html' }, body: '<html><style>p{}</style><h1>502 Bad\n Gateway</h1></html>' }, { code: 'server-failed' }, /Found: 502 Bad Gateway\./u],
    ['a filtered prompt', failing(400, { code: 'content_filter' }), { code: 'filtered', transport: undefined }, /filtered/u],
    ['nothing but a status', { status: 503 }, { code: 'server-failed' }, /an empty reply/u],
    ['a failure under status 200', { body: '{"error":{"message":"no such thing","code":404}}' }, { code: 'model-unknown' }, /no such thing/u],
    ['a page instead of the API', { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Please sign in</title>' }, { code: 'reply-malformed', transport: { retryable: false } }, /text\/html: Please sign in/u],
    ['JSON of another make', { body: '{"choices":"none"}' }, { code: 'reply-malformed' }, /choices/u],
  ])('%s', async (_what, reply, expected, message) => {
    const { text, error } = await heard(modelAt(await serving(reply)));
    expect(text).toBe('');
    expect(error).toMatchObject(expected);
    expect(error?.message).toMatch(message);
    expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain(KEY);
  });
});

describe('a silence', () => {
  it.each<[string, ScriptedHttpReply]>([
    ['the end of a reply in one piece', { body: '{"choices":', end: 'hang' }],
    ['the end of a failure', { status: 500, body: '{"error":', end: 'hang' }],
  ])('before %s is given up', async (_what, reply) => {
    const server = await serving(reply);
    const { error } = await heard(modelAt(server, { timeout: 500 }));
    expect(error).toMatchObject({ code: 'timed-out', transport: { retryable: true } });
    await (await server.first).closed;
  });
});
