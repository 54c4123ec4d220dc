import { scriptedEmbedder, scriptedModel } from '@graphwright/conformance';
import { answerSchema, definePlugin, GraphwrightError, kinds, ref, refTo, type Answer, type Retriever } from '@graphwright/contract';
import { createEngine, givenVector, stableAnswer, type StreamEvent } from '@graphwright/engine';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { answerPrompt, engineFor, fakeIndex, greedy, justAnswer, modelThat, pointsPrompt, probe, quarters, stillClock } from './setting.ts';

const bytes = (answer: Answer): string => JSON.stringify(stableAnswer(answer));
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function eventsOf(stream: AsyncIterable<StreamEvent>): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

describe('abort', () => {
  it('before a run calls nobody', async () => {
    const model = scriptedModel(['x']);
    const answer = await engineFor(justAnswer, { model }).ask({ question: 'Who?', signal: AbortSignal.abort() });
    expect(answer).toMatchObject({ status: 'failed', failures: [{ layer: 'aborted', code: 'aborted' }] });
    expect(model.requests).toHaveLength(0);
    expect(answerSchema.safeParse(answer).success).toBe(true);
  });

  it('in the middle keeps the text, also when the model hangs', async () => {
    const abort = new AbortController();
    const engine = engineFor(justAnswer, { model: scriptedModel([{ text: 'It was', hangs: true }]) });
    const events: StreamEvent[] = [];
    for await (const event of engine.stream({ question: 'Who?', signal: abort.signal })) {
      events.push(event);
      if (event.type === 'text') abort.abort();
    }
    const last = events.at(-1);
    expect(last).toMatchObject({ type: 'end', answer: { status: 'partial', text: 'It was', failures: [{ layer: 'aborted' }] } });
  });

  it('after a run changes nothing', async () => {
    const abort = new AbortController();
    const answer = await engineFor(justAnswer).ask({ question: 'Who?', signal: abort.signal });
    abort.abort();
    expect(answer).toMatchObject({ status: 'answered', failures: [] });
  });

  it('ends a strategy that listens to nothing', async () => {
    const abort = new AbortController();
    const work = engineFor(() => new Promise(() => {})).ask({ question: 'Who?', signal: abort.signal });
    await nextTurn();
    abort.abort();
    expect(await work).toMatchObject({ status: 'failed', failures: [{ layer: 'aborted', call: 'probe' }] });
  });

  it('comes with leaving the loop, and with closing the engine', async () => {
    const signals: AbortSignal[] = [];
    const model = modelThat(async function* ({ signal }) {
      signals.push(signal);
      yield { type: 'text', text: 'a' };
      await new Promise(() => {});
    });
    const engine = engineFor(justAnswer, { model });
    for await (const event of engine.stream({ question: 'Who?' })) if (event.type === 'text') break;
    expect(signals[0]?.aborted).toBe(true);
    const work = engine.ask({ question: 'Who?' });
    await nextTurn();
    await engine.close();
    expect(await work).toMatchObject({ status: 'partial', text: 'a' });
    await expect(engine.ask({ question: 'Who?' })).rejects.toMatchObject({ code: 'usage-invalid' });
  });

  it('reaches a reader who waits for an event that never comes', async () => {
    const stream = engineFor(justAnswer, { model: scriptedModel([{ hangs: true }]) }).stream({ question: 'Who?' });
    await stream.next();
    const pending = stream.next();
    const left = stream.return?.();
    await expect(Promise.all([pending, left])).resolves.toHaveLength(2);
  });
});

describe('limits', () => {
  const many = (count: number) => engineFor(
    async ({ question }, run) => {
      await Promise.all(Array.from({ length: count }, (_, row) => run.stage(`part/${row}`).generate({ ...pointsPrompt, output: z.string() }, { question })));
    },
    { model: scriptedModel(() => ({ text: 'abcd', usage: { inputTokens: 3, outputTokens: 10 } }), { limits: { window: 1000, maxOutput: 10 } }) },
  );

  it('of calls hold when calls run side by side', async () => {
    const answer = await many(6).context({ question: 'Who?', limits: { calls: 4 } });
    expect(answer.cost.totals.calls).toBe(4);
    expect(answer.failures).toHaveLength(2);
    expect(answer.failures[0]).toMatchObject({ layer: 'limit', code: 'limit-calls', stage: 'part/4' });
  });

  it('of tokens hold when calls run side by side', async () => {
    for (const tokens of [12, 30, 39, 45, 60]) {
      const { cost, failures } = await many(6).context({ question: 'Who?', limits: { tokens } });
      expect(cost.totals.inputTokens + cost.totals.outputTokens).toBeLessThanOrEqual(Math.max(tokens, 13));
      expect(failures.length + cost.totals.calls).toBe(6);
      expect(new Set(failures.map(({ code }) => code))).toEqual(new Set(['limit-tokens']));
    }
  });

  it('of time stop a run and say so', async () => {
    const answer = await engineFor(justAnswer, { model: scriptedModel([{ text: 'It', hangs: true }]) }).ask({ question: 'Who?', limits: { milliseconds: 50 } });
    expect(answer).toMatchObject({ status: 'partial', text: 'It', failures: [{ layer: 'limit', code: 'limit-milliseconds' }] });
  });

  it('of the engine hold where the request sets none of its own', async () => {
    const engine = engineFor(justAnswer, { limits: { calls: 0 } });
    expect(await engine.ask({ question: 'Who?' })).toMatchObject({ status: 'failed', failures: [{ code: 'limit-calls' }] });
    expect(await engine.ask({ question: 'Who?', limits: { calls: 1 } })).toMatchObject({ status: 'answered' });
  });
});

