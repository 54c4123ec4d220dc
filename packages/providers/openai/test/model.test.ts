import { chatReply, chatStream } from '@graphwright/conformance';
import { describe, expect, it } from 'vitest';
import { failing, heard, KEY, modelAt, requestFor, serving } from './setting.ts';

const sse = { 'content-type': 'text/event-stream' };
const usage = { inputTokens: 40, outputTokens: 7 };
const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;

describe('a reply', () => {
  it('comes in pieces, with usage, reason and the exact model', async () => {
    const server = await serving(chatStream(['It was ', '默瑟', '.'], { usage: [40, 7] }));
    const { text, finish } = await heard(modelAt(server));
    expect(text).toBe('It was 默瑟.');
    expect(finish).toEqual({ type: 'finish', reason: 'stop', usage, fingerprint: 'test-2026-01-01 fp_1' });
    const [request] = server.requests;
    expect(request?.path).toBe('/v1/chat/completions');
    expect(request?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(request?.body).toEqual({
      model: 'gpt-4o',
      messages: requestFor().messages,
      temperature: 0,
      seed: 7,
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 500,
    });
  });

  it('is read in one piece where the server does not stream', async () => {
    const server = await serving(chatReply('It was Mercer.', { usage: [40, 7] }));
    expect(await heard(modelAt(server))).toMatchObject({ text: 'It was Mercer.', finish: { reason: 'stop', usage } });
  });

  it('needs no usage', async () => {
    const server = await serving(chatStream(['Mercer.']));
    expect((await heard(modelAt(server))).finish).toEqual({ type: 'finish', reason: 'stop', fingerprint: 'test-2026-01-01 fp_1' });
  });

  it.each([
    ['length', 'length'],
    ['content_filter', 'filtered'],
    ['tool_calls', 'other'],
    ['eos', 'other'],
  ])('that ends with %s is told as %s', async (finish, reason) => {
    const server = await serving(chatStream(['x'], { finish }));
    expect((await heard(modelAt(server))).finish).toMatchObject({ reason });
  });

  it('that refuses says so, streamed or not', async () => {
    const refusal = { choices: [{ index: 0, delta: { refusal: 'I will not.' }, finish_reason: null }] };
    const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
    const server = await serving({ headers: sse, body: [event(refusal), event(end), 'data: [DONE]\n\n'] }, chatReply(null, { refusal: 'I will not.' }));
    const model = modelAt(server);
    const expected = { text: 'I will not.', finish: { reason: 'refusal' }, error: undefined };
    expect(await heard(model)).toMatchObject(expected);
    expect(await heard(model)).toMatchObject(expected);
  });

  it('may hold nulls, comments, chunks without choices, and breaks anywhere', async () => {
    const whole = [
      ': keep alive\n\n',
      event({ choices: [], prompt_filter_results: [{}] }),
      event({ choices: null, usage: null }),
      event({ choices: [{ delta: null, finish_reason: null }] }),
      event({ choices: [{ delta: { content: null, role: null, reasoning_content: 'hm' } }] }),
      event({ choices: [{ delta: { content: 'Mercer 默瑟' }, finish_reason: '' }] }),
      event({ choices: [{ delta: { content: '' }, finish_reason: 'stop' }], usage: { prompt_tokens: null } }),
      'data: [DONE]\n\n',
    ].join('');
    const bytes = whole.match(/[\s\S]{1,7}/gu) ?? [];
    const server = await serving({ headers: sse, body: bytes });
    expect(await heard(modelAt(server))).toEqual({ text: 'Mercer 默瑟', finish: { type: 'finish', reason: 'stop' }, error: undefined });
  });

  it('that is empty gives no text', async () => {
    const server = await serving(chatStream([]));
    expect(await heard(modelAt(server))).toMatchObject({ text: '', finish: { reason: 'stop' } });
  });

  it('without a reason to stop is cut: there is no last event', async () => {
    const server = await serving({ headers: sse, body: event({ choices: [{ delta: { content: 'Half' } }] }) });
    expect(await heard(modelAt(server))).toEqual({ text: 'Half', finish: undefined, error: undefined });
  });

  it('is whole although the line breaks before the usage', async () => {
    const server = await serving({ headers: sse, body: event({ choices: [{ delta: { content: 'Whole.' }, finish_reason: 'stop' }] }), end: 'cut' });
    expect(await heard(modelAt(server))).toEqual({ text: 'Whole.', finish: { type: 'finish', reason: 'stop' }, error: undefined });
  });
});

describe('a request', () => {
  const schema = { type: 'object', properties: { points: { type: 'array' } } };

  it('asks for the schema', async () => {
    const server = await serving(chatStream(['{}']));
    await heard(modelAt(server), requestFor({ schema }));
    expect(server.requests[0]?.body['response_format']).toEqual({ type: 'json_schema', json_schema: { name: 'probe-answer', schema, strict: false } });
  });

  it('takes further fields, and leaves out what is null', async () => {
    const server = await serving(chatStream(['x']));
    await heard(modelAt(server, { body: { reasoning_effort: 'low', temperature: 1, seed: null } }));
    expect(server.requests[0]?.body).toMatchObject({ reasoning_effort: 'low', temperature: 1 });
    expect(server.requests[0]?.body).not.toHaveProperty('seed');
  });

  it.each<[string, string, object, string[]]>([
    ['temperature', 'temperature', failing(400, { message: "Unsupported value: 'temperature' does not support 0 with this model.", param: 'temperature', code: 'unsupported_value' }), ['temperature']],
    ['seed, told by FastAPI', 'seed', { status: 422, body: '{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted"}]}' }, ['seed']],
    ['stream_options, told by older vLLM', 'stream_options', { status: 400, body: '{"object":"error","message":"Unrecognized request argument supplied: stream_options","code":400}' }, ['stream_options']],
    ['response_format', 'response_format', failing(400, { message: 'This response_format type is unavailable now' }), ['schema']],
    ['stream', 'stream', failing(400, { message: 'Your organization must be verified to stream this model.', param: 'stream', code: 'unsupported_value' }), ['stream']],
  ])('goes without %s where the server does not take it, says so and remembers it', async (_what, field, refusal, dropped) => {
    const server = await serving(refusal, chatReply('{}'), chatReply('{}'));
    const model = modelAt(server);
    expect(await heard(model, requestFor({ schema }))).toMatchObject({ text: '{}', finish: { dropped } });
    expect(await heard(model, requestFor({ schema }))).toMatchObject({ text: '{}', finish: { dropped } });
    expect(server.requests.map(({ body }) => field in body)).toEqual([true, false, false]);
  });

  it('limits the answer under the other name where one is refused', async () => {
    const server = await serving(failing(400, { message: "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", param: 'max_tokens', code: 'unsupported_parameter' }), chatStream(['x']));
    const { finish } = await heard(modelAt(server));
    expect(server.requests.map(({ body }) => [body['max_tokens'], body['max_completion_tokens']])).toEqual([[500, undefined], [undefined, 500]]);
    expect(finish).not.toHaveProperty('dropped');
  });

  it.each([
    ['a prompt that is too long', { message: "This model's maximum context length is 8192 tokens; 'max_tokens' is too large.", code: 'context_length_exceeded' }, 'window-exceeded'],
    ['a field that the user set', { message: "Unsupported parameter: 'top_k'", param: 'top_k', code: 'unsupported_parameter' }, 'request-refused'],
  ])('is not shortened for %s', async (_what, error, code) => {
    const server = await serving(failing(400, error));
    const { error: fault } = await heard(modelAt(server, { body: { top_k: 3 } }));
    expect(fault).toMatchObject({ code, transport: { retryable: false } });
    expect(server.requests).toHaveLength(1);
  });
});
