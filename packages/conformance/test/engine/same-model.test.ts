import { scriptedEmbedder, vectorSource } from '@graphwright/conformance';
import type { Answer, Embedder, OpenedIndex, Outcome, Request, Run } from '@graphwright/contract';
import { stableAnswer } from '@graphwright/engine';
import { memoryVectorStore } from '@graphwright/vector-store-memory';
import { describe, expect, it } from 'vitest';
import { engineFor, fakeIndex } from './setting.ts';

const ENTITIES = Array.from({ length: 7 }, (_, number) => ({ id: `e${number}`, title: `E${number}`, description: number === 0 ? '' : `What E${number} is.` }));
const textOf = ({ title, description }: (typeof ENTITIES)[number]): string => `${title}:${description}`;

/** Vectors that a model made: a direction for each text, turned by an angle. */
function modelled(angle: number): (text: string) => number[] {
  return (text) => {
    const at = (Number(/E(\d)/u.exec(text)?.[1] ?? 9) * Math.PI) / 10 + angle;
    return [Math.cos(at), Math.sin(at)];
  };
}

function embedderOf(model: string, vector: (text: string) => number[]): Embedder & { readonly texts: string[][] } {
  const texts: string[][] = [];
  return {
    specVersion: 'v1',
    model,
    dimensions: 2,
    texts,
    embed(request) {
      texts.push([...request.texts]);
      return Promise.resolve({ vectors: request.texts.map((text) => Float32Array.from(vector(text))) });
    },
  };
}

const stored = modelled(0);
const index = (space = 'entity_description', model = 'the-model'): OpenedIndex =>
  fakeIndex({ entities: ENTITIES }, { vectors: [{ ...vectorSource({ rows: ENTITIES.map((one) => ({ id: one.id, vector: stored(textOf(one)) })), dimensions: 2 }, space), model }] });

async function ask(embedder: Embedder, opened = index(), limits = {}): Promise<{ answer: Answer; again: Answer }> {
  const work = async (_: Request, run: Run): Promise<Outcome> => {
    const result = await run.embed(['What is E3?'], { space: opened.vectors[0]?.space ?? '', dimensions: 2 });
    if (!result.ok) run.fail(result.failure);
    return { windows: [], nothingRelevant: true };
  };
  const engine = engineFor(work, { index: opened, plugins: [memoryVectorStore], embedder, retries: 0 });
  const request = { question: 'What is E3?', limits };
  return { answer: await engine.context(request), again: await engine.context(request) };
}

describe('the embedding model', () => {
  it('is compared by five stored texts, once an engine, outside the ceilings of the run', async () => {
    const embedder = embedderOf('the-model', stored);
    const { answer, again } = await ask(embedder, index(), { calls: 1 });
    expect(embedder.texts).toEqual([ENTITIES.slice(1, 6).map(textOf), ['What is E3?'], ['What is E3?']]);
    expect([answer.status, again.status]).toEqual(['no-relevant-data', 'no-relevant-data']);
    expect(answer.cost.entries.map(({ kind }) => kind)).toEqual(['check', 'embedding']);
    expect(again.cost.entries.map(({ kind }) => kind)).toEqual(['embedding']);
    expect(JSON.stringify(stableAnswer(again))).toBe(JSON.stringify(stableAnswer(answer)));
  });

  it('of another kind fails, naming the space and both models, though the length is the same', async () => {
    const { answer, again } = await ask(embedderOf('another', modelled(0.5)));
    for (const { status, failures } of [answer, again]) {
      expect(status).toBe('failed');
      expect(failures).toMatchObject([{ code: 'embedding-model-differs', layer: 'schema' }]);
      expect(failures[0]?.message).toMatch(/another did not make the vectors of entity_description .*the-model.*cosine of 0\.88.*Leave the embedder out .*\(the-model\)\./u);
    }
    // Rounding and quantisation stay far above the line.
    expect((await ask(embedderOf('the-model', modelled(0.1)))).answer.failures).toEqual([]);
  });

  it('is decided by the median: one vector that an update left behind says nothing', async () => {
    const stale = embedderOf('the-model', (text) => (text.startsWith('E1') ? [-1, 0] : stored(text)));
    expect((await ask(stale)).answer.failures).toEqual([]);
  });

  it('is not compared where vectors are given, or what a space holds is not known', async () => {
    const given = { ...embedderOf('given', modelled(2)), given: true };
    expect((await ask(given)).answer.failures).toEqual([]);
    expect(given.texts).toHaveLength(2);
    expect((await ask(embedderOf('another', modelled(2)), index('of-somebody'))).answer.failures).toEqual([]);
    expect(scriptedEmbedder().given).toBe(true);
  });

  it('that is down is asked again by the next run', async () => {
    let calls = 0;
    const flaky = { ...embedderOf('the-model', stored), embed: ({ texts }: { texts: readonly string[] }) => (calls++ === 0 ? Promise.reject(new Error('down')) : Promise.resolve({ vectors: texts.map((text) => Float32Array.from(stored(text))) })) };
    const { answer, again } = await ask(flaky);
    expect(answer.failures.map(({ message }) => message)).toEqual([expect.stringContaining('down')]);
    expect(again.failures).toEqual([]);
  });
});
