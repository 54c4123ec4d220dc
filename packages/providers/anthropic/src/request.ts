import type { ModelRequest } from '@graphwright/contract';
import type { AnthropicSettings } from './options.ts';

/** Name of the tool whose input is the answer, where a schema is wanted. */
const ANSWER_TOOL = 'answer';

/** Fields that a request can do without. */
export const DISPENSABLE: readonly string[] = ['temperature', 'tools', 'tool_choice', 'cache_control'];

/**
 * The body of a request, without the fields that the server has refused before. The system message stands apart, where this
 * interface wants it, and a schema goes as the input of a tool that the model has to call.
 */
export function bodyOf({ messages, maxOutputTokens, temperature, schema }: ModelRequest, { model, cache, body }: Pick<AnthropicSettings, 'model' | 'cache' | 'body'>, refused: ReadonlySet<string>): Record<string, unknown> {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content).join('\n\n');
  const spoken = messages.filter(({ role, content }) => role !== 'system' && content !== '');
  const kept = cache && !refused.has('cache_control') ? { cache_control: { type: 'ephemeral' } } : {};
  const fields: Record<string, unknown> = {
    model,
    max_tokens: maxOutputTokens,
    ...(system === '' ? {} : { system: [{ type: 'text', text: system, ...kept }] }),
    // A conversation has to be begun by the user.
    messages: spoken.length === 0 ? [{ role: 'user', content: 'Go on.' }] : spoken,
    ...(refused.has('temperature') ? {} : { temperature }),
    ...(schema === undefined || !sendsSchema(schema, refused)
      ? {}
      : { tools: [{ name: ANSWER_TOOL, description: 'Gives the answer.', input_schema: schema }], tool_choice: { type: 'tool', name: ANSWER_TOOL } }),
    stream: true,
    ...body,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** What a request did without, in the words of the contract where it has one. This interface knows no seed. */
export function droppedFields(refused: ReadonlySet<string>, { schema }: ModelRequest): string[] {
  const withoutSchema = schema !== undefined && !sendsSchema(schema, refused);
  return ['seed', ...[...refused].filter((field) => field !== 'tools' && field !== 'tool_choice'), ...(withoutSchema ? ['schema'] : [])];
}

/** Whether a schema goes along: the input of a tool is an object. */
function sendsSchema(schema: NonNullable<ModelRequest['schema']>, refused: ReadonlySet<string>): boolean {
  return schema['type'] === 'object' && !refused.has('tools') && !refused.has('tool_choice');
}
