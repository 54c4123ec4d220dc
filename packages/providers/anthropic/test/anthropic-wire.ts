import type { FinishReason } from '@graphwright/contract';
import type { ModelWire, ScriptedHttpReply, ToldFailure } from '@graphwright/conformance';

const REASONS: Readonly<Record<FinishReason, string>> = { stop: 'end_turn', length: 'max_tokens', refusal: 'refusal', filtered: 'refusal', other: 'pause_turn' };
const headers = { 'content-type': 'text/event-stream; charset=utf-8' };

/** An event of a stream, with the name that stands in its JSON as well. */
function event(value: { readonly type: string } & Readonly<Record<string, unknown>>): string {
  return `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
}

/** A failure as Anthropic's servers write it. */
function failure(status: number, { message, headers: more = {} }: ToldFailure): ScriptedHttpReply {
  return { status, headers: more, body: JSON.stringify({ type: 'error', error: { type: status === 529 ? 'overloaded_error' : 'invalid_request_error', message }, request_id: 'req_1' }) };
}

const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-test-1', content: [], stop_reason: null, stop_sequence: null };
const begin = (usage: object = {}): string => event({ type: 'message_start', message: { ...message, ...usage } });
const block = event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
const textEvent = (text: string): string => event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } });

/** A streamed answer by the tool, as pieces of its JSON. */
export function toolStream(pieces: readonly string[]): ScriptedHttpReply {
  return {
    headers,
    body: [
      begin({ usage: { input_tokens: 40, output_tokens: 1 } }),
      event({ type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'toolu_1', name: 'answer', input: {} } }),
      ...pieces.map((piece) => event({ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: piece } })),
      event({ type: 'content_block_stop', index: 0 }),
      event({ type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 7 } }),
      event({ type: 'message_stop' }),
    ],
  };
}

/** How servers of Anthropic's Messages API speak. */
export const anthropicWire: ModelWire = {
  reply({ pieces, streamed, finish = 'stop', usage }) {
    if (!streamed) {
      const counts = usage === undefined ? {} : { usage: { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens } };
      return { body: JSON.stringify({ ...message, content: pieces.map((text) => ({ type: 'text', text })), stop_reason: REASONS[finish], ...counts }) };
    }
    return {
      headers,
      body: [
        begin(usage === undefined ? {} : { usage: { input_tokens: usage.inputTokens - 10, cache_read_input_tokens: 10, output_tokens: 1 } }),
        ...(pieces.length === 0 ? [] : [block, ...pieces.map((piece) => textEvent(piece)), event({ type: 'content_block_stop', index: 0 })]),
        event({ type: 'message_delta', delta: { stop_reason: REASONS[finish], stop_sequence: null }, ...(usage === undefined ? {} : { usage: { output_tokens: usage.outputTokens } }) }),
        event({ type: 'message_stop' }),
      ],
    };
  },
  opening: (text) => ({ headers, body: [begin(), block, textEvent(text)] }),
  failure,
  idle: [
    event({ type: 'ping' }),
    ': keep alive\n\n',
    event({ type: 'content_block_delta', index: 0, delta: null }),
    event({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } }),
    event({ type: 'somebodys_own', usage: null }),
  ],
  brokenEvent: 'event: content_block_delta\ndata: {"type":"content_blo\n\n',
  failureEvent: event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
  finishes: ['stop', 'length', 'refusal', 'other'],
  repliesWhole: true,
  refusals: [
    { field: 'temperature', dropped: 'temperature', reply: failure(400, { message: '`temperature` is deprecated for this model.' }) },
    { field: 'tools', dropped: 'schema', reply: failure(400, { message: 'tools: Extra inputs are not permitted' }) },
  ],
};
