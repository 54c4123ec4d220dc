import { readJson } from './files.ts';
import { isRecord, type JsonRecord } from './records.ts';
import { usageError } from './usage.ts';

/**
 * Options from `key=value` pairs, each key once. A value is read as JSON where it is JSON, else as text; `@file.json`
 * is the JSON that the file holds (a text that begins with `@` is written as JSON, `key="@x"`). Dots in a key lead into objects
 * (`expander.hops=1`).
 *
 * @throws GraphwrightError `usage-invalid` for a pair without `=`, an empty key, a path through something that is no object, a key that is given twice, or a
 * file that cannot be read or is not JSON.
 */
export async function optionValues(pairs: readonly string[], workingFolder: string): Promise<JsonRecord> {
  const values: JsonRecord = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) throw usageError(`"${pair}" is not an option.`, 'Write --option key=value.');
    const text = pair.slice(at + 1);
    if (text === '@') throw usageError(`"${pair}" names no file.`, 'Write --option key=@file.json.');
    const value = text.startsWith('@') ? await readJson(text.slice(1), workingFolder) : jsonOrText(text);
    put(values, pair.slice(0, at).split('.'), value, pair);
  }
  return values;
}

/** A value as JSON where it parses as such, else as the text it is. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function put(target: JsonRecord, path: readonly string[], value: unknown, pair: string): void {
  const [key = '', ...rest] = path;
  if (key === '' || key === '__proto__') throw usageError(`"${pair}" is not an option.`, 'Write --option key=value, with names and dots in the key.');
  if (rest.length === 0) {
    const known = target[key];
    // `policy=fixed-shares` beside `policy.shares={…}`, in any order: both speak of one plugin.
    if (known === undefined) target[key] = value;
    else if (typeof value === 'string' && isRecord(known) && !('use' in known)) known['use'] = value;
    else throw usageError(`"${pair}" gives an option that is given already.`, 'Give each option once; --policy is the option "policy".');
    return;
  }
  const inner = target[key];
  if (typeof inner === 'string') target[key] = { use: inner };
  else if (inner === undefined) target[key] = {};
  const next = target[key];
  if (!isRecord(next)) throw usageError(`"${pair}" goes into "${key}", which holds a plain value.`, 'Give the parts of an option either all by dots or at once as JSON.');
  put(next, rest, value, pair);
}

/**
 * Fills in which plugin is meant where only its options are given (`expander.hops=1` without `expander=…`): the default that the JSON
 * Schema of the options states.
 */
export function withDefaultPlugins(options: JsonRecord, schema: JsonRecord): JsonRecord {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  return Object.fromEntries(
    Object.entries(options).map(([key, value]) => {
      const property = properties[key];
      const standard = isRecord(property) ? property['default'] : undefined;
      const use = typeof standard === 'string' ? standard : isRecord(standard) ? standard['use'] : undefined;
      return [key, isRecord(value) && !('use' in value) && typeof use === 'string' ? { use, ...value } : value];
    }),
  );
}
