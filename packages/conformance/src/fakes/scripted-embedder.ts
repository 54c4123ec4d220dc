import { throwIfAborted, type Embedder } from '@graphwright/contract';

/** What a scripted embedder is made of. */
export interface ScriptedEmbedderOptions {
  /** `scripted-embedder` when left out. */
  readonly model?: string;
  /** 4 when left out. */
  readonly dimensions?: number;
  /** Vectors of certain texts; others get one that depends on the text alone. */
  readonly vectors?: Readonly<Record<string, readonly number[]>>;
  /** What it counts for a call; it says nothing when left out. */
  readonly inputTokens?: number;
  /** Is thrown by the calls with these numbers, from 0; by all for `always`. */
  readonly fails?: { readonly calls: readonly number[] | 'always'; readonly error: unknown };
}

/** An embedder that does what a test says and remembers what it was asked. */
export interface ScriptedEmbedder extends Embedder {
  /** The texts of every call so far, oldest first. */
  readonly calls: readonly (readonly string[])[];
}

/** An embedder for tests: the same text, the same vector, on any machine. */
export function scriptedEmbedder({ model = 'scripted-embedder', dimensions = 4, vectors = {}, inputTokens, fails }: ScriptedEmbedderOptions = {}): ScriptedEmbedder {
  const calls: (readonly string[])[] = [];
  return {
    specVersion: 'v1',
    model,
    dimensions,
    given: true,
    calls,
    async embed({ texts, signal }) {
      throwIfAborted(signal);
      const number = calls.push(texts) - 1;
      if (fails !== undefined && (fails.calls === 'always' || fails.calls.includes(number))) throw fails.error;
      return {
        vectors: texts.map((text) => Float32Array.from(Object.hasOwn(vectors, text) ? (vectors[text] ?? []) : spread(text, dimensions))),
        ...(inputTokens === undefined ? {} : { inputTokens }),
      };
    },
  };
}

/** Numbers in [-1, 1] from the code units of a text, the first one never 0. */
function spread(text: string, dimensions: number): number[] {
  const numbers = Array.from({ length: dimensions }, () => 0);
  for (let index = 0; index < text.length; index++) {
    const place = index % dimensions;
    numbers[place] = ((numbers[place] ?? 0) * 31 + text.charCodeAt(index)) % 997;
  }
  return numbers.map((value, place) => (place === 0 ? value + 1 : value) / 998);
}