describe('a run', () => {
  it('gives the same bytes whatever overtakes what', async () => {
    const build = (delays: readonly number[]) =>
      engineFor(async ({ question }, run) => {
        await Promise.all(
          delays.map(async (turns, row) => {
            const stage = run.stage(`search/${row}`);
            for (let turn = 0; turn < turns; turn++) await nextTurn();
            await stage.pack({ sections: [], policy: refTo(kinds.packingPolicy, 'greedy'), budget: stage.budget(answerPrompt, { question }) });
            stage.report('draw', [stage.random.integer(1000), stage.random.shuffle([1, 2, 3, 4])]);
            stage.warn({ code: 'same', message: 'Said by every stage.' });
            await stage.generate({ ...pointsPrompt, output: z.string() }, { question });
          }),
        );
        await run.answer(answerPrompt, { question });
      });
    const order = Array.from({ length: 12 }, (_, row) => row);
    const first = await build(order).ask({ question: 'Who?', seed: 7 });
    expect(bytes(await build(order.toReversed()).ask({ question: 'Who?', seed: 7 }))).toBe(bytes(first));
    expect(first.windows.map(({ id }) => id)).toEqual(order.map((row) => `search/${row}/window-1`));
    expect(first.warnings).toEqual([{ code: 'same', message: 'Said by every stage.', count: 12 }]);
    const other = await build(order).ask({ question: 'Who?', seed: 8 });
    expect(other.details).not.toEqual(first.details);
    expect(new Set(first.details.map(({ data }) => JSON.stringify(data))).size).toBe(12);
  });

  it('streams its events and ends with the Answer that ask gives', async () => {
    const engine = engineFor(async (request, run) => {
      const window = (await run.stage('pack').pack({ sections: [], policy: refTo(kinds.packingPolicy, 'greedy'), budget: run.budget(answerPrompt, { question: request.question }) }))[0];
      await run.answer(answerPrompt, { question: request.question }, window === undefined ? {} : { window });
    }, { model: scriptedModel([{ text: ['An ', 'answer.'] }]) });
    const events = await eventsOf(engine.stream({ question: 'Who?' }));
    expect(events.map(({ type }) => type)).toEqual(['stage', 'window', 'call', 'text', 'text', 'call', 'end']);
    const last = events.at(-1);
    expect(last?.type === 'end' && bytes(last.answer)).toBe(bytes(await engine.ask({ question: 'Who?' })));
    expect(last?.type === 'end' && last.answer.windows[0]?.call).toBe('probe-answer');
  });

  it('gives errors of the house on, and names the plugin that throws another', async () => {
    const own = engineFor(() => Promise.reject(new GraphwrightError({ code: 'space-missing', message: 'No.' })));
    await expect(own.ask({ question: 'Who?' })).rejects.toMatchObject({ code: 'space-missing' });
    await expect(eventsOf(own.stream({ question: 'Who?' }))).rejects.toMatchObject({ code: 'space-missing' });
    const other = engineFor(() => Promise.reject(new TypeError('x is undefined')));
    await expect(other.ask({ question: 'Who?' })).rejects.toMatchObject({ code: 'plugin-failed', where: { plugin: 'probe@1.0.0' }, cause: expect.any(TypeError) });
    const broken = definePlugin(kinds.retriever, {
      id: 'broken', version: '1.2.0', description: 'Throws.', create: (): Retriever => ({ specVersion: 'v1', retrieve: () => Promise.reject(new RangeError('too far')) }),
    });
    const nested = engineFor(async (_, run) => {
      await (await run.use(refTo(kinds.retriever, 'broken'))).retrieve({ questions: ['Who?'] }, run);
    }, { plugins: [broken] });
    await expect(nested.ask({ question: 'Who?' })).rejects.toMatchObject({ code: 'plugin-failed', where: { plugin: 'broken@1.2.0' } });
  });

  it('leaves no rejection behind when parts go on after the strategy failed', async () => {
    const rejected = vi.fn();
    process.on('unhandledRejection', rejected);
    const engine = engineFor(async ({ question }, run) => {
      void run.stage('late').generate(pointsPrompt, { question });
      await Promise.reject(new Error('early'));
    }, { model: scriptedModel([{ after: nextTurn(), throws: new Error('late') }]) });
    await expect(engine.ask({ question: 'Who?' })).rejects.toThrow('early');
    for (let turn = 0; turn < 5; turn++) await nextTurn();
    process.off('unhandledRejection', rejected);
    expect(rejected).not.toHaveBeenCalled();
  });

  it('enters a failure once that a part gave back', async () => {
    const failure = { stage: 'x', call: 'dense', layer: 'schema' as const, code: 'space-missing', message: 'No.', attempts: 1, effect: 'Less.' };
    const answer = await engineFor((_, run) => {
      run.fail(failure);
      run.fail(failure);
      return Promise.resolve();
    }).context({ question: 'Who?' });
    expect(answer).toMatchObject({ status: 'failed', failures: [failure] });
  });

  it('says that nothing is relevant only where nothing failed', async () => {
    const nothing = engineFor(() => Promise.resolve({ windows: [], nothingRelevant: true }));
    expect(await nothing.ask({ question: 'Who?' })).toMatchObject({ status: 'no-relevant-data', failures: [] });
    const unsure = engineFor(async (_, run) => {
      await run.embed(['Who?']);
      return { windows: [], nothingRelevant: true };
    }, { embedder: scriptedEmbedder({ fails: { calls: 'always', error: new Error('down') } }) });
    expect(await unsure.ask({ question: 'Who?' })).toMatchObject({ status: 'failed' });
  });

  it('estimates with models that refuse, and leaves nothing behind', async () => {
    const model = scriptedModel(['x']);
    const embedder = scriptedEmbedder();
    const seen: unknown[] = [];
    const engine = engineFor(async ({ question }, run) => {
      seen.push(await run.embed(['a']), await run.generate(pointsPrompt, { question }));
    }, { model, embedder });
    expect(await engine.estimate({ question: 'Who?' })).toEqual([]);
    expect(seen).toEqual([expect.objectContaining({ ok: false }), expect.objectContaining({ ok: false })]);
    expect([model.requests.length, embedder.calls.length]).toEqual([0, 0]);
  });
});

