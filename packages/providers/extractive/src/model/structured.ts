import type { Extract } from '../text/extract.ts';
import { citationOf } from './citations.ts';

/** What a structured answer is made from. */
export interface Material {
  /** Best first. */
  readonly extracts: readonly Extract[];
  /** The same row by row, for lists that speak of each row by its id; in the order of the window. */
  rows?(): readonly RowMaterial[];
  /** The id of the row that is spoken of. */
  readonly label?: string;
}

/** What bears on the question in one row. */
export interface RowMaterial {
  readonly label: string;
  readonly extracts: readonly Extract[];
}

/** A value that fits a JSON Schema, or why none can be made by rule. */
export type Structured = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

type Schema = Readonly<Record<string, unknown>>;

/** Where a schema names no maximum: GraphRAG rates from 0 to 100. */
const RATING_STEPS = 100;
/** Names of texts that are written anew, which extracting cannot do: questions, rewritings, hypothetical answers. */
const WRITTEN_ANEW = /quer(?:y|ies)|question|keyword|title|name|rewrit|hypothe/iu;
const REFUSAL = 'extracting sentences cannot make it';

/**
 * A value for a JSON Schema, by rule: texts are extracted sentences with their citations, numbers the score of the best sentence
 * scaled into [minimum, maximum] (0 to 100 where the schema names none), lists of objects one object a sentence, or one a row where
 * they have an `id`, lists of questions empty. What has to be written anew or chosen from words is refused.
 */
export function structured(schema: Schema, material: Material): Structured {
  return valueOf(schema, '', material, schema);
}

function valueOf(schema: Schema, name: string, material: Material, root: Schema): Structured {
  const referred = typeof schema['$ref'] === 'string' ? resolve(schema['$ref'], root) : schema;
  if (referred === undefined) return refusal(name, 'its schema refers to something that is not there');
  if ('const' in referred) return { ok: true, value: referred['const'] };
  const variants = referred['anyOf'] ?? referred['oneOf'];
  if (Array.isArray(variants)) return firstThatFits(variants.filter(isSchema), name, material, root);
  if ('enum' in referred) return refusal(name, 'it is a choice between words');
  if (Array.isArray(referred['type'])) {
    return firstThatFits(
      referred['type'].map((type: unknown) => ({ ...referred, type })),
      name,
      material,
      root,
    );
  }
  switch (referred['type']) {
    case 'object':
      return objectOf(referred, name, material, root);
    case 'array':
      return arrayOf(referred, name, material, root);
    case 'string':
      return textOf(referred, name, material);
    case 'number':
    case 'integer':
      return { ok: true, value: numberOf(referred, material) };
    case 'boolean':
      return { ok: true, value: material.extracts.length > 0 };
    case 'null':
      return { ok: true, value: null };
    default:
      return refusal(name, `its schema names no type that can be filled`);
  }
}

function firstThatFits(variants: readonly Schema[], name: string, material: Material, root: Schema): Structured {
  let last = refusal(name, REFUSAL);
  for (const variant of variants) {
    const made = valueOf(variant, name, material, root);
    if (made.ok) return made;
    last = made;
  }
  return last;
}

function objectOf(schema: Schema, name: string, material: Material, root: Schema): Structured {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {};
  const listed: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const required = new Set(listed.filter((key) => typeof key === 'string'));
  const value: Record<string, unknown> = {};
  for (const [key, property] of Object.entries(properties)) {
    if (!isSchema(property)) continue;
    const made = valueOf(property, key, material, root);
    if (made.ok) value[key] = made.value;
    else if (required.has(key)) return { ok: false, reason: name === '' ? made.reason : `${name}: ${made.reason}` };
  }
  const missing = [...required].find((key) => !(key in value));
  return missing === undefined ? { ok: true, value } : refusal(missing, REFUSAL);
}

function arrayOf(schema: Schema, name: string, material: Material, root: Schema): Structured {
  const least = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0;
  const most = typeof schema['maxItems'] === 'number' ? schema['maxItems'] : Number.POSITIVE_INFINITY;
  const items = isSchema(schema['items']) ? schema['items'] : {};
  const values: unknown[] = [];
  if (!WRITTEN_ANEW.test(name)) {
    const rows = hasId(items, root) ? material.rows?.() : undefined;
    const parts: readonly Material[] = rows ?? material.extracts.map((extract) => ({ extracts: [extract] }));
    for (const part of parts.slice(0, most)) {
      const made = valueOf(items, name, part, root);
      if (!made.ok) return made;
      values.push(made.value);
    }
  }
  return values.length >= least ? { ok: true, value: values } : refusal(name, `it wants ${least} items, and the text gives ${values.length}`);
}

function hasId(items: Schema, root: Schema): boolean {
  const schema = typeof items['$ref'] === 'string' ? resolve(items['$ref'], root) : items;
  return isSchema(schema?.['properties']) && 'id' in schema['properties'];
}

function textOf(schema: Schema, name: string, material: Material): Structured {
  if (name === 'id' && material.label !== undefined) return { ok: true, value: material.label };
  if (WRITTEN_ANEW.test(name)) return refusal(name, REFUSAL);
  if ('pattern' in schema || 'format' in schema) return refusal(name, 'it wants a certain form of text');
  const sentences = material.extracts.map((extract) => {
    const mark = citationOf(extract);
    return mark === undefined ? extract.sentence : `${extract.sentence} ${mark}`;
  });
  const text = sentences.length > 0 ? sentences.join(' ') : 'No sentence of the text bears on the question.';
  const least = typeof schema['minLength'] === 'number' ? schema['minLength'] : 0;
  const most = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : Number.POSITIVE_INFINITY;
  return text.length >= least && text.length <= most ? { ok: true, value: text } : refusal(name, 'no sentence has the wanted length');
}

function numberOf(schema: Schema, material: Material): number {
  const minimum = boundOf(schema['minimum'] ?? schema['exclusiveMinimum'], 0);
  const maximum = boundOf(schema['maximum'] ?? schema['exclusiveMaximum'], Math.max(RATING_STEPS, minimum));
  const best = material.extracts[0]?.score ?? 0;
  const scaled = minimum + Math.min(1, best) * (maximum - minimum);
  const rounded = schema['type'] === 'integer' || maximum - minimum > 1 ? Math.round(scaled) : scaled;
  if (rounded === schema['exclusiveMinimum']) return (minimum + maximum) / 2;
  return rounded === schema['exclusiveMaximum'] ? (minimum + maximum) / 2 : rounded;
}

/** Bounds beyond the safe whole numbers only say that the number is one. */
function boundOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : otherwise;
}

function resolve(reference: string, root: Schema): Schema | undefined {
  let value: unknown = root;
  for (const key of reference.replace(/^#\/?/u, '').split('/').filter((part) => part !== '')) {
    value = isSchema(value) ? value[key] : undefined;
  }
  return isSchema(value) && value !== root ? value : undefined;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refusal(name: string, why: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason: `${name === '' ? 'The output' : `"${name}"`} cannot be given: ${why}.` };
}
