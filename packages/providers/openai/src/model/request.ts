import type { ModelRequest } from '@graphwright/contract';
import { refusedField, type ErrorReply } from '@graphwright/transport';

/** The names that the limit of the answer goes by: OpenAI's own newer models take the first, most other servers the second. */
const LIMIT_FIELDS = ['max_completion_tokens', 'max_tokens'] as const;

/** Fields that a request can do without. */
const DISPENSABLE: readonly string[] = [...LIMIT_FIELDS, 'temperature', 'seed', 'response_format', 'stream_options', 'stream'];

/** What a model is asked with beside the request. */
export interface BodySettings {
  readonly model: string;
  /** Whether the server is OpenAI's or Azure's own. */
  readonly isVendor: boolean;
  /** Further fields, over all others. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The body of a request, without the fields that the server has refused before. */
export function bodyOf(request: ModelRequest, { model, isVendor, body }: BodySettings, refused: ReadonlySet<string>): Record<string, unknown> {
  const order = isVendor ? LIMIT_FIELDS : LIMIT_FIELDS.toReversed();
  const limit = order.find((field) => !refused.has(field));
  const { messages, maxOutputTokens, temperature, seed, schema } = request;
  const fields: Record<string, unknown> = {
    model,
    messages,
    temperature,
    seed,
    stream: true,
    stream_options: { include_usage: true },
    ...(schema === undefined ? {} : { response_format: responseFormat(request.prompt.id, schema) }),
    ...(limit === undefined ? {} : { [limit]: maxOutputTokens }),
    ...body,
  };
  if (refused.has('stream') || fields['stream'] !== true) delete fields['stream_options'];
  return Object.fromEntries(Object.entries(fields).filter(([field, value]) => value !== null && !(refused.has(field) && !Object.hasOwn(body, field))));
}

/**
 * The field that a reply says the server does not take, if it is one that was sent and that the request can do without.
 *
 * @param sent The body of the request; fields that the user asked for stay.
 */
export function fieldToLeaveOut(reply: ErrorReply, sent: Readonly<Record<string, unknown>>, own: Readonly<Record<string, unknown>>): string | undefined {
  return refusedField(reply, DISPENSABLE.filter((name) => name in sent && !Object.hasOwn(own, name)), ['response_format']);
}

/** What a request did without, in the words of the contract where it has one. */
export function droppedFields(refused: ReadonlySet<string>, { schema }: ModelRequest): string[] {
  const dropped = [...refused].filter((field) => !LIMIT_FIELDS.some((name) => name === field) && (field !== 'response_format' || schema !== undefined));
  return [
    ...dropped.map((field) => (field === 'response_format' ? 'schema' : field)),
    ...(LIMIT_FIELDS.every((name) => refused.has(name)) ? ['maxOutputTokens'] : []),
  ];
}

/** Not strict: OpenAI's strict mode refuses schemas with optional keys, and the reply is checked by the engine in any case. */
function responseFormat(prompt: string, schema: NonNullable<ModelRequest['schema']>): object {
  return { type: 'json_schema', json_schema: { name: prompt.replaceAll(/[^\w-]/gu, '_').slice(0, 64), schema, strict: false } };
}
