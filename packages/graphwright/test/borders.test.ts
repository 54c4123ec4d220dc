import { memoryKnowledge } from '@graphwright/conformance';
import { isGraphwrightError, type GraphwrightError, type OpenedIndex } from '@graphwright/contract';
import { createEngine, givenVector, openIndex } from 'graphwright';
import { describe, expect, it } from 'vitest';

const index: OpenedIndex = {
  knowledge: memoryKnowledge({ entities: [{ id: 'e', title: 'ALEX MERCER' }] }),
  vectors: [],
  vectorLocations: [],
  warnings: [],
  source: { format: 'made-up', version: '1', folder: '' },
};

/** Calls a function as a program without types would. */
function untyped(call: (...given: never[]) => unknown, ...given: readonly unknown[]): unknown {
  return Reflect.apply(call, undefined, given);
}

/** The error of the house that a call ends with, thrown or rejected. */
async function faultOf(work: () => unknown): Promise<GraphwrightError> {
  try {
    await work();
  } catch (error) {
    if (isGraphwrightError(error)) return error;
    throw error;
  }
  throw new Error('It ended well.');
}

describe('createEngine looks at what it is given', () => {
  const generate = async function* (): AsyncGenerator<never> {};
  it.each<[string, unknown, string, RegExp]>([
    ['an unknown option', { index, bogus: 1 }, 'option-unknown', /createEngine has no option "bogus"/u],
    ['a misspelt option', { index, modell: 'extractive' }, 'option-unknown', /Did you mean "model"\?/u],
    ['an unknown limit', { index, limits: { cals: 1 } }, 'option-unknown', /"limits\.cals".*Did you mean "calls"\?/u],
    ['a limit that is no count', { index, limits: { calls: -1 } }, 'option-invalid', /"limits\.calls"/u],
    ['a seed with a fraction', { index, seed: 0.5 }, 'option-invalid', /"seed".*a whole number/u],
    ['no calls at a time', { index, concurrency: 0 }, 'option-invalid', /"concurrency".*a whole number ≥ 1.*Found: 0/u],
    ['a model that names nothing', { index, model: {} }, 'option-invalid', /"model".*\{ use, …its options \}, or a language-model/u],
    ['a number for a model', { index, model: 5 }, 'option-invalid', /"model".*Found: 5/u],
    ['null for a model', { index, model: null }, 'option-invalid', /"model".*Found: null/u],
    ['a model without limits', { index, model: { specVersion: 'v1', model: 'x', generate } }, 'option-invalid', /"model"/u],
    ['an embedder without a function', { index, embedder: { specVersion: 'v1' } }, 'option-invalid', /"embedder".*a embedder|"embedder"/u],
    ['a strategy that is a list', { index, strategy: [] }, 'option-invalid', /"strategy"/u],
    ['prompts that are no texts', { index, prompts: { a: 1 } }, 'option-invalid', /"prompts\.a"/u],
    ['a plugin that is none', { index, plugins: [{}] }, 'plugin-invalid', /"plugins\.0".*definePlugin/u],
    ['null for a plugin', { index, plugins: [null] }, 'plugin-invalid', /"plugins\.0"/u],
    ['a text for the plugins', { index, plugins: 'x' }, 'option-invalid', /"plugins".*a list of plugins/u],
    ['a clock that stands', { index, clock: {} }, 'option-invalid', /"clock"/u],
    ['null for the index', { index: null }, 'option-invalid', /"index".*what openIndex returns.*Found: null/u],
    ['a path for the index', { index: './index' }, 'option-invalid', /"index".*what openIndex returns/u],
    ['a promise for the index', { index: Promise.resolve(index) }, 'option-invalid', /"index/u],
    ['nothing', undefined, 'option-invalid', /"index"/u],
    ['null', null, 'option-invalid', /"index"/u],
  ])('%s', async (_, given, code, message) => {
    const fault = await faultOf(() => untyped(createEngine, given));
    expect(fault.code).toBe(code);
    expect(fault.message).toMatch(message);
  });
});

describe('openIndex looks at what it is given', () => {
  it.each<[string, unknown[], string, RegExp]>([
    ['no folder', [], 'usage-invalid', /path of a project folder/u],
    ['null for a folder', [null], 'usage-invalid', /Found: null/u],
    ['an empty folder', [''], 'usage-invalid', /an empty text/u],
    ['an unknown option', ['x', { formt: 'graphrag' }], 'option-unknown', /openIndex has no option "formt".*"format"/u],
    ['null for the options', ['x', null], 'usage-invalid', /openIndex takes its options as an object/u],
    ['a loader that is none', ['x', { loaders: [{}] }], 'option-invalid', /"loaders\.0".*index-loader/u],
    ['a signal that is none', ['x', { signal: {} }], 'option-invalid', /"signal".*AbortSignal/u],
  ])('%s', async (_, given, code, message) => {
    const fault = await faultOf(() => untyped(openIndex, ...given));
    expect(fault.code).toBe(code);
    expect(fault.message).toMatch(message);
  });
});

describe('an engine looks at what it is asked', () => {
  const asked = async (request: unknown, how: 'ask' | 'context' | 'estimate' | 'stream' = 'ask'): Promise<GraphwrightError> => {
    const engine = await createEngine({ index, model: 'extractive' });
    return faultOf(async () => {
      const outcome = untyped(engine[how], request);
      return typeof outcome === 'object' && outcome !== null && 'next' in outcome && typeof outcome.next === 'function' ? Reflect.apply(outcome.next, outcome, []) : outcome;
    });
  };

  it.each(['ask', 'context', 'estimate', 'stream'] as const)('%s: nothing is no request, and the error says what would be one', async (how) => {
    for (const nothing of [undefined, null, 'Who?', []]) {
      const fault = await asked(nothing, how);
      expect(fault.code).toBe('usage-invalid');
      expect(fault.message).toContain('an object with a question, such as { question: "Who is …?" }');
    }
  });

  it('stream: a signal that is none', async () => {
    expect(await asked({ question: 'Who?', signal: 5 }, 'stream')).toMatchObject({ code: 'usage-invalid' });
  });

  it.each([{}, { from: '2020' }, { to: '2021' }])('a filter by dates is refused, whatever it holds: %j', async (dates) => {
    expect(await asked({ question: 'Who?', filter: { dates } })).toMatchObject({ code: 'unsupported', where: { option: 'filter.dates' } });
  });

  it('a prompt that nobody has: the known ones are named, each once', async () => {
    const engine = await createEngine({ index, model: 'extractive', prompts: { nope: 'x' } });
    const { next = '' } = await faultOf(() => engine.ask({ question: 'Who?' }));
    const known = /^Known: (.*)\.$/u.exec(next)?.[1]?.split(', ') ?? [];
    expect(known).toContain('local-answer');
    expect(known).toEqual([...new Set(known)]);
  });

  it('a vector that is none', async () => {
    for (const vector of [null, [], [Number.NaN], ['a'], 'text']) expect(await faultOf(() => untyped(givenVector, vector))).toMatchObject({ code: 'vector-invalid' });
  });
});
