import type { FinishReason, ModelEvent } from '@graphwright/contract';
import { z } from 'zod';

const count = z.int().nonnegative().nullish();
const usageSchema = z.object({ input_tokens: count, output_tokens: count, cache_creation_input_tokens: count, cache_read_input_tokens: count }).nullish().catch(undefined);
const said = z.string().nullish();
const blockSchema = z.object({ type: said, text: said, input: z.unknown().optional() }).nullish();

/** One event of a stream, or a whole message: what is read of it. Whatever else a server writes is none of our business. */
export const replySchema = z.object({
  type: z.string(),
  message: z.object({ model: said, usage: usageSchema }).nullish(),
  content_block: blockSchema,
  delta: z.object({ type: said, text: said, partial_json: said, stop_reason: said }).nullish(),
  usage: usageSchema,
  // Of a whole message.
  model: said,
  content: z.array(blockSchema).nullish(),
  stop_reason: said,
});

/** One event of a stream, or a whole message. */
export type Reply = z.output<typeof replySchema>;

const REASONS: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refusal',
};

/** Gathers what the events of one reply tell beside the text. */
export class Gathering {
  #reason: FinishReason | undefined;
  #model: string | undefined;
  #input: number | undefined;
  #output: number | undefined;

  /** Whether the model has said why it stops. */
  get ended(): boolean {
    return this.#reason !== undefined;
  }

  /** Takes an event in and gives its text: what is said, or the input of the tool by which an answer with a schema is given. */
  take({ message, content_block: block, delta, usage, model, content, stop_reason: whole }: Reply): string {
    this.#model = message?.model ?? model ?? this.#model;
    this.#count(message?.usage);
    this.#count(usage);
    const reason = delta?.stop_reason ?? whole ?? '';
    if (reason !== '') this.#reason = REASONS[reason] ?? 'other';
    const blocks = [block, ...(content ?? [])].map((part) => (part?.type === 'tool_use' ? toolInput(part.input) : (part?.text ?? '')));
    return `${blocks.join('')}${delta?.text ?? ''}${delta?.partial_json ?? ''}`;
  }

  /** The last event; undefined as long as no reason to stop was given: the reply was cut then. */
  finish(dropped: readonly string[]): ModelEvent | undefined {
    if (this.#reason === undefined) return undefined;
    return {
      type: 'finish',
      reason: this.#reason,
      ...(this.#input === undefined || this.#output === undefined ? {} : { usage: { inputTokens: this.#input, outputTokens: this.#output } }),
      ...(dropped.length === 0 ? {} : { dropped }),
      ...(this.#model === undefined ? {} : { fingerprint: this.#model }),
    };
  }

  /** Counts come early and grow; those of the input leave out what was read from or written to the server's cache. */
  #count(usage: Reply['usage']): void {
    const { input_tokens: input, output_tokens: output, cache_creation_input_tokens: written, cache_read_input_tokens: read } = usage ?? {};
    if (input !== undefined && input !== null) this.#input = input + (written ?? 0) + (read ?? 0);
    this.#output = output ?? this.#output;
  }
}

/** The input of a tool as JSON; empty at the beginning of a stream, where it stands as an empty object. */
function toolInput(input: unknown): string {
  return typeof input === 'object' && input !== null && Object.keys(input).length > 0 ? JSON.stringify(input) : '';
}
