import { definePrompt, fillTemplate, GraphwrightError, placeholders, suggestion, type AnyPrompt, type ModelMessage } from '@graphwright/contract';
import { z } from 'zod';

/** Texts that replace the system message of prompts, by prompt id. */
export type PromptTexts = Readonly<Record<string, string>>;

/** A prompt as it is used: its own text, or that of a file. */
export interface PromptInUse {
  readonly system: string;
  readonly user: string | undefined;
  readonly slot: string | undefined;
  readonly source: 'built-in' | 'file';
}

/**
 * The text of a prompt, replaced where a file replaces it.
 *
 * @throws GraphwrightError `prompt-invalid` when the replacing text lacks the slot or has a placeholder that nothing fills.
 */
export function promptInUse(prompt: AnyPrompt, texts: PromptTexts): PromptInUse {
  const replaced = Object.hasOwn(texts, prompt.id) ? texts[prompt.id] : undefined;
  if (replaced === undefined) return { system: prompt.system, user: prompt.user, slot: prompt.slot, source: 'built-in' };
  const { input, output, ...rest } = prompt;
  definePrompt({ ...rest, system: replaced, output, input: hasKeys(input) ? input : z.custom<object>() });
  return { system: replaced, user: prompt.user, slot: prompt.slot, source: 'file' };
}

/** The messages of a prompt with its input and a window in its slot. */
export function messagesOf(prompt: PromptInUse, input: object, window: string): ModelMessage[] {
  const values: Readonly<Record<string, unknown>> = { ...input };
  const slot = prompt.slot === undefined ? undefined : { name: prompt.slot, text: window };
  const messages: ModelMessage[] = [];
  if (prompt.system !== '') messages.push({ role: 'system', content: fillTemplate(prompt.system, values, slot) });
  if (prompt.user !== undefined) messages.push({ role: 'user', content: fillTemplate(prompt.user, values, slot) });
  return messages;
}

/** Whether the question of the input is printed by the prompt. */
export function printsQuestion(prompt: PromptInUse): boolean {
  return placeholders({ system: prompt.system, ...(prompt.user === undefined ? {} : { user: prompt.user }) }).includes('question');
}

/** @throws GraphwrightError `prompt-invalid` for a text whose id none of the prompts has. */
export function checkPromptTexts(texts: PromptTexts, known: readonly AnyPrompt[]): void {
  const ids = known.map(({ id }) => id);
  for (const id of Object.keys(texts)) {
    if (ids.includes(id)) continue;
    throw new GraphwrightError({ code: 'prompt-invalid', message: `No plugin has a prompt "${id}" to replace.`, next: suggestion(id, new Set(ids)) });
  }
}

/** Whether a schema is one of objects, with keys against which placeholders can be checked. */
function hasKeys(schema: z.ZodType): schema is z.ZodType<object> {
  return 'shape' in schema;
}
