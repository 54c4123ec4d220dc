import { jsonrepair } from 'jsonrepair';
import { z } from 'zod';
import type { Fault } from './fault.ts';

/** Whether a prompt's output is plain text. Told by the schema's own word, since two copies of zod may be installed. */
export function isText(schema: z.ZodType): boolean {
  return schema.def.type === 'string';
}

/** The JSON Schema of what a model is to write: the form before transforms. */
export function outputSchema(schema: z.ZodType): Record<string, unknown> {
  return { ...z.toJSONSchema(schema, { io: 'input' }) };
}

/** The JSON Schema of the JSON that a text should hold, where its schema names one; the engine does not hold the text against it. */
export function contentSchema(schema: z.ZodType): Record<string, unknown> | undefined {
  if (!isText(schema)) return undefined;
  const { contentSchema: content } = outputSchema(schema);
  return typeof content === 'object' && content !== null ? { ...content } : undefined;
}

/** What was read from a reply. */
export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: Fault };

/**
 * Reads a value of a schema from a reply: the whole reply, what stands in a code fence, or any object or list in the prose, each
 * as it is and then mended (trailing commas, single quotes, missing ends, control characters). The first that fits the schema counts.
 */
export function readReply<T>(text: string, schema: z.ZodType<T>): Reply<T> {
  let fault: Fault = { layer: 'parse', code: 'reply-unparsable', message: 'The reply holds no JSON.' };
  for (const candidate of candidates(text)) {
    const parsed = parse(candidate);
    if (parsed === undefined) continue;
    const result = schema.safeParse(parsed.value);
    if (result.success) return { ok: true, value: result.data };
    // The first that could be parsed is most likely what was meant.
    if (fault.layer === 'parse') fault = { layer: 'schema', code: 'reply-invalid', message: z.prettifyError(result.error).replaceAll(/\s*\n\s*/gu, ' ') };
  }
  return { ok: false, fault };
}

function* candidates(text: string): Generator<string> {
  // Models that think aloud do so before the reply, and what they try out there is not meant.
  const thought = text.lastIndexOf('</think>');
  const reply = thought === -1 ? text : text.slice(thought + '</think>'.length);
  yield reply.trim();
  for (const fence of reply.matchAll(/```[\w-]*\s*\n([\s\S]*?)```/gu)) yield (fence[1] ?? '').trim();
  let end = 0;
  for (const { index } of reply.matchAll(/[[{]/gu)) {
    if (index < end) continue;
    const close = closing(reply, index);
    if (close === undefined) continue;
    yield reply.slice(index, close);
    end = close;
  }
  const first = reply.search(/[[{]/u);
  if (first !== -1) yield reply.slice(first);
}

/** Where the value that opens at an offset ends, or undefined when it is cut. Brackets in strings do not count. */
function closing(text: string, open: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let offset = open; offset < text.length; offset++) {
    const char = text[offset];
    if (inString) {
      if (char === '\\') offset += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') {
      inString = true;
    } else if (char === '{' || char === '[') {
      depth += 1;
    } else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0) return offset + 1;
    }
  }
  return undefined;
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    // Mending takes bare prose for a string, so it is only for what opens like a value.
    if (!/^[[{]/u.test(text)) return undefined;
  }
  try {
    // Other control characters than white space mean nothing in JSON, and mending leaves them.
    const value: unknown = JSON.parse(jsonrepair(text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, ' ')));
    return { value };
  } catch {
    return undefined;
  }
}
