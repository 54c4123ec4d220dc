import { scriptedEmbedder, scriptedModel, type ScriptedReply } from '@graphwright/conformance';
import { answerSchema, GraphwrightError, kinds, refTo, type Answer, type Result } from '@graphwright/contract';
import { describe, expect, it } from 'vitest';
import { answerPrompt, engineFor, justAnswer, pointsPrompt, stillClock } from './setting.ts';

const ask = async (reply: string | ScriptedReply | (string | ScriptedReply)[], limits = {}): Promise<Answer> =>
  engineFor(justAnswer, { model: scriptedModel([reply].flat()) }).ask({ question: 'Who?', limits });

describe('answer', () => {
  it('is the text of the model, with what it cost', async () => {
    const answer = await ask({ text: ['It was ', 'Mercer.'], usage: { inputTokens: 40, outputTokens: 7 } });
    expect(answer).toMatchObject({ status: 'answered', text: 'It was Mercer.', failures: [] });
    expect(answer.cost.entries).toEqual([
      { stage: '', model: 'scripted', kind: 'model', inputTokens: 40, outputTokens: 7, estimated: false, cached: false, milliseconds: 0 },
    ]);
  });

  it('counts tokens where the provider says nothing, and marks them as estimated', async () => {
    const { cost } = await ask('12345678');
    // "Answer from: " has 13 characters, "Who?" 4.
    expect(cost.totals).toMatchObject({ calls: 1, inputTokens: 4 + 1, outputTokens: 2, estimated: true });
  });

  it.each<[string, ScriptedReply, Partial<Answer>, object]>([
    ['nothing', {}, { status: 'failed' }, { layer: 'model', code: 'reply-empty', message: 'The model returned nothing (finish reason "stop").' }],
    ['blanks, cut at the limit', { text: ' \n', finish: 'length' }, { status: 'failed' }, { code: 'reply-empty', message: 'The model returned nothing (finish reason "length": the model reached the limit of 1000 output tokens).' }],
    ['half of it', { text: 'It was', finish: 'length' }, { status: 'partial', text: 'It was' }, { code: 'reply-cut', layer: 'model' }],
    ['a refusal', { text: 'I will not.', finish: 'refusal' }, { status: 'partial', text: 'I will not.' }, { code: 'refused' }],
    ['a filtered reply', { finish: 'filtered' }, { status: 'failed' }, { code: 'filtered' }],
    ['a stream that is cut', { text: 'It w', finish: 'cut' }, { status: 'partial', text: 'It w' }, { code: 'stream-cut', layer: 'transport', attempts: 1 }],
    ['a stream that dies', { text: 'It w', throws: new Error('socket hang up') }, { status: 'partial', text: 'It w' }, { layer: 'transport', code: 'call-failed', message: 'socket hang up', attempts: 1 }],
  ])('tells of %s', async (_what, reply, expected, failure) => {
    const answer = await ask(reply);
    expect(answer).toMatchObject(expected);
    expect(answer.failures).toEqual([expect.objectContaining({ stage: '', call: 'answer probe-answer', ...failure })]);
    expect(answerSchema.safeParse(answer).error).toBeUndefined();
  });

  it('asks again when nothing had come yet, waiting longer each time', async () => {
    const clock = stillClock();
    const model = scriptedModel([{ throws: new Error('busy') }, { throws: new Error('busy') }, 'There.']);
    const answer = await engineFor(justAnswer, { model, clock }).ask({ question: 'Who?' });
    expect(answer).toMatchObject({ status: 'answered', text: 'There.' });
    expect(model.requests).toHaveLength(3);
    expect(clock.waits).toHaveLength(2);
    expect(clock.waits[0]).toBeGreaterThanOrEqual(500);
    expect(clock.waits[1]).toBeGreaterThanOrEqual(1000);
    const again = stillClock();
    await engineFor(justAnswer, { model: scriptedModel([{ throws: new Error('busy') }, { throws: new Error('busy') }, 'There.']), clock: again }).ask({ question: 'Who?' });
    expect(again.waits).toEqual(clock.waits);
  });

  it.each([
    ['a request that is wrong', Object.assign(new Error('no such model'), { status: 404 }), 1],
    ['too many requests', Object.assign(new Error('slow down'), { status: 429 }), 3],
    ['a server that is down', Object.assign(new Error('gone'), { status: 503 }), 3],
  ])('retries only what may pass: %s', async (_what, error, attempts) => {
    const model = scriptedModel([{ throws: error }]);
    const answer = await engineFor(justAnswer, { model }).ask({ question: 'Who?' });
    expect(answer.failures[0]).toMatchObject({ attempts, message: error.message });
    expect(model.requests).toHaveLength(attempts);
  });

  it.each([
    ['is asked for: no earlier', { retryable: true, retryAfter: 7000 }, 3, 7000],
    ['is not asked for: of its own', { retryable: true }, 3, 500],
    ['is too long', { retryable: true, retryAfter: 3_600_000 }, 1, 0],
    ['makes no sense', { retryable: false, retryAfter: 1000 }, 1, 0],
  ])('goes by what a fault of transport says: a wait that %s', async (_what, transport, attempts, least) => {
    const clock = stillClock();
    const model = scriptedModel([{ throws: new GraphwrightError({ code: 'rate-limited', message: 'Slow down.', transport }) }]);
    const answer = await engineFor(justAnswer, { model, clock }).ask({ question: 'Who?' });
    expect(answer.failures[0]).toMatchObject({ layer: 'transport', code: 'rate-limited', attempts });
    expect(clock.waits).toHaveLength(attempts - 1);
    expect(clock.waits[0] ?? 0).toBeGreaterThanOrEqual(least);
  });

  it('may be asked for once', async () => {
    const engine = engineFor(async (request, run) => {
      await justAnswer(request, run);
      await justAnswer(request, run.stage('again'));
    });
    await expect(engine.ask({ question: 'Who?' })).rejects.toMatchObject({ code: 'usage-invalid' });
  });

  it('that nobody asked for is a failure that says so', async () => {
    const answer = await engineFor(() => Promise.resolve()).ask({ question: 'Who?' });
    expect(answer).toMatchObject({ status: 'failed', failures: [{ code: 'answer-missing', call: 'probe' }] });
  });

  it('sends no more than the model takes in', async () => {
    const model = scriptedModel(['x'], { limits: { window: 4, maxOutput: 2 } });
    const answer = await engineFor(justAnswer, { model }).ask({ question: 'Who?' });
    expect(answer.failures).toEqual([expect.objectContaining({ layer: 'limit', code: 'window-exceeded', attempts: 0 })]);
    expect(model.requests).toHaveLength(0);
  });
});

