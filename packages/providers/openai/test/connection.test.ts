import { kinds } from '@graphwright/contract';
import { chatStream } from '@graphwright/conformance';
import { openai, openaiPlugins } from '@graphwright/provider-openai';
import { describe, expect, it } from 'vitest';
import { heard, KEY, modelAt, requestFor, serving } from './setting.ts';

describe('the key', () => {
  it('is that of the variable that is named', async () => {
    const server = await serving(chatStream(['x']));
    await heard(modelAt(server, { apiKeyVariable: 'MY_KEY' }, { MY_KEY: ` ${KEY}\n`, OPENAI_API_KEY: 'another' }));
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('is not needed by a server of one\'s own: nothing is sent then', async () => {
    const server = await serving(chatStream(['x']));
    expect((await heard(modelAt(server, {}, {}))).text).toBe('x');
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('is needed by OpenAI and Azure: nobody is called without', async () => {
    const [plugin] = openaiPlugins({});
    for (const options of [{}, { apiVersion: '2024-10-21', baseURL: 'https://mine.openai.azure.com' }]) {
      const port = plugin.resolve({ model: 'gpt-4o', ...options }, {}).create();
      if (!kinds.languageModel.check(port)) throw new Error('no model');
      expect((await heard(port)).error?.code).toBe('key-missing');
    }
  });
});

describe('the address', () => {
  it('is that of OPENAI_BASE_URL where no option says another', async () => {
    const server = await serving(chatStream(['x']));
    const [plugin] = openaiPlugins({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${server.url}/own/v1/` });
    const port = plugin.resolve({ model: 'gpt-4o' }, {}).create();
    if (!kinds.languageModel.check(port)) throw new Error('no model');
    expect((await heard(port)).text).toBe('x');
    expect(server.requests[0]?.path).toBe('/own/v1/chat/completions');
  });

  it('holds no credentials, neither as an option nor from the environment', async () => {
    expect(() => openai.resolve({ model: 'x', baseURL: 'https://user:secret@host/v1' }, {})).toThrow(/user or password/u);
    const [plugin] = openaiPlugins({ OPENAI_BASE_URL: 'https://user:secret@host/v1' });
    const port = plugin.resolve({ model: 'x' }, {}).create();
    if (!kinds.languageModel.check(port)) throw new Error('no model');
    const { error } = await heard(port);
    expect(error?.code).toBe('option-invalid');
    expect(error?.message).not.toContain('secret');
  });

  it('of Azure leads to the deployment, with version and key in Azure\'s way', async () => {
    const server = await serving(chatStream(['x']), chatStream(['y']));
    const options = { apiVersion: '2024-10-21', deployment: 'mine', baseURL: server.url };
    expect((await heard(modelAt(server, options, { AZURE_OPENAI_API_KEY: KEY }))).text).toBe('x');
    const [request] = server.requests;
    expect(request?.path).toBe('/openai/deployments/mine/chat/completions?api-version=2024-10-21');
    expect(request?.headers).toMatchObject({ 'api-key': KEY });
    expect(request?.headers.authorization).toBeUndefined();
    expect(request?.body).toHaveProperty('max_completion_tokens', 500);
    const [plugin] = openaiPlugins({ AZURE_OPENAI_API_KEY: KEY, AZURE_OPENAI_ENDPOINT: server.url });
    const port = plugin.resolve({ model: 'gpt-4o', apiVersion: '2024-10-21' }, {}).create();
    if (!kinds.languageModel.check(port)) throw new Error('no model');
    expect((await heard(port, requestFor())).text).toBe('y');
    expect(server.requests[1]?.path).toContain('/openai/deployments/gpt-4o/');
  });
});

describe('what is known of a model', () => {
  it.each([
    ['gpt-4o-2024-08-06', 128_000, 16_384, 'o200k_base'],
    ['ft:gpt-4.1-mini:org::id', 1_047_576, 32_768, 'o200k_base'],
    ['openai/gpt-5', 400_000, 128_000, 'o200k_base'],
    ['gpt-3.5-turbo', 16_385, 4_096, 'cl100k_base'],
    ['llama3.2', 8_192, 2_048, undefined],
    ['o1tiny', 8_192, 2_048, undefined],
  ])('%s', (model, window, maxOutput, encoding) => {
    const { options, origins } = openai.resolve({ model }, {});
    expect({ window, maxOutput, encoding }).toEqual({ window: options['window'], maxOutput: options['maxOutput'], encoding: options['encoding'] });
    expect(origins).toMatchObject({ window: 'derived', apiKeyVariable: 'derived' });
  });

  it('gives way to what is said', () => {
    expect(openai.resolve({ model: 'gpt-4o', window: 9, maxOutput: 3, encoding: 'cl100k_base' }, {}).options).toMatchObject({ window: 9, maxOutput: 3, encoding: 'cl100k_base' });
  });

  it('needs a name, and takes no key', () => {
    expect(() => openai.resolve({}, {})).toThrow(/"model"/u);
    expect(() => openai.resolve({ model: 'x', apiKey: 'sk-1' }, {})).toThrow(/no option "apiKey"/u);
    expect(() => openai.resolve({ model: 'x', apiKeyVariable: 'sk-proj-1' }, {})).toThrow(/name of an environment variable/u);
  });
});
