import { memoryKnowledge, scriptedModel, type FakeTables } from '@graphwright/conformance';
import {
  definePlugin,
  definePrompt,
  isGraphwrightError,
  kinds,
  type LanguageModel,
  type OpenedIndex,
  type Outcome,
  type PackingPolicy,
  type Plugin,
  type Request,
  type Run,
  type Strategy,
  type Tokenizer,
} from '@graphwright/contract';
import { createEngine, type Clock, type Engine, type EngineOptions } from '@graphwright/engine';
import { z } from 'zod';

/** Four characters are a token, which makes counts easy to foretell. */
export const quarters: Tokenizer = { specVersion: 'v1', encoding: 'quarters', exact: true, count: (text) => Math.ceil(text.length / 4) };

export const answerPrompt = definePrompt({
  id: 'probe-answer',
  version: '1.0.0',
  input: z.object({ question: z.string() }),
  output: z.string(),
  slot: 'data',
  system: 'Answer from: {data}',
  user: '{question}',
});

export const pointsPrompt = definePrompt({
  id: 'probe-points',
  version: '2.0.0',
  input: z.object({ question: z.string() }),
  output: z.object({ points: z.array(z.object({ text: z.string(), score: z.number() })) }),
  slot: undefined,
  system: 'Rate: {question}',
});

/** A clock that stands still; waiting lets everything else go first, and is remembered. */
export function stillClock(): Clock & { readonly waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    now: () => 0,
    wait(milliseconds, signal) {
      waits.push(milliseconds);
      return new Promise((resolve) => {
        if (milliseconds < 60_000) setImmediate(resolve);
        signal?.addEventListener('abort', () => resolve(), { once: true });
      });
    },
  };
}

export function fakeIndex(tables: FakeTables = { entities: [{ id: 'e1', title: 'MERCER' }] }, more: Partial<OpenedIndex> = {}): OpenedIndex {
  return {
    knowledge: memoryKnowledge(tables),
    vectors: [],
    vectorLocations: [],
    warnings: [],
    source: { format: 'fake', version: '1', folder: '/nowhere' },
    ...more,
  };
}

/** A strategy that does what a test says. */
export function probe(work: (request: Request, run: Run) => Promise<Outcome | void>, id = 'probe', more: { readonly needs?: () => object } = {}): Plugin {
  const walk = async (request: Request, run: Run): Promise<Outcome> => (await work(request, run)) ?? { windows: [] };
  return definePlugin(kinds.strategy, {
    id,
    version: '1.0.0',
    description: 'Does what a test says.',
    prompts: [answerPrompt],
    ...more,
    create: (): Strategy => ({
      specVersion: 'v1',
      estimate: async (request, run) => {
        await walk(request, run);
        return [];
      },
      retrieve: walk,
      run: walk,
    }),
  });
}

export function policy(id: string, pack: PackingPolicy['pack']): Plugin {
  return definePlugin(kinds.packingPolicy, { id, version: '1.0.0', description: 'A policy of a test.', create: () => ({ specVersion: 'v1', pack }) });
}

/** Fills every section with all that the window takes. */
export const greedy = policy('greedy', async ({ sections, tokens, separatorTokens }) => {
  let left = tokens + separatorTokens;
  const filled = [];
  for (const section of sections) {
    const one = await section.fill({ tokens: Math.max(0, left - separatorTokens) });
    if (one.tokens > 0) left -= one.tokens + separatorTokens;
    filled.push(one);
  }
  return [{ filled }];
});

export function engineFor(work: (request: Request, run: Run) => Promise<Outcome | void>, options: Partial<EngineOptions> = {}): Engine {
  const { plugins = [], ...more } = options;
  return createEngine({ index: fakeIndex(), tokenizer: quarters, clock: stillClock(), model: scriptedModel(['An answer.']), strategy: 'probe', ...more, plugins: [probe(work), greedy, ...plugins] });
}

/** A run that only asks the model for its answer. */
export async function justAnswer({ question }: Request, run: Run): Promise<void> {
  await run.answer(answerPrompt, { question });
}

export function modelThat(generate: LanguageModel['generate']): LanguageModel {
  return { ...scriptedModel([]), generate };
}

/** The code and the message of what a piece of work fails with. */
export async function faultOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'nothing failed',
    (error: unknown) => (isGraphwrightError(error) ? `${error.code}: ${error.message}` : String(error)),
  );
}