describe('generate', () => {
  const points = async (replies: (string | ScriptedReply)[]): Promise<{ result: Result<unknown> | undefined; answer: Answer; requests: number }> => {
    const model = scriptedModel(replies);
    let result: Result<unknown> | undefined;
    const answer = await engineFor(
      async ({ question }, run) => {
        result = await run.generate(pointsPrompt, { question });
      },
      { model },
    ).context({ question: 'Who?' });
    return { result, answer, requests: model.requests.length };
  };
  const good = '{"points":[{"text":"a","score":3}]}';
  const value = { points: [{ text: 'a', score: 3 }] };

  it.each([
    ['JSON', good],
    ['prose around it', `Sure! Here [as asked] it is:\n${good}\nAnything else?`],
    ['a fence', `Text.\n\`\`\`json\n${good}\n\`\`\``],
    ['thoughts before it', `<think>perhaps {"points":[]} or so</think>${good}`],
    ['a trailing comma and single quotes', "{'points': [{'text': 'a', 'score': 3,},],}"],
    ['a missing end', '{"points":[{"text":"a","score":3}'],
  ])('reads %s', async (_what, reply) => {
    expect(await points([reply])).toMatchObject({ result: { ok: true, value }, requests: 1, answer: { failures: [], status: 'assembled' } });
  });

  it('shows the fault once, and reads the second reply', async () => {
    const model = scriptedModel(['{"points":[{"text":"a"}]}', good]);
    let result: Result<unknown> | undefined;
    const answer = await engineFor(
      async ({ question }, run) => {
        result = await run.generate(pointsPrompt, { question });
      },
      { model },
    ).context({ question: 'Who?' });
    expect(result).toEqual({ ok: true, value });
    expect(answer.failures).toEqual([]);
    expect(answer.cost.entries).toHaveLength(2);
    expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(['system', 'assistant', 'user']);
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('score');
    expect(model.requests[0]?.schema).toMatchObject({ type: 'object' });
  });

  it.each([
    ['no JSON at all', 'I cannot.', { layer: 'parse', code: 'reply-unparsable', attempts: 2 }],
    ['a form that is wrong', '{"points":"none"}', { layer: 'schema', code: 'reply-invalid', attempts: 2 }],
    ['a reply that was cut', { text: good, finish: 'length' as const }, { layer: 'model', code: 'reply-cut', attempts: 1 }],
    ['nothing', '', { layer: 'model', code: 'reply-empty', attempts: 1 }],
  ])('gives %s back as a failure', async (_what, reply, failure) => {
    const { result, answer } = await points([reply]);
    expect(result).toMatchObject({ ok: false, failure });
    expect(answer.failures).toEqual([expect.objectContaining({ call: 'generate probe-points', ...failure })]);
  });

  it('sends the window that was recorded, and no other', async () => {
    const engine = engineFor(async ({ question }, run) => {
      const [window] = await run.pack({ sections: [], policy: refTo(kinds.packingPolicy, 'greedy'), budget: run.budget(answerPrompt, { question }) });
      if (window !== undefined) await run.answer(answerPrompt, { question }, { window: { ...window, text: 'something else' } });
    });
    await expect(engine.ask({ question: 'Who?' })).rejects.toMatchObject({ code: 'usage-invalid' });
  });
});

