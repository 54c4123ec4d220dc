import { throwIfAborted, type LanguageModel, type ModelEvent, type ModelRequest } from '@graphwright/contract';
import { errorReplyOf, exchange, faultOf, malformed, type Environment } from '@graphwright/transport';
import { z } from 'zod';
import { connect, type Connection } from '../connection/connection.ts';
import { serverShape, type ServerOptions } from '../connection/options.ts';
import { Gathering, replySchema } from './reply.ts';
import { bodyOf, droppedFields, fieldToLeaveOut, type BodySettings } from './request.ts';

/** Options of the model `openai`. */
export const openaiOptions = z.strictObject({
  ...serverShape,
  window: z.int().min(1).describe('Tokens of prompt and answer together; known for models of OpenAI, else 8192.'),
  maxOutput: z.int().min(1).describe('Tokens of the longest answer; known for models of OpenAI, else 2048.'),
  encoding: z.string().min(1).optional().describe('Encoding of its tokens, such as o200k_base; known for models of OpenAI, else counts are estimates.'),
  body: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('Further fields of the request, over all others, such as {"reasoning_effort":"low"}; null leaves one out.'),
});

/** What the model `openai` is made of. */
export interface OpenaiSettings extends ServerOptions {
  readonly window: number;
  readonly maxOutput: number;
  readonly encoding?: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * A language model behind OpenAI's chat completions, at OpenAI or at any server that speaks them.
 *
 * @param environment Where the key is looked up, by its name.
 */
export function createOpenaiModel(settings: OpenaiSettings, environment: Environment = process.env): LanguageModel {
  const { model, window, maxOutput, encoding, body } = settings;
  const connection = connect(settings, environment);
  const bodySettings: BodySettings = { model, isVendor: connection.isVendor, body };
  // What the server does not take is asked of it once, not with every call.
  const refused = new Set<string>();
  return {
    specVersion: 'v1',
    model,
    limits: { window, maxOutput },
    encoding,
    generate: (request) => generate(request, bodySettings, connection, refused),
  };
}

async function* generate(request: ModelRequest, settings: BodySettings, connection: Connection, refused: Set<string>): AsyncGenerator<ModelEvent> {
  for (;;) {
    const body = bodyOf(request, settings, refused);
    const gathering = new Gathering();
    try {
      for await (const value of exchange(await connection.client(), '/chat/completions', body, connection, request.signal)) {
        const reply = replySchema.safeParse(value);
        if (!reply.success) throw malformed(connection, JSON.stringify(value));
        const text = gathering.take(reply.data);
        if (text !== '') yield { type: 'text', text };
      }
    } catch (thrown) {
      const reply = errorReplyOf(thrown);
      const field = reply === undefined ? undefined : fieldToLeaveOut(reply, body, settings.body);
      if (field !== undefined) {
        refused.add(field);
        continue;
      }
      throwIfAborted(request.signal);
      // A line that breaks after the model has said that it is done takes only the usage with it.
      if (!gathering.ended) throw faultOf(thrown, connection);
    }
    const finish = gathering.finish(droppedFields(refused, request));
    if (finish !== undefined) yield finish;
    return;
  }
}
