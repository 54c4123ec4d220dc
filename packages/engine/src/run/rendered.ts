import { GraphwrightError, type AnyPrompt, type ModelMessage, type TokenCounter } from '@graphwright/contract';
import { messagesOf, printsQuestion, promptInUse, type PromptInUse, type PromptTexts } from '../model/prompt-text.ts';

/** A prompt with its input and an empty slot, counted. */
export interface RenderedPrompt {
  readonly use: PromptInUse;
  readonly input: object;
  /** Tokens without the question. */
  readonly prompt: number;
  readonly question: number;
}

/**
 * Renders a prompt with its input and an empty slot and counts it.
 *
 * @throws GraphwrightError `prompt-invalid` for an input that does not fit the prompt's schema or a replacing text out of form.
 */
export function renderPrompt(prompt: AnyPrompt, given: object, texts: PromptTexts, tokens: TokenCounter): RenderedPrompt {
  const parsed = prompt.input.safeParse(given);
  if (!parsed.success || typeof parsed.data !== 'object' || parsed.data === null) {
    throw new GraphwrightError({
      code: 'prompt-invalid',
      message: `The input of the prompt ${prompt.id} does not fit its schema: ${parsed.error?.issues[0]?.message ?? 'it is no object'}.`,
      ...(parsed.error === undefined ? {} : { cause: parsed.error }),
    });
  }
  const use = promptInUse(prompt, texts);
  const input = parsed.data;
  const total = countMessages(messagesOf(use, input, ''), tokens);
  const asked = 'question' in input && typeof input.question === 'string' && printsQuestion(use) ? input.question : '';
  const question = asked === '' ? 0 : Math.min(total, tokens.count(asked));
  return { use, input, prompt: total - question, question };
}

/** Tokens of messages. */
function countMessages(messages: readonly ModelMessage[], tokens: TokenCounter): number {
  return messages.reduce((sum, { role, content }) => sum + (role === 'system' ? countInstructions(content, tokens) : tokens.count(content)), 0);
}

interface Counted {
  readonly text: string;
  readonly count: number;
}

/** The system message that each counter counted last: a server sends the same one with every question. */
const lastCounted = new WeakMap<TokenCounter, Counted>();

function countInstructions(text: string, tokens: TokenCounter): number {
  const last = lastCounted.get(tokens);
  if (last?.text === text) return last.count;
  const count = tokens.count(text);
  lastCounted.set(tokens, { text, count });
  return count;
}
