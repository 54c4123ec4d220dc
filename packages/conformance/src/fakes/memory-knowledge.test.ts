import { describe, expect, it } from 'vitest';
import { knowledgeBaseSuite, memoryKnowledge, registerSuite } from '../index.ts';

const knowledge = () =>
  memoryKnowledge({
    entities: [
      { id: 'a', title: 'Alice', degree: 2, communityIds: ['k'], textUnitIds: ['u'] },
      { id: 'b', title: 'Base Camp', degree: 2, communityIds: ['k'] },
      { id: 'c', title: 'Crew' },
    ],
    relationships: [
      { id: 'r', sourceId: 'a', targetId: 'b', weight: 1, combinedDegree: 4 },
      { id: 's', sourceId: 'b', targetId: 'a', weight: 5, combinedDegree: 4 },
      { id: 't', sourceId: 'c', targetId: 'c' },
    ],
    communities: [{ id: 'k', level: 1, entityIds: ['a', 'b'] }],
    community_reports: [{ id: 'p', communityId: 'k', level: 1, rank: 7.5 }],
    text_units: [{ id: 'u', text: 'Alice is at base camp.', entityIds: ['a'] }],
  });

registerSuite(knowledgeBaseSuite({ name: 'memoryKnowledge', open: () => Promise.resolve(knowledge()) }));

describe('memoryKnowledge', () => {
  it('remembers what it was asked and what was read', async () => {
    const fake = knowledge();
    const batch = await fake.rows({ table: 'entities', values: ['b', 'a'], columns: ['title'] });
    expect([batch.get(0, 'title'), fake.reads('entities', 'title'), fake.reads('entities', 'degree')]).toEqual(['Base Camp', 1, 0]);
    expect(fake.requests).toEqual([{ method: 'rows', table: 'entities', columns: ['title'], rows: 2 }]);
  });

  it('fills in what a row leaves out', async () => {
    const batch = await knowledge().rows({ table: 'relationships', values: ['t'], columns: ['sourceTitle', 'humanReadableId', 'weight'] });
    expect([batch.get(0, 'sourceTitle'), batch.get(0, 'humanReadableId'), batch.get(0, 'weight')]).toEqual(['Crew', '2', undefined]);
  });

  it('has no table that was not written down', async () => {
    await expect(knowledge().rows({ table: 'covariates', values: [], columns: [] })).rejects.toMatchObject({ code: 'table-missing' });
  });
});
