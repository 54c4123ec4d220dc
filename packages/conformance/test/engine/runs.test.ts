import { scriptedEmbedder, scriptedModel } from '@graphwright/conformance';
import { answerSchema, definePlugin, GraphwrightError, kinds, refTo, type Answer, type Retriever } from '@graphwright/contract';
import { stableAnswer, type StreamEvent } from '@graphwright/engine';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { answerPrompt, engineFor, justAnswer, modelThat, pointsPrompt } from './setting.ts';

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
    { model: scriptedModel(({ maxOutputTokens }) => ({ text: 'abcd', usage: { inputTokens: 3, outputTokens: maxOutputTokens } }), { limits: { window: 1000, maxOutput: 10 } }) },
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
      expect(cost.totals.inputTokens + cost.totals.outputTokens).toBeLessThanOrEqual(tokens);
      expect(cost.totals.calls).toBeGreaterThanOrEqual(Math.floor(tokens / 13));
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
    await expect(other.ask({ question: 'Who?' })).rejects.toMatchObject({ code: 'plugin-failed', where: { plugin: 'probe@1.0.0' }, cause: { name: 'TypeError' } });
    const broken = definePlugin(kinds.retriever, {
      id: 'broken', version: '1.2.0', description: 'Throws.', create: (): Retriever => ({ specVersion: 'v1', retrieve: () => Promise.reject(new RangeError('too far')) }),
    });
    const nested = engineFor(async (_, run) => {
      await (await run.use(refTo(kinds.retriever, 'broken'))).retrieve({ questions: ['Who?'] }, run);
    }, { plugins: [broken] });
    await expect(nested.ask({ question: 'Who?' })).rejects.toMatchObject({ code: 'plugin-failed', where: { plugin: 'broken@1.2.0' } });
  });

  it('leaves no rejection behind when parts go on after the strategy failed', async () => {
    const rejected = vi.fn<(reason: unknown) => void>();
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

  it('warns of no leak when many calls listen to one signal', async () => {
    const warned = vi.fn<(warning: Error) => void>();
    process.on('warning', warned);
    const engine = engineFor(async ({ question }, run) => {
      await Promise.all(Array.from({ length: 30 }, (_, row) => run.stage(`${row}`).generate({ ...pointsPrompt, output: z.string() }, { question })));
    }, { concurrency: 30 });
    await Promise.all(Array.from({ length: 30 }, () => engine.context({ question: 'Who?' })));
    await nextTurn();
    process.off('warning', warned);
    expect(warned).not.toHaveBeenCalled();
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
