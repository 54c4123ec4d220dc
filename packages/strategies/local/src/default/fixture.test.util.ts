import { memoryKnowledge, type FakeKnowledge, type FakeTables } from '@graphwright/conformance';
import type { Embedder, OpenedIndex, VectorSource } from '@graphwright/contract';

const sentence = (about: string, words: number): string => Array.from({ length: words }, (_, word) => `${about}${word}`).join(' ');

/** A small index in which every option of the strategy has something to do. */
export const TABLES: FakeTables = {
  entities: [
    { id: 'e-mercer', title: 'ALEX MERCER', type: 'PERSON', description: 'Leads the squad.', degree: 4, communityIds: ['c0', 'c1'], textUnitIds: ['t1', 't2'] },
    { id: 'e-cruz', title: 'TAYLOR CRUZ', type: 'PERSON', description: 'Commands the mission.', degree: 2, communityIds: ['c0', 'c2'], textUnitIds: ['t2', 't3'] },
    { id: 'e-base', title: 'DULCE BASE', type: 'GEO', description: 'An underground base.', degree: 3, communityIds: ['c0', 'c1', 'c9'], textUnitIds: ['t4'] },
    { id: 'e-hayes', title: 'JORDAN HAYES', type: 'PERSON', description: 'A scientist.', degree: 1, communityIds: ['c0'], textUnitIds: ['t5', 'gone'] },
    { id: 'e-lost', title: 'LONE RANGER', type: 'PERSON', description: 'Knows nobody.', degree: 0 },
  ],
  relationships: [
    { id: 'r1', sourceId: 'e-mercer', targetId: 'e-cruz', description: 'Reports to.', weight: 2, combinedDegree: 6, textUnitIds: ['t2'] },
    { id: 'r2', sourceId: 'e-mercer', targetId: 'e-base', description: 'Enters.', weight: 7, combinedDegree: 7, textUnitIds: ['t6'] },
    { id: 'r3', sourceId: 'e-hayes', targetId: 'e-mercer', description: 'Advises.', weight: 5, combinedDegree: 5, textUnitIds: ['t5'] },
    { id: 'r4', sourceId: 'e-mercer', targetTitle: 'NOBODY', description: 'Misses.', weight: 1, combinedDegree: 9, textUnitIds: [] },
    { id: 'r5', sourceId: 'e-cruz', targetId: 'e-base', description: 'Plans for.', weight: 3, combinedDegree: 5, textUnitIds: ['t3'] },
  ],
  covariates: [
    { id: 'v1', subjectId: 'e-mercer', objectTitle: 'DULCE BASE', type: 'LEADERSHIP', description: 'Mercer leads.', status: 'TRUE', textUnitId: 't1' },
    { id: 'v2', subjectId: 'e-cruz', objectTitle: 'NONE', type: 'ORDER', description: 'Cruz orders.', status: 'TRUE', textUnitId: 't3' },
    { id: 'v3', subjectId: 'e-mercer', objectTitle: 'NONE', type: 'DOUBT', description: 'Mercer doubts.', status: 'SUSPECTED', textUnitId: 't2' },
  ],
  communities: ['c0', 'c1', 'c2', 'c9'].map((id, level) => ({ id, title: id, level: Math.min(level, 2) })),
  community_reports: [
    { id: 'p0', communityId: 'c0', level: 0, title: 'All', summary: 'All in short.', fullContent: sentence('all', 30), rank: 9 },
    { id: 'p1', communityId: 'c1', level: 1, title: 'Squad', summary: 'Squad in short.', fullContent: sentence('squad', 30), rank: 5 },
    { id: 'p2', communityId: 'c2', level: 2, title: 'Command', summary: 'Command in short.', fullContent: sentence('command', 30), rank: 9.5 },
  ],
  text_units: ['t1', 't2', 't3', 't4', 't5', 't6', 't7'].map((id, ordinal) => ({
    id,
    text: sentence(`text${ordinal}x`, 25),
    documentIds: [ordinal < 3 ? 'd1' : 'd2'],
    entityIds: [['e-mercer'], ['e-mercer', 'e-cruz'], ['e-cruz'], ['e-base'], ['e-hayes'], ['e-mercer', 'e-base'], []][ordinal] ?? [],
  })),
  documents: [
    { id: 'd1', title: 'one.txt', textUnitIds: ['t1', 't2', 't3'] },
    { id: 'd2', title: 'two.txt', textUnitIds: ['t4', 't5', 't6', 't7'] },
  ],
};

const VECTORS = {
  entity_description: { 'e-mercer': [1, 0], 'e-cruz': [0.9, 0.436], 'e-base': [0.8, 0.6], 'e-hayes': [0.5, 0.866], 'e-lost': [-1, 0] },
  text_unit_text: { t1: [0, 1], t2: [0.1, 1], t3: [0.2, 1], t4: [1, 0], t5: [0.4, 1], t6: [0.5, 1], t7: [0.9, 0.436] },
};

/** An embedder for the vectors of the small index; every text lies in the direction of `ALEX MERCER`. */
export const embedder: Embedder = {
  specVersion: 'v1',
  model: 'two-numbers',
  dimensions: 2,
  given: true,
  embed: ({ texts }) => Promise.resolve({ vectors: texts.map(() => Float32Array.of(1, 0)) }),
};

/** The small index, or one of other tables. */
export function smallIndex(
  tables: FakeTables = TABLES,
  spaces: readonly (keyof typeof VECTORS)[] = ['entity_description', 'text_unit_text'],
  vectors: Readonly<Record<keyof typeof VECTORS, Readonly<Record<string, readonly number[]>>>> = VECTORS,
): OpenedIndex & { readonly knowledge: FakeKnowledge } {
  return {
    knowledge: memoryKnowledge(tables),
    vectors: spaces.map((space) => sourceOf(space, vectors[space])),
    vectorLocations: [],
    warnings: [],
    source: { format: 'fake', version: '1', folder: '/nowhere' },
  };
}

/** The small index with twenty more entities, which lie across the question and make its cosines tell. */
export function crowdedIndex(): ReturnType<typeof smallIndex> {
  const crowd = Array.from({ length: 20 }, (_, number) => ({ id: `x${number}`, title: `EXTRA ${number}` }));
  const across = Object.fromEntries(crowd.map(({ id }, number) => [id, [number % 2 === 0 ? 0.01 : -0.01, 1]]));
  return smallIndex({ ...TABLES, entities: [...(TABLES.entities ?? []), ...crowd] }, ['entity_description', 'text_unit_text'], {
    ...VECTORS,
    entity_description: { 'e-mercer': VECTORS.entity_description['e-mercer'], ...across },
  });
}

function sourceOf(space: string, rows: Readonly<Record<string, readonly number[]>>): VectorSource {
  const ids = Object.keys(rows);
  return {
    space,
    table: space === 'text_unit_text' ? 'text_units' : 'entities',
    dimensions: 2,
    count: ids.length,
    fingerprint: space,
    async *blocks() {
      yield { ids, vectors: Float32Array.from(Object.values(rows).flat()) };
    },
  };
}
