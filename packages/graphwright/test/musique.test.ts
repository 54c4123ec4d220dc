import { readFile } from 'node:fs/promises';
import { sharedFolder, sharedPath } from '@graphwright-internal/testing';
import { kinds } from '@graphwright/contract';
import { bm25Memory } from '@graphwright/lexical';
import { createEngine, openIndex, type OpenedIndex } from 'graphwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const questionSchema = z.array(
  z.object({ question: z.string(), paragraphs: z.array(z.object({ title: z.string(), paragraph_text: z.string(), is_supporting: z.boolean() })) }),
);

async function questions(): Promise<z.output<typeof questionSchema>> {
  return questionSchema.parse(JSON.parse(await readFile(sharedPath('eval', 'musique100', 'raw', 'musique_train.json'), 'utf8')));
}

describe.skipIf(sharedFolder() === undefined)('MuSiQue-100 (skipped where its data is absent)', () => {
  let index: OpenedIndex;
  beforeAll(async () => {
    index = await openIndex(sharedPath('eval', 'musique100', 'index'));
  });
  afterAll(() => index.knowledge.close());

  it('BM25 with the settings of bm25s finds what bm25s finds', async () => {
    const store: unknown = bm25Memory.resolve({ stem: 'none', stopWords: 'standard' }, {}).create();
    if (!kinds.textStore.check(store)) throw new Error('no text store');
    const words = await store.open({ knowledge: index.knowledge, space: 'text_units.text' });
    const units = await index.knowledge.page({ table: 'text_units', columns: ['text'], offset: 0, limit: 2000 });
    const byText = new Map(units.ids.map((id, row) => [units.get(row, 'text'), id]));
    const recall = new Map([[2, 0], [5, 0], [10, 0]]);
    const asked = await questions();
    for (const { question, paragraphs } of asked) {
      const gold = new Set(paragraphs.flatMap(({ title, paragraph_text: text, is_supporting: supports }) => (supports ? [byText.get(`${title}\n${text}`)] : [])));
      const found = (await words.search({ text: question, k: 10 })).map(({ id }) => id);
      for (const [k, sum] of recall) recall.set(k, sum + found.slice(0, k).filter((id) => gold.has(id)).length / gold.size);
    }
    // The figures of the baseline, in percent, to half a point.
    for (const [k, wanted] of [[2, 42.3], [5, 50.9], [10, 58.6]] as const) expect(Math.abs((100 * (recall.get(k) ?? 0)) / asked.length - wanted)).toBeLessThan(0.5);
  });

  it('asked of the sample, which is about something else, is refused', async () => {
    const sample = await openIndex('apps/cli/sample');
    const engine = await createEngine({ index: sample, embedder: 'hashed-ngrams' });
    const statuses = await Promise.all((await questions()).map(async ({ question }) => (await engine.context({ question })).status));
    expect(statuses.filter((status) => status === 'no-relevant-data').length).toBeGreaterThanOrEqual(95);
    await engine.close();
    await sample.knowledge.close();
  });
});
