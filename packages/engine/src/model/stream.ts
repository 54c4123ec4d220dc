import type { LanguageModel, ModelEvent, ModelRequest } from '@graphwright/contract';
import { orAborted } from '../abort.ts';

/** The last event of a stream. */
export type Finish = Extract<ModelEvent, { type: 'finish' }>;

/** One reading of a model's stream. */
export interface Reading {
  readonly text: string;
  /** Left out when the stream ended without one. */
  readonly finish: Finish | undefined;
  /** What the model threw, wrapped so that a thrown `undefined` counts. */
  readonly thrown: { readonly error: unknown } | undefined;
}

/**
 * Reads the stream of a model to its end, its `finish`, its failure or the signal, whichever comes first. Nothing that a model
 * does, hanging included, gets past it.
 *
 * @param onText Is given every piece of text as it comes.
 */
export async function readStream(model: LanguageModel, request: ModelRequest, onText: (text: string) => void): Promise<Reading> {
  let text = '';
  let iterator: AsyncIterator<ModelEvent> | undefined;
  try {
    iterator = model.generate(request)[Symbol.asyncIterator]();
    for (;;) {
      const step = await orAborted(iterator.next(), request.signal);
      if (step.done === true) return { text, finish: undefined, thrown: undefined };
      if (step.value.type === 'finish') return { text, finish: step.value, thrown: undefined };
      if (step.value.text === '') continue;
      text += step.value.text;
      onText(step.value.text);
    }
  } catch (error) {
    return { text, finish: undefined, thrown: { error } };
  } finally {
    // Not waited for: a generator that hangs in `next` would hold `return` back for ever.
    iterator?.return?.().then(undefined, () => {});
  }
}
