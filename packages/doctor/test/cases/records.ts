import { edited, healthy } from '../healthy.ts';
import type { Case } from './case.ts';

const { entities, relationships, text_units: units, covariates, documents } = healthy;
const several = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`);

/** Cases about tables, ids, references, entities, relationships, claims and text units. */
export const recordCases: readonly Case[] = [
  { what: 'a table is missing', change: { without: ['relationships'] }, expected: { code: 'table-missing', part: 'relationships', severity: 'hurts', count: 1, total: 6, hurts: ['local', 'drift'] } },
  { what: 'a table that nobody needs is missing', change: { without: ['documents'] }, expected: { code: 'table-missing', part: 'documents', severity: 'note', count: 1, total: 6, hurts: [] } },
  { what: 'a table is empty', change: { tables: { text_units: [] } }, expected: { code: 'table-empty', part: 'text_units', severity: 'hurts', count: 1, total: 6 } },
  { what: 'a row has no id', change: { tables: { entities: [...entities, { id: '', title: 'Nobody', communityIds: ['k0'], textUnitIds: ['u0'] }] } }, expected: { code: 'id-missing', part: 'entities', severity: 'hurts', count: 1, total: 6, examples: [{ table: 'entities', id: '', name: 'Nobody' }] } },
  { what: 'an id is repeated', change: { tables: { covariates: [...covariates, ...covariates] } }, expected: { code: 'id-repeated', part: 'covariates', severity: 'hurts', count: 1, total: 2, hurts: ['local'], examples: [{ table: 'covariates', id: 'c0', name: 'Mercer leads.' }] } },
  { what: 'a text unit names an entity that is not there', change: { tables: { text_units: edited(units, 'u0', { entityIds: ['e0', 'gone'] }) } }, expected: { code: 'entity-missing', severity: 'hurts', count: 1, total: 23, examples: [{ table: 'text_units', id: 'u0', name: '0. On the third day the team went down to the lower base, where the lights had f… → entityIds gone' }] } },
  { what: 'a community names a relationship that is not there', change: { tables: { communities: edited(healthy.communities, 'k1', { relationshipIds: ['gone'] }) } }, expected: { code: 'relationship-missing', severity: 'hurts', count: 1, total: 3 } },
  { what: 'entities name a text unit that is not there', change: { tables: { entities: edited(entities, 'e0', { textUnitIds: ['u0', 'gone'] }) } }, expected: { code: 'text-unit-missing', severity: 'hurts', count: 1, total: 17 } },
  { what: 'an entity names a community that is not there', change: { tables: { entities: edited(entities, 'e0', { communityIds: ['k0', 'gone'] }) } }, expected: { code: 'community-missing', severity: 'hurts', count: 1, total: 17 } },
  { what: 'a text unit names claims that are not there', change: { tables: { text_units: edited(units, 'u0', { covariateIds: ['c0', 'gone'] }) } }, expected: { code: 'claim-missing', severity: 'hurts', count: 1, total: 2 } },
  { what: 'a text unit names a document that is not there', change: { tables: { text_units: edited(units, 'u1', { documentIds: ['gone'] }) } }, expected: { code: 'document-missing', severity: 'hurts', count: 1, total: 2 } },
  { what: 'an end of a relationship is no entity', change: { tables: { relationships: [...relationships, { id: 'r4', sourceId: 'e0', targetTitle: 'Nobody', description: 'one' }] } }, expected: { code: 'relationship-end-missing', severity: 'hurts', count: 1, total: 5, examples: [{ table: 'relationships', id: 'r4', name: 'Mercer → Nobody' }] } },
  { what: 'the subject of a claim is no entity', change: { tables: { covariates: [...covariates, { id: 'c1', subjectTitle: 'Nobody', textUnitId: 'u0' }] } }, expected: { code: 'claim-subject-missing', severity: 'hurts', count: 1, total: 2, examples: [{ table: 'covariates', id: 'c1', name: 'Nobody' }] } },
  { what: 'a claim has no subject', change: { tables: { covariates: [...covariates, { id: 'c1', subjectTitle: '', textUnitId: 'u0' }] } }, expected: { code: 'claim-without-subject', severity: 'note', count: 1, total: 2 } },
  { what: 'an entity is in no community', change: { tables: { entities: edited(entities, 'e3', { communityIds: [] }) } }, expected: { code: 'entity-without-community', severity: 'hurts', count: 1, total: 5, hurts: ['local', 'global'], examples: [{ table: 'entities', id: 'e3', name: 'Rivera' }] } },
  { what: 'two entities have one name', change: { tables: { entities: edited(entities, 'e3', { title: 'ＭＥＲＣＥＲ' }) } }, expected: { code: 'entity-name-repeated', severity: 'hurts', count: 1, total: 5, examples: [{ table: 'entities', id: 'e3', name: 'ＭＥＲＣＥＲ = Mercer' }] } },
  { what: 'two entities have nearly one name', change: { tables: { entities: edited(entities, 'e4', { title: 'Mercers' }) } }, expected: { code: 'entity-name-near', severity: 'note', count: 1, total: 5, examples: [{ table: 'entities', id: 'e4', name: 'Mercers ~ Mercer' }] } },
  { what: 'an entity has an empty description', change: { tables: { entities: edited(entities, 'e1', { description: ' ' }) } }, expected: { code: 'entity-without-description', severity: 'hurts', count: 1, total: 5 } },
  { what: 'a relationship has no description', change: { tables: { relationships: edited(relationships, 'r1', { description: '' }) } }, expected: { code: 'relationship-without-description', severity: 'hurts', count: 1, total: 4 } },
  { what: 'all relationships say the same', change: { tables: { relationships: relationships.map((row, index) => ({ ...row, description: index === 0 ? 'Are  related' : 'are related' })) } }, expected: { code: 'relationship-descriptions-alike', severity: 'hurts', count: 4, total: 4 } },
  { what: 'all relationships weigh the same', change: { tables: { relationships: relationships.map((row) => ({ ...row, weight: 1 })) } }, expected: { code: 'relationship-weights-equal', severity: 'note', count: 4, total: 4, hurts: [] } },
  { what: 'a text unit has no text', change: { tables: { text_units: edited(units, 'u1', { text: '' }) } }, expected: { code: 'text-unit-without-text', severity: 'hurts', count: 1, total: 2 } },
  { what: 'a text unit is linked to no entity from either side', change: { tables: { text_units: [...units, { id: 'u2', text: 'Nobody is here.', tokenCount: 40, documentIds: ['d0'] }] } }, expected: { code: 'text-unit-without-entity', severity: 'hurts', count: 1, total: 3, examples: [{ table: 'text_units', id: 'u2', name: 'Nobody is here.' }] } },
  { what: 'an entity is linked to no text unit from either side', change: { tables: { entities: edited(entities, 'e4', { textUnitIds: [] }), text_units: edited(units, 'u1', { entityIds: ['e3'] }) } }, expected: { code: 'entity-without-text-unit', severity: 'hurts', count: 1, total: 5 } },
  { what: 'a text unit is longer than half of the window', change: { tables: { text_units: edited(units, 'u0', { tokenCount: 6001 }) } }, expected: { code: 'text-unit-long', severity: 'hurts', count: 1, total: 2 } },
  { what: 'a text unit is a few words', change: { tables: { text_units: edited(units, 'u0', { tokenCount: 29 }) } }, expected: { code: 'text-unit-short', severity: 'hurts', count: 1, total: 2 } },
  {
    what: 'an entity has relationships with all others and they with hardly any',
    change: {
      tables: {
        entities: [...entities, ...several(30).map((id, index) => ({ id, title: `Room ${index}`, description: 'A room.', communityIds: ['k0'], textUnitIds: ['u0'] }))],
        relationships: [...relationships, ...several(30).map((id, index) => ({ id: `r-${id}`, sourceId: 'e0', targetId: id, description: `Was in room ${index}.` }))],
      },
    },
    expected: { code: 'hub', severity: 'note', count: 1, total: 35, examples: [{ table: 'entities', id: 'e0', name: 'Mercer (31, median 1)' }] },
  },
  { what: 'entities have no relationship', change: { tables: { relationships: relationships.slice(0, 2) } }, expected: { code: 'entity-isolated', severity: 'hurts', count: 2, total: 5 } },
  { what: 'an entity states another degree', change: { tables: { entities: edited(entities, 'e0', { degree: 7 }) } }, expected: { code: 'degree-differs', severity: 'note', count: 1, total: 5, examples: [{ table: 'entities', id: 'e0', name: 'Mercer (states 7, has 1)' }] } },
  { what: 'the graph falls into two pieces', change: { tables: { relationships: relationships.filter(({ id }) => id !== 'r2') } }, expected: { code: 'graph-in-pieces', severity: 'note', count: 2, total: 5, examples: [{ table: 'entities', id: 'e3', name: 'Rivera' }, { table: 'entities', id: 'e4', name: 'Santos' }] } },
  { what: 'a document names a text unit that is not there', change: { tables: { documents: edited(documents, 'd0', { textUnitIds: ['u0', 'u1', 'gone'] }) } }, expected: { code: 'text-unit-missing', severity: 'hurts', count: 1, total: 17, examples: [{ table: 'documents', id: 'd0', name: 'Log → textUnitIds gone' }] } },
];
