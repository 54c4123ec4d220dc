import { scriptedModel } from '@graphwright/conformance';
import { definePlugin, kinds, ref, refTo, type Outcome, type Request, type Retriever, type Run, type Strategy } from '@graphwright/contract';
import { createEngine, givenVector, type RunRequest } from '@graphwright/engine';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerPrompt, engineFor, fakeIndex, faultOf, greedy, justAnswer, probe, quarters, stillClock } from './setting.ts';

describe('what a run needs', () => {
  const needing = (needs: object) => engineFor(justAnswer, { plugins: [probe(justAnswer, 'needy', { needs: () => needs })], strategy: 'needy' });

  it.each<[string, object, RegExp]>([
    ['a table', { tables: { community_reports: [] } }, /"needy" needs the table community_reports.*Strategies that work as things are: probe\./u],
    ['a column', { tables: { entities: ['title', 'type'] } }, /the column type of entities/u],
    ['a space', { spaces: ['entity_description'] }, /the vectors of "entity_description"/u],
    ['an embedder', { embedder: true }, /an embedder/u],
    ['the whole graph', { adjacency: true }, /the whole graph/u],
  ])('%s is looked for before the run', async (_what, needs, message) => {
    const fault = await faultOf(needing(needs).ask({ question: 'Who?' }));
    expect(fault).toMatch(/^need-unmet: /u);
    expect(fault).toMatch(message);
  });

  it('a model only for an answer', async () => {
    const engine = createEngine({ index: fakeIndex(), plugins: [probe(justAnswer, 'probe', { needs: () => ({ model: true }) })], tokenizer: quarters });
    expect(await faultOf(engine.ask({ question: 'Who?' }))).toMatch(/^need-unmet: .*language model/u);
    const quiet = createEngine({ index: fakeIndex(), plugins: [probe(() => Promise.resolve(), 'probe', { needs: () => ({ model: true }) })], tokenizer: quarters });
    expect(await quiet.context({ question: 'Who?' })).toMatchObject({ status: 'assembled' });
  });

  it('nor for the windows of a strategy that is composed of one', async () => {
    const inner = probe(() => Promise.resolve(), 'probe', { needs: () => ({ model: true }) });
    const outer = definePlugin(kinds.strategy, {
      id: 'composed',
      version: '1.0.0',
      description: 'Hands on.',
      options: z.object({ base: ref(kinds.strategy).prefault('probe') }),
      create({ base }): Strategy {
        const handOn = async (request: Request, run: Run): Promise<Outcome> => (await run.use(base)).retrieve(request, run);
        return { specVersion: 'v1', estimate: () => Promise.resolve([]), retrieve: handOn, run: handOn };
      },
    });
    const engine = createEngine({ index: fakeIndex(), plugins: [inner, outer], tokenizer: quarters, strategy: 'composed' });
    expect(await engine.context({ question: 'Who?' })).toMatchObject({ status: 'assembled' });
    expect(await faultOf(engine.ask({ question: 'Who?' }))).toMatch(/^need-unmet: /u);
  });
});

describe('a request', () => {
  it.each<[string, object, string]>([
    ['whose question is no text', { question: 0 }, 'question-invalid'],
    ['with a turn of nobody', { question: 'Who?', turns: [{ role: 'god', content: 'x' }] }, 'history-invalid'],
    ['with a part that is none', { question: 'Who?', respnseType: 'x' }, 'usage-invalid'],
    ['for a strategy that is none', { question: 'Who?', strategy: 'prob' }, 'plugin-unknown'],
    ['with an option that is none', { question: 'Who?', strategy: { use: 'probe', x: 1 } }, 'option-unknown'],
  ])('%s is refused', async (_what, request, code) => {
    const asked: RunRequest = { question: 'Who?' };
    Object.assign(asked, request);
    await expect(engineFor(justAnswer).ask(asked)).rejects.toMatchObject({ code });
  });
});

describe('prompts', () => {
  it('can be replaced by a text with the same placeholders', async () => {
    const model = scriptedModel(['x']);
    const answer = await engineFor(justAnswer, { model, prompts: { 'probe-answer': 'Mine: {data} for {question}' } }).ask({ question: 'Who?' });
    expect(model.requests[0]?.messages[0]).toEqual({ role: 'system', content: 'Mine:  for Who?' });
    expect(answer.provenance.prompts).toMatchObject([{ id: 'probe-answer', source: 'file' }]);
    expect(answer.provenance.prompts[0]?.hash).toMatch(/^[0-9a-f]{64}$/u);
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
      create: ({ entrance }): Strategy => ({
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
    expect(answer.warnings.map(({ code, message }) => `${code}: ${message}`)).toEqual([expect.stringMatching(/^tokens-estimated: .*unheard-of/u)]);
    expect(answer.windows[0]?.budget).toMatchObject({ window: 32_000, margin: 1600, outputReserve: 1000 });
    expect(answer.provenance.tokenizer).toEqual({ encoding: 'rough', exact: false });
  });
});