describe('embed', () => {
  const embed = async (texts: string[], embedder: ReturnType<typeof scriptedEmbedder> | undefined, limits = {}): Promise<{ result: unknown; answer: Answer }> => {
    let result: unknown;
    const answer = await engineFor(
      async (_, run) => {
        result = await run.embed(texts);
      },
      { ...(embedder === undefined ? {} : { embedder }), embedBatch: 2 },
    ).context({ question: 'Who?', limits });
    return { result, answer };
  };

  it('embeds in batches and keeps the order', async () => {
    const embedder = scriptedEmbedder({ vectors: { a: [1, 0], b: [0, 1], c: [1, 1] }, inputTokens: 5 });
    const { result, answer } = await embed(['a', 'b', 'c'], embedder);
    expect(result).toEqual({ ok: true, value: [[1, 0], [0, 1], [1, 1]].map((vector) => Float32Array.from(vector)) });
    expect(embedder.calls).toEqual([['a', 'b'], ['c']]);
    expect(answer.cost.totals).toMatchObject({ calls: 2, inputTokens: 10, outputTokens: 0, estimated: false });
    expect(answer.provenance.models).toContainEqual({ kind: 'embedding', model: 'scripted-embedder', dropped: [] });
  });

  it('tries again, and gives the failure back in the end', async () => {
    const error = new Error('down');
    expect((await embed(['a'], scriptedEmbedder({ fails: { calls: [0, 1], error } }))).answer.failures).toEqual([]);
    const { result, answer } = await embed(['a'], scriptedEmbedder({ fails: { calls: 'always', error } }));
    expect(result).toMatchObject({ ok: false, failure: { call: 'embed', message: 'down', attempts: 3 } });
    expect(answer).toMatchObject({ status: 'failed', failures: [{ call: 'embed' }] });
  });

  it('without an embedder is no failure of the run', async () => {
    const { result, answer } = await embed(['a'], undefined);
    expect(result).toMatchObject({ ok: false, failure: { code: 'no-embedder' } });
    expect(answer).toMatchObject({ status: 'assembled', failures: [] });
  });

  it('refuses vectors of several lengths', async () => {
    const { result } = await embed(['a', 'b'], scriptedEmbedder({ vectors: { a: [1], b: [1, 2] } }));
    expect(result).toMatchObject({ ok: false, failure: { code: 'vector-invalid' } });
  });
});
