import { mendedJson } from './mended-json.ts';

/** What GraphRAG reads from a reply that should be a JSON object; `nothing` where it finds none. */
export type ReadReply = { readonly found: 'value'; readonly value: unknown } | { readonly found: 'nothing' };

/**
 * Reads a reply as GraphRAG 3.3 does: plain JSON first (one that Python counts as empty does not count); else the outermost braces, with double
 * braces made single, backslashes and line ends taken out and fences cut off, as JSON; else mended, where only an object counts.
 */
export function readReply(text: string): ReadReply {
  const plain = parsed(text);
  if (plain !== undefined && !isEmpty(plain.value)) return { found: 'value', value: plain.value };
  const cleaned = cleanedReply(text);
  const clean = parsed(cleaned);
  const value = clean === undefined ? mendedJson(cleaned) : clean.value;
  if (clean === undefined && !isObject(value)) return { found: 'nothing' };
  return isObject(value) && Object.keys(value).length === 0 ? { found: 'nothing' } : { found: 'value', value };
}

/** Whether a value is an object of JSON. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What Python's `int` makes of a value of JSON: the number, cut toward zero; `text` for a text that is no whole number; `type` for what has no number. */
export function pythonInt(value: unknown): number | 'text' | 'type' {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') return Math.trunc(value);
  if (typeof value !== 'string') return 'type';
  return /^\s*[+-]?\d+(?:_\d+)*\s*$/u.test(value) ? Number(value.replaceAll('_', '')) : 'text';
}

function cleanedReply(text: string): string {
  const open = text.indexOf('{');
  const close = text.lastIndexOf('}');
  const inner = open !== -1 && close > open ? text.slice(open, close + 1) : text;
  return inner
    .replaceAll('{{', '{')
    .replaceAll('}}', '}')
    .replaceAll('"[{', '[{')
    .replaceAll('}]"', '}]')
    .replaceAll('\\', ' ')
    .replaceAll('\n', ' ')
    .replaceAll('\r', '')
    .trim()
    .replace(/^```json/u, '')
    .replace(/^```/u, '')
    .replace(/```$/u, '')
    .trim();
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}

/** What Python counts as false. */
function isEmpty(value: unknown): boolean {
  return !value || (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0);
}
