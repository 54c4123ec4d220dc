import { memoryKnowledge, type FakeKnowledge } from '@graphwright/conformance';
import { kinds, type KnowledgeBase, type TextStore } from '@graphwright/contract';
import { describe, expect, it } from 'vitest';
import { bm25Memory } from './bm25-memory.ts';

const store = (options = {}): TextStore => {
  const port: unknown = bm25Memory.resolve(options, {}).create();
  if (!kinds.textStore.check(port)) throw new Error('no text store');
  return port;
};
const knowledge = (): FakeKnowledge => memoryKnowledge({ text_units: Array.from({ length: 3000 }, (_, row) => ({ id: `t${row}`, ...(row % 2 === 0 ? { text: `unit number${row}` } : {}) })), entities: [] });
const space = 'text_units.text';

describe('bm25-memory', () => {
  it('indexes a column page by page, once for all who ask', async () => {
    const index = knowledge();
    const opened = await Promise.all([store().open({ knowledge: index, space }), store().open({ knowledge: index, space })]);
    expect(opened[0]).toBe(opened[1]);
    expect(index.requests.map(({ method, rows }) => [method, rows])).toEqual([['page', 1024], ['page', 1024], ['page', 952]]);
    expect(opened[0]?.size).toBe(1500);
    expect((await opened[0]?.search({ text: 'number2998', k: 1 }))?.map(({ id }) => id)).toEqual(['t2998']);
    expect(await store({ stem: 'none' }).open({ knowledge: index, space })).not.toBe(opened[0]);
  });

  it('goes on building for the others when one is aborted', async () => {
    const index = knowledge();
    const controller = new AbortController();
    const first = store().open({ knowledge: index, space, signal: controller.signal });
    const second = store().open({ knowledge: index, space });
    controller.abort();
    await expect(first).rejects.toMatchObject({ code: 'aborted' });
    expect((await second).size).toBe(1500);
    await expect(store().open({ knowledge: index, space, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
  });

  it('is aborted also while the first page is asked for', async () => {
    const index = knowledge();
    const controller = new AbortController();
    const aborting: KnowledgeBase = { ...index, page: (request) => (controller.abort(), index.page(request)) };
    await expect(store().open({ knowledge: aborting, space, signal: controller.signal })).rejects.toMatchObject({ code: 'aborted' });
  });

  it('builds anew after a building that failed', async () => {
    const index = knowledge();
    let failures = 1;
    const flaky: KnowledgeBase = { ...index, page: (request) => (failures-- > 0 ? Promise.reject(new Error('away')) : index.page(request)) };
    await expect(store().open({ knowledge: flaky, space })).rejects.toThrow('away');
    expect((await store().open({ knowledge: flaky, space })).size).toBe(1500);
  });

  it('says which columns there are', async () => {
    await expect(store().open({ knowledge: knowledge(), space: 'text_units.txt' })).rejects.toMatchObject({ code: 'space-missing', next: 'Did you mean "text_units.text"?' });
    await expect(store().open({ knowledge: knowledge(), space: 'documents.text' })).rejects.toMatchObject({ code: 'space-missing', where: { table: 'documents' } });
  });

  it('refuses options out of range', () => {
    expect(() => store({ b: 2 })).toThrow(/"b"/u);
  });
});
