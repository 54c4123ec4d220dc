import { failuresOf, fakeSection, scriptedModel, strategySuite, type ConformanceSuite, type OptionFlip } from '@graphwright/conformance';
import { definePlugin, kinds, refTo, type Outcome, type Plugin, type Request, type Run, type Strategy } from '@graphwright/contract';
import { createEngine, type Engine } from '@graphwright/engine';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerPrompt, fakeIndex, greedy, quarters, stillClock } from './engine/setting.ts';

async function windowsOf({ question }: Request, run: Run, rows: number): Promise<Outcome> {
  const section = fakeSection({ name: 'entities', rows: Array.from({ length: rows }, () => 3) });
  const budget = run.budget(answerPrompt, { question });
  return { windows: await run.pack({ sections: [section], policy: refTo(kinds.packingPolicy, 'greedy'), budget }) };
}

/** The smallest strategy that the suite accepts, with one option; `change` breaks it. */
function small(change: (sound: Strategy) => Partial<Strategy>): Plugin {
  return definePlugin(kinds.strategy, {
    id: 'small',
    version: '1.0.0',
    description: 'A window of as many rows as its option says, and an answer from it.',
    options: z.object({ rows: z.int().positive().default(2) }),
    prompts: [answerPrompt],
    create({ rows }): Strategy {
      const sound: Strategy = {
        specVersion: 'v1',
        estimate: () => Promise.resolve([{ stage: '', calls: { from: 1, to: 1 }, inputTokens: { from: 0, to: 100 }, outputTokens: { from: 0, to: 100 } }]),
        retrieve: (request, run) => windowsOf(request, run, rows),
        async run(request, run) {
          const outcome = await windowsOf(request, run, rows);
          const [window] = outcome.windows;
          if (window !== undefined) await run.answer(answerPrompt, { question: request.question }, { window });
          return outcome;
        },
      };
      return { ...sound, ...change(sound) };
    },
  });
}

interface Breakage {
  readonly strategy?: Parameters<typeof small>[0];
  readonly engine?: (engine: Engine) => Partial<Engine>;
  readonly flips?: Readonly<Record<string, OptionFlip>>;
}

function suiteOf({ strategy = () => ({}), engine: change = () => ({}), flips = { rows: { value: 1 } } }: Breakage): ConformanceSuite {
  const plugins = [small(strategy), greedy];
  return strategySuite({
    name: 'small',
    strategy: 'small',
    question: 'Who?',
    flips,
    engine() {
      const engine = createEngine({ index: fakeIndex(), plugins, tokenizer: quarters, clock: stillClock(), model: scriptedModel(['An answer.']) });
      return { ...engine, ...change(engine) };
    },
  });
}

describe('the suite of strategies', () => {
  let turn = 0;
  let busy = 0;
  const broken: readonly (readonly [string, Breakage])[] = [
    ['assembles windows', { strategy: () => ({ retrieve: () => Promise.resolve({ windows: [] }) }) }],
    ['answers, with', { strategy: ({ retrieve }) => ({ run: retrieve }) }],
    [
      'gives the same bytes again',
      {
        strategy: ({ retrieve }) => ({
          retrieve(request, run) {
            run.report('turn', turn++);
            return retrieve(request, run);
          },
        }),
      },
    ],
    [
      'shares nothing between runs',
      {
        strategy: ({ run: sound }) => ({
          async run(request, run) {
            busy += 1;
            const outcome = await sound(request, run);
            run.report('busy', busy);
            busy -= 1;
            return outcome;
          },
        }),
      },
    ],
    [
      'streams to the same Answer',
      {
        engine: (engine) => ({
          async *stream(request) {
            for await (const event of engine.stream(request)) if (event.type !== 'text') yield event;
          },
        }),
      },
    ],
    ['ends well when it may not call', { engine: ({ ask }) => ({ ask: ({ limits: _, ...request }) => ask(request) }) }],
    ['ends well when it is aborted', { engine: ({ stream }) => ({ stream: ({ signal: _, ...request }) => stream(request) }) }],
    ['estimates what a run costs', { strategy: () => ({ estimate: () => Promise.resolve([]) }) }],
    ['has a flip for every option', { flips: {} }],
    [
      'reads the option rows',
      {
        strategy: () => ({
          async run(request, run) {
            const outcome = await windowsOf(request, run, 2);
            await run.answer(answerPrompt, { question: request.question });
            return outcome;
          },
        }),
      },
    ],
  ];

  it('is passed whole by a small strategy', async () => {
    expect(await failuresOf(suiteOf({}))).toEqual([]);
  });

  it.each(broken)('has a case "%s …" that fails', async (name, breakage) => {
    expect((await failuresOf(suiteOf(breakage))).some((failure) => failure.name.startsWith(name))).toBe(true);
  });

  it('has no case that nothing fails', () => {
    expect(suiteOf({}).cases.filter((one) => !broken.some(([name]) => one.name.startsWith(name)))).toEqual([]);
  });
});
