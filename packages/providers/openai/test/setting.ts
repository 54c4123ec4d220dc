import { kinds, messageOf, type Embedder, type GraphwrightError, isGraphwrightError, type LanguageModel, type ModelEvent, type ModelRequest } from '@graphwright/contract';
import { scriptedServer, type ReceivedRequest, type ScriptedHttpReply, type ScriptedServer } from '@graphwright/conformance';
import { openaiPlugins } from '@graphwright/provider-openai';
import { onTestFinished } from 'vitest';

/** A key that must turn up nowhere. */
export const KEY = 'sk-test-0123456789-secret';

/** A server for one test. */
export async function serving(...script: readonly ScriptedHttpReply[] | [(request: ReceivedRequest) => ScriptedHttpReply]): Promise<ScriptedServer> {
  const [first] = script;
  const server = await scriptedServer(typeof first === 'function' ? first : script.filter((reply) => typeof reply !== 'function'));
  onTestFinished(() => server.close());
  return server;
}

export function modelAt(server: Pick<ScriptedServer, 'url'>, options: object = {}, environment: Readonly<Record<string, string>> = { OPENAI_API_KEY: KEY }): LanguageModel {
  const [plugin] = openaiPlugins(environment);
  const port = plugin.resolve({ model: 'gpt-4o', baseURL: `${server.url}/v1`, ...options }, {}).create();
  if (kinds.languageModel.check(port)) return port;
  throw new Error('no language model');
}

export function embedderAt(server: Pick<ScriptedServer, 'url'>, options: object = {}): Embedder {
  const [, plugin] = openaiPlugins({ OPENAI_API_KEY: KEY });
  const port = plugin.resolve({ model: 'test-embedding', baseURL: `${server.url}/v1`, ...options }, {}).create();
  if (kinds.embedder.check(port)) return port;
  throw new Error('no embedder');
}

export function requestFor(more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Who?' },
    ],
    prompt: { id: 'probe-answer', input: {}, window: undefined },
    maxOutputTokens: 500,
    temperature: 0,
    seed: 7,
    signal: new AbortController().signal,
    ...more,
  };
}

/** What a model says: the text, the last event, and what it threw. */
export async function heard(model: LanguageModel, request: ModelRequest = requestFor()): Promise<{ text: string; finish: ModelEvent | undefined; error: GraphwrightError | undefined }> {
  let text = '';
  let finish: ModelEvent | undefined;
  try {
    for await (const event of model.generate(request)) {
      if (event.type === 'text') text += event.text;
      else finish = event;
    }
    return { text, finish, error: undefined };
  } catch (error) {
    return { text, finish, error: houseError(error) };
  }
}

/** The error with which a piece of work fails. */
export async function failureOf(work: Promise<unknown>): Promise<GraphwrightError> {
  return work.then(
    () => {
      throw new Error('Nothing failed.');
    },
    (error: unknown) => houseError(error),
  );
}

function houseError(error: unknown): GraphwrightError {
  if (isGraphwrightError(error)) return error;
  throw new Error(`No error of the house: ${messageOf(error)}`, { cause: error });
}

/** The body of a failure as OpenAI writes it. */
export function failing(status: number, error: object, headers: Readonly<Record<string, string>> = {}): ScriptedHttpReply {
  return { status, headers, body: JSON.stringify({ error: { message: 'no', type: 'invalid_request_error', param: null, code: null, ...error } }) };
}
