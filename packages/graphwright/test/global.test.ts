import { sharedFolder, sharedPath } from '@graphwright-internal/testing';
import { accountFaults } from '@graphwright/conformance';
import { createEngine, openIndex, type Engine } from 'graphwright';
import { describe, expect, it } from 'vitest';

const FIXTURES = ['dulce-0.3', 'dulce-1.2', 'dulce-2.7', 'dulce-3.1', 'fresh-3.3-csv', 'fresh-3.3-parquet', 'verbs-3.1'];
const QUESTION = 'What are the main themes?';

async function on<T>(fixture: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  const index = await openIndex(sharedPath('fixtures', 'graphrag', fixture));
  const engine = await createEngine({ index, model: 'extractive' });
  try {
    return await work(engine);
  } finally {
    await engine.close();
    await index.knowledge.close();
  }
}

describe.skipIf(sharedFolder() === undefined)('global on indexes that GraphRAG wrote, offline (skipped where they are absent)', () => {
  it.each(FIXTURES.flatMap((fixture) => ['select-cut', 'select-dynamic'].map((selector) => ({ fixture, selector }))))('$fixture with $selector: an answer whose citations hold', async ({ fixture, selector }) => {
    const answer = await on(fixture, (engine) => engine.ask({ question: QUESTION, strategy: { use: 'global', selector } }));
    expect([answer.status, answer.failures, accountFaults(answer)]).toEqual(['answered', [], []]);
    expect(answer.citations.length).toBeGreaterThan(0);
    expect(answer.citations.filter(({ found }) => found !== 'window')).toEqual([]);
  });

  it.each(FIXTURES)('%s: the input of the map stage is as estimated', async (fixture) => {
    await on(fixture, async (engine) => {
      const request = { question: QUESTION, strategy: 'global' };
      const map = (await engine.estimate(request)).find(({ stage }) => stage === 'map');
      const sent = (await engine.ask(request)).cost.entries.filter(({ stage }) => stage.startsWith('map/'));
      const tokens = sent.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
      expect(map).toMatchObject({ calls: { from: sent.length, to: sent.length }, inputTokens: { from: tokens, to: tokens } });
    });
  });
});
