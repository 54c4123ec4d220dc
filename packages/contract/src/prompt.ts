import type { z } from 'zod';
import { GraphwrightError } from './errors.ts';
import { suggestion } from './names.ts';

/**
 * A prompt with typed input and output. Placeholders are `{name}` (`{{` and `}}` are braces); a name in snake case stands for
 * the input key in camel case, so that GraphRAG's placeholder names work (`{response_type}` is `responseType`). One of them,
 * the slot, takes the window. Any prompt can be replaced by a file with the same placeholders.
 */
export interface Prompt<Input extends object, Output> {
  readonly id: string;
  readonly version: string;
  readonly input: z.ZodType<Input>;
  /** `z.string()` means text; anything else is asked for as JSON. */
  readonly output: z.ZodType<Output>;
  /** The placeholder that takes the window, in snake case; undefined for a prompt without one. */
  readonly slot: string | undefined;
  /** The system message. Replacing the prompt by a file replaces this. */
  readonly system: string;
  /** The user message; left out for a prompt that has only a system message. */
  readonly user?: string;
  /** The longest answer that is wanted, in tokens; the model's own limit when left out. */
  readonly maxOutputTokens?: number;
}

/** Any prompt, for lists that do not care for its types. */
export type AnyPrompt = Omit<Prompt<object, unknown>, 'input' | 'output'> & {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
};

/**
 * Checks and returns a prompt: its slot occurs in it, and every placeholder is the slot or in the input schema where that is
 * an object schema.
 *
 * @throws GraphwrightError `prompt-invalid`.
 */
export function definePrompt<Input extends object, Output>(prompt: Prompt<Input, Output>): Prompt<Input, Output> {
  const names = placeholders(prompt);
  if (prompt.slot !== undefined && !names.includes(prompt.slot)) {
    throw new GraphwrightError({
      code: 'prompt-invalid',
      message: `The prompt ${prompt.id} never uses its slot {${prompt.slot}}.`,
      next: 'Put the placeholder where the window belongs.',
    });
  }
  const known = inputKeys(prompt.input);
  for (const name of names) {
    if (name === prompt.slot || known === undefined || known.includes(camelCase(name))) continue;
    throw new GraphwrightError({
      code: 'prompt-invalid',
      message: `The prompt ${prompt.id} has a placeholder {${name}} that nothing fills.`,
      next: suggestion(camelCase(name), known),
    });
  }
  return prompt;
}

/** The placeholders of a prompt's texts in order of first appearance, as written. */
export function placeholders(prompt: Pick<AnyPrompt, 'system' | 'user'>): string[] {
  const names = new Set<string>();
  for (const template of [prompt.system, prompt.user ?? '']) {
    scan(template, (name) => {
      names.add(name);
      return '';
    });
  }
  return [...names];
}

/**
 * Fills a template. Values are put in as they are: text from an index or a user is never read as a template again. A
 * placeholder without a value stays as it is written.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, unknown>>, slot?: { name: string; text: string }): string {
  return scan(template, (name, written) => {
    if (slot !== undefined && name === slot.name) return slot.text;
    const value = values[camelCase(name)];
    if (value === undefined) return written;
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

function scan(template: string, fill: (name: string, written: string) => string): string {
  return template.replaceAll(/\{\{|\}\}|\{([A-Za-z_][A-Za-z0-9_]*)\}/gu, (written: string, name: string | undefined) => {
    if (name !== undefined) return fill(name, written);
    return written === '{{' ? '{' : '}';
  });
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/gu, (_, letter: string) => letter.toUpperCase());
}

function inputKeys(schema: z.ZodType): string[] | undefined {
  return 'shape' in schema && typeof schema.shape === 'object' && schema.shape !== null ? Object.keys(schema.shape) : undefined;
}
