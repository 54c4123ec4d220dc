import { scriptedEmbedder, vectorSource } from '@graphwright/conformance';
import type { VectorSource } from '@graphwright/contract';
import { healthy, healthyVectors, unitVectors } from '../healthy.ts';
import type { Case } from './case.ts';

const [entitySpace, reportSpace, unitSpace] = healthyVectors;
if (entitySpace === undefined || reportSpace === undefined || unitSpace === undefined) throw new Error('the healthy index has three spaces');
const ids = healthy.entities.map(({ id }) => id);
const others: readonly VectorSource[] = [reportSpace, unitSpace];
const spaceOf = (vectorOf: (index: number) => readonly number[], names: readonly string[] = ids): VectorSource =>
  vectorSource({ dimensions: 4, rows: names.map((id, index) => ({ id, vector: [...vectorOf(index)] })) });
const unit = (index: number): number[] => [Math.cos(index), Math.sin(index), 0, 0];
const about = { part: 'entity_description', hurts: ['local' as const, 'drift' as const] };

/** Cases about vectors. */
export const vectorCases: readonly Case[] = [
  { what: 'a space is not there', change: { vectors: [entitySpace, unitSpace] }, expected: { code: 'space-missing', part: 'community_full_content', severity: 'hurts', count: 1, total: 3, hurts: ['drift'] } },
  { what: 'spaces have vectors of several lengths', change: { vectors: [vectorSource({ dimensions: 2, rows: ids.map((id, index) => ({ id, vector: unit(index).slice(0, 2) })) }), ...others] }, expected: { code: 'dimensions-differ', severity: 'hurts', count: 3, total: 3 } },
  { what: 'a row has no vector', change: { vectors: [spaceOf(unit, ids.slice(1)), ...others] }, expected: { code: 'vector-missing', ...about, severity: 'hurts', count: 1, total: 5, examples: [{ table: 'entities', id: 'e0', name: 'Mercer' }] } },
  { what: 'a vector has no row', change: { vectors: [spaceOf(unit, [...ids, 'gone']), ...others] }, expected: { code: 'vector-surplus', ...about, severity: 'hurts', count: 1, total: 6, examples: [{ table: 'entities', id: 'gone', name: 'gone' }] } },
  { what: 'a row has two vectors', change: { vectors: [spaceOf(unit, [...ids, 'e0']), ...others] }, expected: { code: 'vector-repeated', ...about, severity: 'hurts', count: 1, total: 6 } },
  { what: 'a vector is no number', change: { vectors: [spaceOf((index) => (index === 2 ? [Number.NaN, 0, 0, 1] : unit(index))), ...others] }, expected: { code: 'vector-invalid', ...about, severity: 'hurts', count: 1, total: 5, examples: [{ table: 'entities', id: 'e2', name: 'Hayes' }] } },
  { what: 'a vector is zero', change: { vectors: [spaceOf((index) => (index === 2 ? [0, 0, 0, 0] : unit(index))), ...others] }, expected: { code: 'vector-zero', ...about, severity: 'hurts', count: 1, total: 5 } },
  { what: 'vectors are not of length 1', change: { vectors: [spaceOf((index) => unit(index).map((value) => value * 3)), ...others] }, expected: { code: 'vector-not-unit', part: 'entity_description', hurts: [], severity: 'note', count: 5, total: 5 } },
  { what: 'all vectors are the same', change: { vectors: [spaceOf(() => [1, 0, 0, 0]), ...others] }, expected: { code: 'vectors-alike', ...about, severity: 'hurts', count: 5, total: 5 } },
  { what: 'another model made the vectors', change: {}, embedder: scriptedEmbedder({ dimensions: 4 }), expected: { code: 'embedding-model-differs', part: 'text_unit_text', severity: 'hurts', count: 2, total: 2, hurts: ['basic'] } },
  { what: 'a model of another length is given', change: { vectors: [unitVectors('entity_description', 'entities', ids), ...others] }, embedder: scriptedEmbedder({ dimensions: 8 }), expected: { code: 'embedding-model-differs', ...about, severity: 'hurts', count: 5, total: 5 } },
];
