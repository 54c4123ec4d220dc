import { memoryKnowledge, type FakeTables } from '@graphwright/conformance';
import type { OpenedIndex } from '@graphwright/contract';

const words = (about: string, count: number): string => Array.from({ length: count }, (_, word) => `${about}${word}`).join(' ');

/** A small index in which every option of the strategy has something to do: two roots, one with two children. */
const TABLES: FakeTables = {
  entities: [
    { id: 'e1', title: 'MERCER', communityIds: ['c0', 'c2'], textUnitIds: ['t1', 't2', 't3'] },
    { id: 'e2', title: 'CRUZ', communityIds: ['c0', 'c3'], textUnitIds: ['t2', 't4'] },
    { id: 'e3', title: 'BASE', communityIds: ['c1'], textUnitIds: ['t5', 't6'] },
  ],
  communities: [
    { id: 'c0', level: 0, childIds: ['c2', 'c3'] },
    { id: 'c1', level: 0 },
    { id: 'c2', level: 1, parentId: 'c0' },
    { id: 'c3', level: 1, parentId: 'c0' },
  ],
  community_reports: [
    { id: 'p0', communityId: 'c0', level: 0, title: 'All', summary: 'All in short.', fullContent: words('all', 30), rank: 9 },
    { id: 'p1', communityId: 'c1', level: 0, title: 'Base | below', summary: 'Base in short.', fullContent: words('base', 30), rank: 5 },
    { id: 'p2', communityId: 'c2', level: 1, title: 'Squad', summary: 'Squad in short.', fullContent: words('squad', 30), rank: 7 },
    { id: 'p3', communityId: 'c3', level: 1, title: 'Command', summary: 'Command in short.', fullContent: words('command', 30), rank: 7.5 },
    { id: 'p4', level: 1, title: 'Orphan', summary: 'Orphan.', fullContent: 'Orphan.', rank: 9 },
  ],
};

/** The small index. */
export function smallIndex(): OpenedIndex {
  return { knowledge: memoryKnowledge(TABLES), vectors: [], vectorLocations: [], warnings: [], source: { format: 'fake', version: '1', folder: '/nowhere' } };
}