describe('what a run needs', () => {
  const needing = (needs: object) => engineFor(justAnswer, { plugins: [probe(justAnswer, 'needy', { needs: () => needs })], strategy: 'needy' });

  it.each<[string, object, RegExp]>([
    ['a table', { tables: { community_reports: [] } }, /"needy" needs the table community_reports.*Strategies that work as things are: probe\./u],
    ['a column', { tables: { entities: ['title', 'type'] } }, /the column type of entities/u],
    ['a space', { spaces: ['entity_description'] }, /the vectors of "entity_description"/u],
    ['an embedder', { embedder: true }, /an embedder/u],
    ['the whole graph', { adjacency: true }, /the whole graph/u],
  ])('%s is looked for before the run', async (_what, needs, message) => {
    await expect(needing(needs).ask({ question: 'Who?' })).rejects.toMatchObject({ code: 'need-unmet', message: expect.stringMatching(message) });
  });

  it('a model only for an answer', async () => {
    const engine = createEngine({ index: fakeIndex(), plugins: [probe(justAnswer, 'probe', { needs: () => ({ model: true }) })], tokenizer: quarters });
    await expect(engine.ask({ question: 'Who?' })).rejects.toMatchObject({ code: 'need-unmet', message: expect.stringContaining('language model') });
    const quiet = createEngine({ index: fakeIndex(), plugins: [probe(() => Promise.resolve(), 'probe', { needs: () => ({ model: true }) })], tokenizer: quarters });
    expect(await quiet.context({ question: 'Who?' })).toMatchObject({ status: 'assembled' });
  });
});

describe('a request', () => {
  it.each<[string, object, string]>([
    ['without a question', {}, 'question-invalid'],
    ['with a turn of nobody', { question: 'Who?', turns: [{ role: 'god', content: 'x' }] }, 'history-invalid'],
    ['with a part that is none', { question: 'Who?', respnseType: 'x' }, 'usage-invalid'],
    ['for a strategy that is none', { question: 'Who?', strategy: 'prob' }, 'plugin-unknown'],
    ['with an option that is none', { question: 'Who?', strategy: { use: 'probe', x: 1 } }, 'option-unknown'],
  ])('%s is refused', async (_what, request, code) => {
    const work = engineFor(justAnswer).ask(JSON.parse(JSON.stringify(request)));
    await expect(work).rejects.toMatchObject({ code });
  });
});

