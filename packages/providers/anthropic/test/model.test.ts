import { kinds } from '@graphwright/contract';
import { hear, modelRequest } from '@graphwright/conformance';
import { anthropic, anthropicOptions, anthropicPlugin, createAnthropicModel } from '@graphwright/provider-anthropic';
import { describe, expect, it } from 'vitest';
import { anthropicWire, toolStream } from './anthropic-wire.ts';
import { KEY, modelAt, serving } from './setting.ts';

const answer = anthropicWire.reply({ pieces: ['Mercer.'], streamed: true });
const schema = { type: 'object', properties: { points: { type: 'array' } } };

describe('a request', () => {
  it('sets the system message apart, marks it to be kept, and sends no seed', async () => {
    const server = await serving(answer);
    const { finish } = await hear(modelAt(server.url), modelRequest({ messages: [{ role: 'system', content: 'Evidence.' }, { role: 'user', content: 'Who?' }] }));
    expect(server.requests[0]?.path).toBe('/v1/messages');
    expect(server.requests[0]?.body).toEqual({
      model: 'claude-sonnet-4-5',
      max_tokens: 500,
      system: [{ type: 'text', text: 'Evidence.', cache_control: { type: 'ephemeral' } }],
      messages: [{ role: 'user', content: 'Who?' }],
      temperature: 0,
      stream: true,
    });
    expect(finish).toMatchObject({ dropped: ['seed'], fingerprint: 'claude-test-1' });
  });

  it('keeps nothing at the server where it is told so, and gives the user the first word', async () => {
    const server = await serving(answer);
    await hear(modelAt(server.url, { cache: false }), modelRequest({ messages: [{ role: 'system', content: 'Evidence.' }] }));
    expect(server.requests[0]?.body).toMatchObject({ system: [{ type: 'text', text: 'Evidence.' }], messages: [{ role: 'user', content: 'Go on.' }] });
  });

  it('has a schema answered by a tool, whose input is the text', async () => {
    const server = await serving(toolStream(['{"points"', ':[]}']));
    const { text, finish } = await hear(modelAt(server.url), modelRequest({ schema }));
    expect(server.requests[0]?.body).toMatchObject({ tools: [{ name: 'answer', input_schema: schema }], tool_choice: { type: 'tool', name: 'answer' } });
    expect({ text, reason: finish?.reason }).toEqual({ text: '{"points":[]}', reason: 'stop' });
  });

  it('reads the input of a tool that comes in one piece', async () => {
    const server = await serving({ body: JSON.stringify({ type: 'message', content: [{ type: 'tool_use', name: 'answer', input: { points: [] } }], stop_reason: 'tool_use' }) });
    expect((await hear(modelAt(server.url), modelRequest({ schema }))).text).toBe('{"points":[]}');
  });

  it('says that a schema was dropped that is no object', async () => {
    const server = await serving(answer);
    expect((await hear(modelAt(server.url), modelRequest({ schema: { type: 'array' } }))).finish?.dropped).toEqual(['seed', 'schema']);
  });

  it('takes further fields, and leaves out what is null', async () => {
    const server = await serving(answer);
    await hear(modelAt(server.url, { body: { thinking: { type: 'disabled' }, temperature: null } }));
    expect(server.requests[0]?.body).toMatchObject({ thinking: { type: 'disabled' } });
    expect(server.requests[0]?.body).not.toHaveProperty('temperature');
  });
});

describe('the server', () => {
  it('counts tokens without an answer', async () => {
    const server = await serving({ body: '{"input_tokens":2095}' });
    const { options } = anthropic.resolve({ model: 'claude-sonnet-4-5', baseURL: server.url }, {});
    const model = createAnthropicModel(anthropicOptions.parse(options), { ANTHROPIC_API_KEY: KEY });
    expect(await model.countTokens([{ role: 'system', content: 'A' }, { role: 'user', content: 'B' }])).toBe(2095);
    expect(server.requests[0]).toMatchObject({ path: '/v1/messages/count_tokens', body: { model: 'claude-sonnet-4-5', system: [{ type: 'text', text: 'A' }], messages: [{ role: 'user', content: 'B' }] } });
  });

  it('at Anthropic is not called without a key; one of one\'s own gets none', async () => {
    const port = anthropicPlugin({}).resolve({ model: 'claude-sonnet-4-5' }, {}).create();
    if (!kinds.languageModel.check(port)) throw new Error('no model');
    expect((await hear(port)).error?.code).toBe('key-missing');
    const server = await serving(answer);
    expect((await hear(modelAt(server.url, {}, {}))).text).toBe('Mercer.');
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
    expect(server.requests[0]?.headers['x-api-key']).toBeUndefined();
  });

  it('is that of ANTHROPIC_BASE_URL where no option says another, and holds no credentials', async () => {
    const server = await serving(answer);
    const port = anthropicPlugin({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: server.url }).resolve({ model: 'claude-sonnet-4-5' }, {}).create();
    if (!kinds.languageModel.check(port)) throw new Error('no model');
    expect((await hear(port)).text).toBe('Mercer.');
    expect(() => anthropic.resolve({ model: 'x', baseURL: 'https://user:secret@host' }, {})).toThrow(/user or password/u);
  });
});

describe('what is known of a model', () => {
  it.each([
    ['claude-sonnet-4-5-20250929', 200_000, 64_000],
    ['anthropic.claude-3-5-haiku-20241022-v1:0', 200_000, 8_192],
    ['claude-of-tomorrow', 200_000, 8_192],
    ['somebodys-own-9b', 8_192, 2_048],
  ])('%s', (model, window, maxOutput) => {
    expect(anthropic.resolve({ model }, {}).options).toMatchObject({ window, maxOutput });
  });
});
