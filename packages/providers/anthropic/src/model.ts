import { throwIfAborted, type LanguageModel, type ModelEvent, type ModelMessage, type ModelRequest } from '@graphwright/contract';
import { errorReplyOf, exchange, faultOf, malformed, refusedField, type Environment } from '@graphwright/transport';
import { connect, type Connection } from './connection.ts';
import type { AnthropicSettings } from './options.ts';
import { Gathering, replySchema } from './reply.ts';
import { bodyOf, DISPENSABLE, droppedFields } from './request.ts';

/** A language model at Anthropic, which can also count. */
export interface AnthropicModel extends LanguageModel {
  /**
   * The tokens of messages as the server counts them: one request, no answer.
   *
   * @throws GraphwrightError as `generate`.
   */
  countTokens(messages: readonly ModelMessage[], signal?: AbortSignal): Promise<number>;
}

/**
 * A language model behind Anthropic's Messages API.
 *
 * @param environment Where the key is looked up, by its name.
 */
export function createAnthropicModel(settings: AnthropicSettings, environment: Environment = process.env): AnthropicModel {
  const { model, window, maxOutput } = settings;
  const connection = connect(settings, environment);
  // What the server does not take is asked of it once, not with every call.
  const refused = new Set<string>();
  return {
    specVersion: 'v1',
    model,
    limits: { window, maxOutput },
    // Its tokens are nobody's but Anthropic's, so that counts on this side are estimates.
    encoding: undefined,
    generate: (request) => generate(request, settings, connection, refused),
    countTokens: (messages, signal) => countTokens(messages, settings, connection, signal),
  };
}

async function* generate(request: ModelRequest, settings: AnthropicSettings, connection: Connection, refused: Set<string>): AsyncGenerator<ModelEvent> {
  for (;;) {
    const body = bodyOf(request, settings, refused);
    const gathering = new Gathering();
    try {
      for await (const value of exchange(await connection.client(), '/v1/messages', body, connection, request.signal)) {
        const reply = replySchema.safeParse(value);
        if (!reply.success) throw malformed(connection, JSON.stringify(value));
        const text = gathering.take(reply.data);
        if (text !== '') yield { type: 'text', text };
      }
    } catch (thrown) {
      const reply = errorReplyOf(thrown);
      const candidates = DISPENSABLE.filter((name) => !Object.hasOwn(settings.body, name) && !refused.has(name));
      const field = reply === undefined ? undefined : refusedField(reply, candidates);
      if (field !== undefined) {
        refused.add(field);
        continue;
      }
      throwIfAborted(request.signal);
      // A line that breaks after the model has said why it stops takes nothing with it that is needed.
      if (!gathering.ended) throw faultOf(thrown, connection);
    }
    const finish = gathering.finish(droppedFields(refused, request));
    if (finish !== undefined) yield finish;
    return;
  }
}

async function countTokens(messages: readonly ModelMessage[], settings: AnthropicSettings, connection: Connection, signal: AbortSignal | undefined): Promise<number> {
  const prompt = { id: 'count', input: {}, window: undefined };
  const request = { messages, prompt, maxOutputTokens: 1, temperature: 0, seed: 0, signal: signal ?? new AbortController().signal };
  const { model, system, messages: spoken } = bodyOf(request, { ...settings, cache: false }, new Set());
  try {
    for await (const value of exchange(await connection.client(), '/v1/messages/count_tokens', { model, ...(system === undefined ? {} : { system }), messages: spoken }, connection, signal)) {
      if (typeof value === 'object' && value !== null && 'input_tokens' in value && typeof value.input_tokens === 'number') return value.input_tokens;
      throw malformed(connection, JSON.stringify(value));
    }
    throw malformed(connection, '');
  } catch (thrown) {
    throw faultOf(thrown, connection);
  }
}
