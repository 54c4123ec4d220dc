import type { OpenedIndex, TableName, Tables, VectorLocation, VectorSource, Warning } from '@graphwright/contract';
import { memoryKnowledge, vectorSource, type FakeKnowledge } from '@graphwright/conformance';

/** Rows of a made-up index, by table. */
export type MadeTables = { readonly [T in TableName]: readonly (Partial<Tables[T]> & { readonly id: string })[] };

/** What a test changes of the healthy index. */
export interface Change {
  readonly tables?: Partial<MadeTables>;
  /** Tables to leave out. */
  readonly without?: readonly TableName[];
  readonly vectors?: readonly VectorSource[];
  readonly locations?: readonly VectorLocation[];
  readonly warnings?: readonly Warning[];
}

/** An opened index in memory. */
export interface MadeIndex extends OpenedIndex {
  readonly knowledge: FakeKnowledge;
}

const TEXT = 'On the third day the team went down to the lower base, where the lights had failed and the doors stood open, and each of them wrote down what was seen and heard.';

/** A small index with nothing amiss. */
export const healthy: MadeTables = {
  entities: ['Mercer', 'Cruz', 'Hayes', 'Rivera', 'Santos'].map((title, index) => ({
    id: `e${index}`,
    title,
    description: `${title} belongs to the team.`,
    degree: index === 0 || index === 4 ? 1 : 2,
    communityIds: ['k0', index < 3 ? 'k1' : 'k2'],
    textUnitIds: [index < 3 ? 'u0' : 'u1'],
  })),
  relationships: [0, 1, 2, 3].map((index) => ({
    id: `r${index}`,
    sourceId: `e${index}`,
    targetId: `e${index + 1}`,
    description: `They met ${index} times.`,
    weight: index + 1,
    textUnitIds: ['u0'],
  })),
  text_units: [0, 1].map((index) => ({
    id: `u${index}`,
    text: `${index}. ${TEXT}`,
    documentIds: ['d0'],
    entityIds: index === 0 ? ['e0', 'e1', 'e2'] : ['e3', 'e4'],
    relationshipIds: ['r0'],
    covariateIds: index === 0 ? ['c0'] : [],
  })),
  communities: [
    { id: 'k0', level: 0, childIds: ['k1', 'k2'], entityIds: ['e0', 'e1', 'e2', 'e3', 'e4'], textUnitIds: ['u0', 'u1'], period: '2026-01-01', size: 5 },
    { id: 'k1', level: 1, parentId: 'k0', entityIds: ['e0', 'e1', 'e2'], relationshipIds: ['r0'], textUnitIds: ['u0'], period: '2026-01-01', size: 3 },
    { id: 'k2', level: 1, parentId: 'k0', entityIds: ['e3', 'e4'], textUnitIds: ['u1'], period: '2026-01-01', size: 2 },
  ],
  community_reports: ['k0', 'k1', 'k2'].map((communityId, index) => ({
    id: `p${index}`,
    communityId,
    level: index === 0 ? 0 : 1,
    title: `Report ${index}`,
    summary: 'They are a team.',
    fullContent: `A team of ${index}. [Data: Entities (${index === 2 ? '3, 4' : '0, 1, 2, +more'}); Relationships (0)]`,
    rank: 5,
  })),
  covariates: [{ id: 'c0', subjectId: 'e0', description: 'Mercer leads.', textUnitId: 'u0' }],
  documents: [{ id: 'd0', title: 'Log', textUnitIds: ['u0', 'u1'] }],
};

/** Vectors of length 1 for some ids, each another one. */
export function unitVectors(space: string, table: TableName, ids: readonly string[]): VectorSource {
  return vectorSource({ dimensions: 4, rows: ids.map((id, index) => ({ id, vector: [Math.cos(index), Math.sin(index), 0, 0] })) }, space, table);
}

/** The vectors of the healthy index. */
export const healthyVectors: readonly VectorSource[] = [
  unitVectors('entity_description', 'entities', healthy.entities.map(({ id }) => id)),
  unitVectors('community_full_content', 'community_reports', healthy.community_reports.map(({ id }) => id)),
  unitVectors('text_unit_text', 'text_units', healthy.text_units.map(({ id }) => id)),
];

/** The healthy index with something changed. */
export function madeIndex({ tables = {}, without = [], vectors = healthyVectors, locations = [], warnings = [] }: Change = {}): MadeIndex {
  const all: Partial<Record<TableName, unknown>> & MadeTables = { ...healthy, ...tables };
  const { entities, relationships, text_units, communities, community_reports, covariates, documents } = all;
  const has = (table: TableName): boolean => !without.includes(table);
  return {
    knowledge: memoryKnowledge({
      ...(has('entities') ? { entities } : {}),
      ...(has('relationships') ? { relationships } : {}),
      ...(has('text_units') ? { text_units } : {}),
      ...(has('communities') ? { communities } : {}),
      ...(has('community_reports') ? { community_reports } : {}),
      ...(has('covariates') ? { covariates } : {}),
      ...(has('documents') ? { documents } : {}),
    }),
    vectors,
    vectorLocations: locations,
    warnings,
    source: { format: 'made', version: '1', folder: 'memory' },
  };
}

/** The rows of a table with one of them changed. */
export function edited<R extends { readonly id: string }>(rows: readonly R[], id: string, change: Partial<R>): R[] {
  return rows.map((row) => (row.id === id ? { ...row, ...change } : row));
}