describe('prompts', () => {
  it('can be replaced by a text with the same placeholders', async () => {
    const model = scriptedModel(['x']);
    const answer = await engineFor(justAnswer, { model, prompts: { 'probe-answer': 'Mine: {data} for {question}' } }).ask({ question: 'Who?' });
    expect(model.requests[0]?.messages[0]).toEqual({ role: 'system', content: 'Mine:  for Who?' });
    expect(answer.provenance.prompts).toEqual([expect.objectContaining({ id: 'probe-answer', source: 'file', hash: expect.stringMatching(/^[0-9a-f]{64}$/u) })]);
  });

  it.each([
    ['lacks the slot', { 'probe-answer': 'Nothing.' }],
    ['has a placeholder that nothing fills', { 'probe-answer': '{data} {mood}' }],
    ['has an id that no prompt has', { 'probe-anser': '{data}' }],
  ])('are refused before a call when the text %s', async (_what, prompts) => {
    await expect(engineFor(justAnswer, { prompts }).ask({ question: 'Who?' })).rejects.toMatchObject({ code: 'prompt-invalid' });
  });
});

describe('provenance', () => {
  it('names every plugin with options and where they come from', async () => {
    const inner = definePlugin(kinds.retriever, {
      id: 'inner', version: '1.4.0', description: 'Finds nothing.', options: z.object({ limit: z.int().default(3) }),
      create: (): Retriever => ({ specVersion: 'v1', retrieve: () => Promise.resolve({ ok: true, value: { candidates: [], dropped: [], caps: [] } }) }),
    });
    const outer = definePlugin(kinds.strategy, {
      id: 'outer', version: '2.0.0', description: 'Names another.', options: z.object({ entrance: ref(kinds.retriever).prefault('inner@^1'), floor: z.int() }),
      derive: () => ({ floor: 2 }),
      create: ({ entrance }) => ({
        specVersion: 'v1',
        estimate: () => Promise.resolve([]),
        async retrieve({ question }, run) {
          await (await run.use(entrance)).retrieve({ questions: [question] }, run);
          return { windows: [] };
        },
        run: (request, run) => justAnswer(request, run).then(() => ({ windows: [] })),
      }),
    });
    const engine = engineFor(justAnswer, { plugins: [inner, outer], embedder: givenVector([1, 2]), model: scriptedModel(['x'], { notice: 'A script.' }) });
    const { provenance } = await engine.context({ question: 'Who?', strategy: { use: 'outer', entrance: { use: 'inner', limit: 9 } }, seed: 5 });
    expect(provenance).toMatchObject({ strategy: 'outer@2.0.0', seed: 5, tokenizer: { encoding: 'quarters', exact: true }, index: { format: 'fake', version: '1' } });
    expect(provenance.plugins).toEqual([
      { kind: 'strategy', id: 'outer', version: '2.0.0', options: { entrance: { use: 'inner@1.4.0', limit: 9 }, floor: 2 }, origins: { entrance: 'given', floor: 'derived' } },
      { kind: 'retriever', id: 'inner', version: '1.4.0', options: { limit: 9 }, origins: { limit: 'given' } },
    ]);
    expect(provenance.models).toEqual([{ kind: 'model', model: 'scripted', dropped: [], notice: 'A script.' }]);
  });

  it('tells what the model did not take, and which one answered', async () => {
    const model = scriptedModel([{ text: 'x', dropped: ['seed'], fingerprint: 'fp-1' }]);
    const { provenance } = await engineFor(justAnswer, { model }).ask({ question: 'Who?', seed: 3 });
    expect(provenance.models).toEqual([{ kind: 'model', model: 'scripted', temperature: 0, seed: 3, dropped: ['seed'], fingerprint: 'fp-1' }]);
    expect(model.requests[0]).toMatchObject({ temperature: 0, seed: 3 });
  });
});

describe('tokens', () => {
  const estimating = definePlugin(kinds.tokenizer, { id: 'rough', version: '1.0.0', description: 'Estimates.', create: () => ({ ...quarters, encoding: 'rough', exact: false }) });

  it('of an encoding that nobody knows are estimated, with a warning and a margin', async () => {
    const engine = createEngine({ index: fakeIndex(), plugins: [probe(async ({ question }, run) => {
      await run.pack({ sections: [], policy: refTo(kinds.packingPolicy, 'greedy'), budget: run.budget(answerPrompt, { question }) });
    }), greedy, estimating], model: scriptedModel(['x'], { encoding: 'unheard-of' }), clock: stillClock() });
    const answer = await engine.context({ question: 'Who?' });
    expect(answer.warnings).toEqual([expect.objectContaining({ code: 'tokens-estimated', message: expect.stringContaining('unheard-of') })]);
    expect(answer.windows[0]?.budget).toMatchObject({ window: 32_000, margin: 1600, outputReserve: 1000 });
    expect(answer.provenance.tokenizer).toEqual({ encoding: 'rough', exact: false });
  });
});
