import type { FinishReason, LanguageModel, ModelEvent, ModelRequest } from '@graphwright/contract';

/** What a scripted model does when it is asked. */
export interface ScriptedReply {
  /** What it says, in one piece or in several. Nothing when left out. */
  readonly text?: string | readonly string[];
  /** Why it stops; `stop` when left out, and no `finish` at all for `cut`. */
  readonly finish?: FinishReason | 'cut';
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
  readonly dropped?: readonly string[];
  readonly fingerprint?: string;
  /** Is thrown after the text. */
  readonly throws?: unknown;
  /** Says nothing more after the text, whatever the signal does. */
  readonly hangs?: boolean;
  /** Is waited for before anything is said. */
  readonly after?: PromiseLike<unknown>;
}

/** What a scripted model is made of. */
export interface ScriptedModelOptions {
  /** `scripted` when left out. */
  readonly model?: string;
  /** A window of 32,000 tokens and answers of 1,000 when left out. */
  readonly limits?: LanguageModel['limits'];
  /** `o200k_base` when left out; null for a model whose encoding nobody knows. */
  readonly encoding?: string | null;
  readonly notice?: string;
}

/** A model that does what a test says and remembers what it was asked. */
export interface ScriptedModel extends LanguageModel {
  /** Every request so far, oldest first. */
  readonly requests: readonly ModelRequest[];
}

/**
 * A language model for tests.
 *
 * @param script Replies in turn, the last one again and again; or a function of the request and its number, from 0. A string is a
 * reply that says just that and stops.
 */
export function scriptedModel(
  script: readonly (string | ScriptedReply)[] | ((request: ModelRequest, number: number) => string | ScriptedReply),
  { model = 'scripted', limits = { window: 32_000, maxOutput: 1000 }, encoding = 'o200k_base', notice }: ScriptedModelOptions = {},
): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    specVersion: 'v1',
    model,
    limits,
    encoding: encoding ?? undefined,
    ...(notice === undefined ? {} : { notice }),
    requests,
    generate(request) {
      const number = requests.push(request) - 1;
      const reply = typeof script === 'function' ? script(request, number) : (script[Math.min(number, script.length - 1)] ?? '');
      return say(typeof reply === 'string' ? { text: reply } : reply);
    },
  };
}

async function* say(reply: ScriptedReply): AsyncGenerator<ModelEvent> {
  const { text = [], finish = 'stop', usage, dropped, fingerprint } = reply;
  if (reply.after !== undefined) await reply.after;
  for (const piece of typeof text === 'string' ? [text] : text) yield { type: 'text', text: piece };
  if ('throws' in reply) throw reply.throws;
  if (reply.hangs === true) await new Promise(() => {});
  if (finish === 'cut') return;
  yield {
    type: 'finish',
    reason: finish,
    ...(usage === undefined ? {} : { usage }),
    ...(dropped === undefined ? {} : { dropped }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
  };
}
