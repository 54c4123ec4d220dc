import { GraphwrightError, type AnyPrompt, type Failure, type LanguageModel, type Prompt, type Result, type Window } from '@graphwright/contract';
import { callModel, type Asked } from '../model/caller.ts';
import type { Fault } from '../model/fault.ts';
import { messagesOf } from '../model/prompt-text.ts';
import { contentSchema, isText, outputSchema, readReply } from '../model/structured.ts';
import type { RunContext } from './context.ts';
import type { Place } from './record.ts';
import { renderPrompt, type RenderedPrompt } from './rendered.ts';

/** Asks the model for a value; see `Run.generate`. */
export async function generateValue<Input extends object, Output>(
  prompt: Prompt<Input, Output>,
  input: Input,
  window: Window | undefined,
  stage: string,
  context: RunContext,
): Promise<Result<Output>> {
  const call = `generate ${prompt.id}`;
  const effect = 'What this call was to give is missing.';
  return withCall(call, prompt, window, stage, context, async (place, model, sent) => {
    const rendered = renderPrompt(prompt, input, context.parts.prompts, context.parts.tokens);
    const asked = askedOf(prompt, rendered, model, sent, context, place);
    if ('fault' in asked) return failed(place, call, asked.fault, 0, effect, context);
    if (isText(prompt.output)) {
      const outcome = await callModel(model, asked, place, context.calls);
      if (outcome.fault !== undefined) return failed(place, call, outcome.fault, outcome.attempts, effect, context);
      const read = prompt.output.safeParse(outcome.text);
      return read.success ? { ok: true, value: read.data } : failed(place, call, { layer: 'schema', code: 'reply-invalid', message: read.error.message }, outcome.attempts, effect, context);
    }
    return structured(prompt, { ...asked, schema: outputSchema(prompt.output) }, model, place, call, effect, context);
  });
}

/** Asks for JSON, and once more with the fault shown when the reply is none or does not fit. */
async function structured<Input extends object, Output>(
  prompt: Prompt<Input, Output>,
  asked: Asked,
  model: LanguageModel,
  place: Place,
  call: string,
  effect: string,
  context: RunContext,
): Promise<Result<Output>> {
  const first = await callModel(model, asked, place, context.calls);
  if (first.fault !== undefined) return failed(place, call, first.fault, first.attempts, effect, context);
  const reply = readReply(first.text, prompt.output);
  if (reply.ok) return reply;
  const again = correction(reply.fault);
  const { tokens } = context.parts;
  const inputTokens = asked.inputTokens + tokens.count(first.text) + tokens.count(again);
  const messages = [...asked.messages, { role: 'assistant', content: first.text } as const, { role: 'user', content: again } as const];
  const second = await callModel(model, { ...asked, messages, inputTokens }, place, context.calls);
  const attempts = first.attempts + second.attempts;
  if (second.fault !== undefined) return failed(place, call, second.fault, attempts, effect, context);
  const corrected = readReply(second.text, prompt.output);
  return corrected.ok ? corrected : failed(place, call, corrected.fault, attempts, effect, context);
}

function correction({ message }: Fault): string {
  return `Your reply could not be used: ${message}\nReply again with the JSON alone, in the form that was asked for.`;
}

/** Asks the model for the answer of the run; see `Run.answer`. */
export async function generateAnswer<Input extends object>(
  prompt: Prompt<Input, string>,
  input: Input,
  window: Window | undefined,
  stage: string,
  context: RunContext,
): Promise<Result<string>> {
  const call = `answer ${prompt.id}`;
  if (context.answered) {
    throw new GraphwrightError({ code: 'usage-invalid', message: 'The answer of a run was asked for a second time.', next: 'Use generate for everything but the answer.' });
  }
  context.answered = true;
  return withCall<string>(call, prompt, window, stage, context, async (place, model, sent) => {
    const rendered = renderPrompt(prompt, input, context.parts.prompts, context.parts.tokens);
    const asked = askedOf(prompt, rendered, model, sent, context, place);
    if ('fault' in asked) return failed(place, call, asked.fault, 0, 'There is no answer.', context);
    const { record } = context.calls;
    const outcome = await callModel(model, { ...asked, onText: (text) => record.addText(text) }, place, context.calls);
    if (outcome.fault === undefined) return { ok: true, value: outcome.text };
    const effect = outcome.text === '' ? 'There is no answer.' : 'The answer may not be whole: its text ends where the call failed.';
    return failed(place, call, outcome.fault, outcome.attempts, effect, context);
  });
}

