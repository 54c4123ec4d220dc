import { describe, expect, it } from 'vitest';
import { errorReplyOf, faultOf } from './fault.ts';
import { refusedField } from './refused-field.ts';
import { describeServer } from './server.ts';

const server = describeServer({ address: 'https://user:pass@models.example/v1?key=1', api: "the house's API", setBy: 'option baseURL', keyVariable: 'MODELS_KEY', timeout: 10, key: 'sk-1' });

/** What an SDK throws for a failed reply. */
function thrown(status: number, error: unknown, headers: Readonly<Record<string, string>> = {}): Error {
  return Object.assign(new Error('failed'), { status, error, headers: new Headers(headers) });
}

describe('faultOf', () => {
  it('shows the place of a server and nothing that an address may hold beside it', () => {
    expect(server.address).toBe('https://models.example/v1');
  });

  it.each<[string, unknown, object, RegExp]>([
    ['a wait in seconds', thrown(429, { message: 'Slow' }, { 'retry-after': '7' }), { code: 'rate-limited', transport: { retryable: true, retryAfter: 7000 } }, /7 s/u],
    ['a wait in milliseconds', thrown(429, {}, { 'retry-after': '7', 'retry-after-ms': '250' }), { transport: { retryable: true, retryAfter: 250 } }, /0\.25 s/u],
    ['a wait until a date, against the server\'s own', thrown(503, {}, { date: 'Tue, 01 Dec 2026 10:00:00 GMT', 'retry-after': 'Tue, 01 Dec 2026 10:00:09 GMT' }), { transport: { retryable: true, retryAfter: 9000 } }, /9 s/u],
    ['a used-up quota', thrown(429, { code: 'insufficient_quota', message: 'no' }), { code: 'quota-exceeded', transport: { retryable: false } }, /quota/u],
    ['an empty purse', thrown(400, { message: 'Your credit balance is too low' }), { code: 'quota-exceeded' }, /credit balance/u],
    ['a request that is too large', thrown(413, { message: 'Request too large' }), { code: 'window-exceeded', transport: { retryable: false } }, /too long/u],
    ['a prompt that is too long', thrown(400, { message: 'prompt is too long: 210000 tokens > 200000 maximum' }), { code: 'window-exceeded' }, /210000/u],
    ['what stands outside of "error"', thrown(422, { body: '{"detail":"No such field."}' }), { code: 'request-refused' }, /No such field/u],
    ['a page', thrown(502, { body: '<html><style>p{}</style><h1>502 Bad\n Gateway</h1></html>' }), { code: 'server-failed' }, /Found: 502 Bad Gateway\./u],
    ['the key', thrown(401, { message: 'Bad key sk-1.' }), { code: 'key-refused' }, /Bad key \*\*\*\./u],
    ['a cause', new Error('fetch failed', { cause: new Error('ECONNREFUSED') }), { code: 'connection-failed', transport: { retryable: true } }, /fetch failed: ECONNREFUSED/u],
    ['what is no error at all', 'gone', { code: 'connection-failed' }, /gone/u],
  ])('reads %s', (_what, error, expected, message) => {
    const fault = faultOf(error, server);
    expect(fault).toMatchObject(expected);
    expect(fault.message).toMatch(message);
    expect(fault.message).not.toContain('sk-1');
  });
});

describe('refusedField', () => {
  const refused = (status: number, error: object, candidates: readonly string[], always?: readonly string[]): string | undefined => {
    const reply = errorReplyOf(thrown(status, error));
    return reply === undefined ? undefined : refusedField(reply, candidates, always);
  };

  it.each<[string, number, object, string | undefined]>([
    ['by name', 400, { message: "Unsupported value: 'temperature'", param: 'temperature' }, 'temperature'],
    ['in the text', 400, { message: '`temperature` is deprecated for this model.' }, 'temperature'],
    ['by a member of it', 400, { message: 'Unknown parameter', param: 'seed.value' }, 'seed'],
    ['not where the fault is another', 400, { message: 'temperature must be a number' }, undefined],
    ['not where another field is named', 400, { message: 'Unsupported parameter', param: 'top_k' }, undefined],
    ['not for a failure of the server', 500, { message: 'temperature is not supported' }, undefined],
  ])('is told %s', (_what, status, error, expected) => {
    expect(refused(status, error, ['temperature', 'seed'])).toBe(expected);
  });

  it('needs only the name of some fields', () => {
    expect(refused(400, { message: 'Bad schema', param: 'seed' }, ['seed'], ['seed'])).toBe('seed');
  });
});
