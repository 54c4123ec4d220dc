import type { FinishReason, ModelEvent } from '@graphwright/contract';
import { z } from 'zod';

/** A field that servers write as null, leave out, or fill. */
const said = z.string().nullish();
const count = z.int().nonnegative();
const contentSchema = z.object({ content: said, refusal: said }).nullish();
const choiceSchema = z.object({ delta: contentSchema, message: contentSchema, finish_reason: said });

/** One event of a stream, or a whole reply: what is read of it. Whatever else a server writes is none of our business. */
export const replySchema = z.object({
  choices: z.array(choiceSchema).nullish(),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(undefined),
  model: said,
  system_fingerprint: said,
});

/** One event of a stream, or a whole reply. */
export type Reply = z.output<typeof replySchema>;

const REASONS: Readonly<Record<string, FinishReason>> = { stop: 'stop', length: 'length', content_filter: 'filtered' };

/** Gathers what the events of one reply tell beside the text. */
export class Gathering {
  #reason: FinishReason | undefined;
  #refused = false;
  #usage: Reply['usage'];
  #model: string | undefined;
  #fingerprint: string | undefined;

  /** Whether the model has said why it stops. */
  get ended(): boolean {
    return this.#reason !== undefined;
  }

  /** Takes an event in and gives its text. A refusal is text, too: it is what the model says. */
  take({ choices, usage, model, system_fingerprint: fingerprint }: Reply): string {
    this.#usage = usage ?? this.#usage;
    this.#model = (model ?? '') === '' ? this.#model : (model ?? undefined);
    this.#fingerprint = fingerprint ?? this.#fingerprint;
    const [choice] = choices ?? [];
    if (choice === undefined) return '';
    const reason = choice.finish_reason ?? '';
    if (reason !== '') this.#reason = REASONS[reason] ?? 'other';
    const { content, refusal } = choice.delta ?? choice.message ?? {};
    if ((refusal ?? '') !== '') this.#refused = true;
    return `${content ?? ''}${refusal ?? ''}`;
  }

  /** The last event; undefined as long as no reason to stop was given: the reply was cut then. */
  finish(dropped: readonly string[]): ModelEvent | undefined {
    if (this.#reason === undefined) return undefined;
    const fingerprint = [this.#model, this.#fingerprint].filter((part) => part !== undefined).join(' ');
    return {
      type: 'finish',
      reason: this.#refused && this.#reason === 'stop' ? 'refusal' : this.#reason,
      ...(this.#usage === undefined || this.#usage === null ? {} : { usage: { inputTokens: this.#usage.prompt_tokens, outputTokens: this.#usage.completion_tokens } }),
      ...(dropped.length === 0 ? {} : { dropped }),
      ...(fingerprint === '' ? {} : { fingerprint }),
    };
  }
}
