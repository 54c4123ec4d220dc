import { GraphwrightError, type Embedder, type LanguageModel, type ModelEvent } from '@graphwright/contract';
import { describe, expect, it } from 'vitest';
import { failuresOf, type ConformanceSuite } from '../suite.ts';
import { embedderSuite, httpEmbedderSuite } from './embedder.ts';
import { httpLanguageModelSuite } from './http-language-model.ts';
import { languageModelSuite } from './language-model.ts';
import { openaiEmbedderWire, openaiWire } from './openai-wire.ts';

const KEY = 'sk-secret';
const finish: ModelEvent = { type: 'finish', reason: 'other', usage: { inputTokens: 0.5, outputTokens: -1 } };

function model(say: (number: number) => Generator<ModelEvent>): LanguageModel {
  let asked = 0;
  return {
    specVersion: 'v1',
    model: '',
    limits: { window: 0, maxOutput: 1 },
    encoding: 'somebodys',
    async *generate() {
      yield* say(asked++);
    },
  };
}
function embedder(vectors: (texts: readonly string[], asked: number) => number[][]): Embedder {
  let asked = 0;
  return { specVersion: 'v1', model: '', dimensions: 7, embed: async ({ texts }) => ({ vectors: vectors(texts, asked++).map((vector) => Float32Array.from(vector)) }) };
}

/** What says the same whatever happens, what breaks in its own words, what tells the key, and what changes its mind. */
const models: readonly (() => LanguageModel)[] = [
  () => model(function* say() { yield { type: 'text', text: 'y' }; yield finish; }),
  () => model(function* say() { yield finish; yield { type: 'text', text: 'late' }; }),
  () => model(() => { throw new Error('broken'); }),
  () => model(() => { throw new GraphwrightError({ code: 'rate-limited', message: `The key is ${KEY}.` }); }),
  () => model(function* say(number) { yield { type: 'text', text: `${number}` }; yield finish; }),
];
const embedders: readonly (() => Embedder)[] = [
  () => embedder(() => [[1], [Number.NaN, 1]]),
  () => embedder((texts, asked) => texts.map(() => [asked])),
  () => embedder(() => { throw new Error('broken'); }),
  () => embedder(() => { throw new GraphwrightError({ code: 'rate-limited', message: `The key is ${KEY}.` }); }),
];

const suites: readonly [string, readonly ConformanceSuite[]][] = [
  ['language models', models.map((create) => languageModelSuite({ name: 'mutant', create }))],
  ['language models over HTTP', models.map((create) => httpLanguageModelSuite({ name: 'mutant', wire: openaiWire, key: KEY, create }))],
  ['embedders', embedders.map((create) => embedderSuite({ name: 'mutant', create }))],
  ['embedders over HTTP', embedders.map((create) => httpEmbedderSuite({ name: 'mutant', wire: openaiEmbedderWire(true), key: KEY, create }))],
];

describe.each(suites)('the suite of %s', (_what, mutants) => {
  it('has no case that nothing fails', async () => {
    const caught = new Set<string>();
    for (const mutant of mutants) for (const { name } of await failuresOf(mutant)) caught.add(name);
    expect(mutants[0]?.cases.map(({ name }) => name).filter((name) => !caught.has(name))).toEqual([]);
  });
});
