import type { FinishReason } from '@graphwright/contract';
import type { ScriptedHttpReply } from './scripted-server.ts';
import type { EmbedderWire, ModelWire, ToldFailure } from './wire.ts';

const CHUNK = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model: 'test-2026-01-01', system_fingerprint: 'fp_1' };

/**
 * A streamed reply of OpenAI's chat completions as it goes over the wire: a chunk with the role, one for each piece, one with the reason
 * to stop, one with the usage, `[DONE]`.
 *
 * @param usage Prompt and completion tokens; left out, as many servers do, when undefined.
 */
export function chatStream(pieces: readonly string[], { finish = 'stop', usage }: { readonly finish?: string; readonly usage?: readonly [number, number] } = {}): ScriptedHttpReply {
  const choice = (delta: object, reason: string | null = null): object => ({ ...CHUNK, choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }], usage: null });
  const chunks = [
    choice({ role: 'assistant', content: '', refusal: null }),
    ...pieces.map((content) => choice({ content })),
    choice({}, finish),
    ...(usage === undefined ? [] : [{ ...CHUNK, choices: [], usage: usageOf(usage) }]),
  ];
  return { headers: { 'content-type': 'text/event-stream; charset=utf-8' }, body: [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n'] };
}

/** A reply of OpenAI's chat completions in one piece. */
export function chatReply(content: string | null, { finish = 'stop', usage = [1, 1], refusal = null }: { readonly finish?: string; readonly usage?: readonly [number, number]; readonly refusal?: string | null } = {}): ScriptedHttpReply {
  return { body: JSON.stringify({ ...CHUNK, object: 'chat.completion', choices: [{ index: 0, message: { role: 'assistant', content, refusal }, finish_reason: finish }], usage: usageOf(usage) }) };
}

/** A reply of OpenAI's embeddings, in the order given; as base64 where that was asked for. */
export function embeddingsReply(vectors: readonly { readonly index: number; readonly embedding: readonly number[] }[], { base64 = false, tokens = 1 } = {}): ScriptedHttpReply {
  return embeddings(vectors, base64, tokens);
}

function embeddings(vectors: readonly { readonly index: number; readonly embedding: readonly number[] }[], base64: boolean, tokens: number | undefined): ScriptedHttpReply {
  const data = vectors.map(({ index, embedding }) => ({ object: 'embedding', index, embedding: base64 ? Buffer.from(Float32Array.from(embedding).buffer).toString('base64') : embedding }));
  return { body: JSON.stringify({ object: 'list', model: 'test', data, ...(tokens === undefined ? {} : { usage: { prompt_tokens: tokens, total_tokens: tokens } }) }) };
}

function usageOf([prompt, completion]: readonly [number, number]): object {
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const FINISHES: Readonly<Record<FinishReason, string>> = { stop: 'stop', length: 'length', refusal: 'stop', filtered: 'content_filter', other: 'tool_calls' };

/** A failure as OpenAI's servers write it. */
function failure(status: number, { message, headers = {} }: ToldFailure, more: object = {}): ScriptedHttpReply {
  return { status, headers, body: JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code: null, ...more } }) };
}

/** How servers of OpenAI's chat completions speak. */
export const openaiWire: ModelWire = {
  reply({ pieces, streamed, finish = 'stop', usage }) {
    const counts = usage === undefined ? {} : { usage: [usage.inputTokens, usage.outputTokens] as const };
    if (finish === 'refusal') return refusal(pieces);
    return streamed ? chatStream(pieces, { finish: FINISHES[finish], ...counts }) : chatReply(pieces.join(''), { finish: FINISHES[finish], ...counts });
  },
  opening: (text) => ({ headers: { 'content-type': 'text/event-stream' }, body: [event({ choices: [{ delta: { content: text } }] })] }),
  failure,
  idle: [
    ': keep alive\n\n',
    event({ choices: [], prompt_filter_results: [{}] }),
    event({ choices: null, usage: null }),
    event({ choices: [{ delta: null, finish_reason: null }] }),
    event({ choices: [{ delta: { content: null, role: null, reasoning_content: 'hm' }, finish_reason: '' }] }),
  ],
  brokenEvent: 'data: {"choices":[{"del\n\n',
  failureEvent: event({ error: { message: 'out of memory' } }),
  finishes: ['stop', 'length', 'refusal', 'filtered', 'other'],
  repliesWhole: true,
  refusals: [
    { field: 'temperature', dropped: 'temperature', reply: failure(400, { message: "Unsupported value: 'temperature' does not support 0 with this model." }, { param: 'temperature', code: 'unsupported_value' }) },
    { field: 'seed', dropped: 'seed', reply: { status: 422, body: '{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted"}]}' } },
    { field: 'stream_options', dropped: 'stream_options', reply: { status: 400, body: '{"object":"error","message":"Unrecognized request argument supplied: stream_options","code":400}' } },
    { field: 'response_format', dropped: 'schema', reply: failure(400, { message: 'This response_format type is unavailable now' }) },
  ],
};

function refusal(pieces: readonly string[]): ScriptedHttpReply {
  const choice = (delta: object, reason: string | null): string => event({ ...CHUNK, choices: [{ index: 0, delta, finish_reason: reason }] });
  return { headers: { 'content-type': 'text/event-stream' }, body: [...pieces.map((piece) => choice({ refusal: piece }, null)), choice({}, 'stop'), 'data: [DONE]\n\n'] };
}

/** How servers of OpenAI's embeddings speak, with the vectors in base64 or as numbers. */
export function openaiEmbedderWire(base64: boolean): EmbedderWire {
  return {
    reply: (vectors, { tokens } = {}) => embeddings(vectors, base64, tokens),
    failure,
  };
}