/** What the two calls have in common: the place, the window that was recorded, events, the model being there. */
async function withCall<T>(
  call: string,
  prompt: AnyPrompt,
  window: Window | undefined,
  stage: string,
  context: RunContext,
  work: (place: Place, model: LanguageModel, window: Window | undefined) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { record } = context.calls;
  const place = record.place(stage);
  const sent = window === undefined ? undefined : openedWindow(window, context);
  if (context.estimating) return { ok: false, failure: refusal(stage, call) };
  const { model } = context.parts;
  if (model === undefined) {
    throw new GraphwrightError({ code: 'need-unmet', message: `No language model is there for "${call}".`, next: 'Give the engine a model; without one there is only context.' });
  }
  context.prompts.set(prompt.id, prompt);
  if (sent !== undefined && !record.calls.has(sent.id)) record.calls.set(sent.id, prompt.id);
  record.emit({ type: 'call', stage, call, state: 'started' });
  try {
    return await work(place, model, sent);
  } finally {
    record.emit({ type: 'call', stage, call, state: 'ended' });
  }
}

/** The failure with which models meet an estimate: it is not recorded, for nothing failed. */
export function refusal(stage: string, call: string): Failure {
  return { stage, call, layer: 'limit', code: 'only-estimated', message: 'The run is an estimate: no model is asked.', attempts: 0, effect: 'What follows from this call is a range.' };
}

/** Enters a failure and gives it back. */
export function failed(place: Place, call: string, { layer, code, message }: Fault, attempts: number, effect: string, context: RunContext): Result<never> {
  const failure: Failure = { stage: place.stage, call, layer, code, message, attempts, effect };
  context.calls.record.fail(place, failure);
  return { ok: false, failure };
}

/** The window sent is the window recorded: anything else would put an unaccounted text before the model. */
function openedWindow(window: Window, context: RunContext): Window {
  const opened = context.calls.record.opened.get(window.id);
  if (opened?.text === window.text) return opened;
  throw new GraphwrightError({
    code: 'usage-invalid',
    message: opened === undefined ? `The window "${window.id}" was not opened in this run.` : `The text of the window "${window.id}" was changed after packing.`,
    next: 'Send the windows that pack returned, as they are.',
  });
}

/** What is sent, or why it cannot be: more than the model takes in is never sent, for some servers cut it in silence. */
function askedOf(
  prompt: AnyPrompt,
  rendered: RenderedPrompt,
  model: LanguageModel,
  window: Window | undefined,
  context: RunContext,
  place: Place,
): Asked | { readonly fault: Fault } {
  const { limits } = model;
  const inputTokens = rendered.prompt + rendered.question + (window === undefined ? 0 : window.tokens + window.budget.history);
  const room = limits.window - inputTokens;
  if (room < 1) {
    const message = `The prompt ${prompt.id} has ${inputTokens} tokens, and the window of ${model.model} holds ${limits.window}.`;
    if (context.parts.tokens.tokenizer.exact) return { fault: { layer: 'limit', code: 'window-exceeded', message } };
    context.calls.record.warn(place, { code: 'window-exceeded', message: `${message} The count is an estimate, so it was sent all the same.` });
  }
  const reserve = window?.budget.outputReserve ?? 0;
  const wanted = prompt.maxOutputTokens ?? (reserve > 0 ? reserve : limits.maxOutput);
  const content = contentSchema(prompt.output);
  return {
    messages: messagesOf(rendered.use, rendered.input, window?.text ?? ''),
    prompt: { id: prompt.id, input: rendered.input, window: window?.text, ...(content === undefined ? {} : { contentSchema: content }) },
    inputTokens,
    maxOutputTokens: Math.max(1, Math.min(wanted, limits.maxOutput, room)),
  };
}
