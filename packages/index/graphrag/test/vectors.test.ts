import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { VectorSource } from '@graphwright/contract';
import { readSettings } from '../src/layout/settings.ts';
import { lanceLocations } from '../src/vectors/lance.ts';
import { openGraphragIndex } from '../src/open-index.ts';
import { ENTITIES, floatLists, folderWith, integers, nullLists, parquetBytes, texts, type Files } from './made-up.ts';

async function contents(source: VectorSource | undefined): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {};
  for await (const { ids, vectors } of source?.blocks() ?? []) {
    const length = vectors.length / ids.length;
    for (const [i, id] of ids.entries()) found[id] = [...vectors.subarray(i * length, (i + 1) * length)];
  }
  return found;
}

const open = async (files: Files) => openGraphragIndex({ root: await folderWith(files), environment: {} });
const vectorFile = (ids: string[], vectors: number[][]) => parquetBytes({ id: texts(...ids), embedding: floatLists(...vectors) });

describe('vectors beside the tables', () => {
  it('come from snapshots of either spelling, parquet or CSV, by name of space', async () => {
    const { vectors } = await open({
      'entities.parquet': ENTITIES,
      'embeddings.text_unit.text.parquet': vectorFile(['t-1'], [[1, 2, 3]]),
      'embeddings.entity_description.csv': 'id,embedding\r\ne-a,"[0.5, 0.25]"\r\ne-b,\r\n',
    });
    expect(vectors.map(({ space, table, dimensions, count }) => ({ space, table, dimensions, count }))).toEqual([
      { space: 'entity_description', table: 'entities', dimensions: 2, count: 1 },
      { space: 'text_unit_text', table: 'text_units', dimensions: 3, count: 1 },
    ]);
    expect(await contents(vectors[0])).toEqual({ 'e-a': [0.5, 0.25] });
    expect(await contents(vectors[1])).toEqual({ 't-1': [1, 2, 3] });
  });

  it('name the model that made them, as the settings of every version do', async () => {
    const made = { 'output/entities.parquet': ENTITIES, 'output/embeddings.entity_description.parquet': vectorFile(['e-a'], [[1, 0]]) };
    const settings = {
      '3.x': 'embed_text: { embedding_model_id: mine }\nembedding_models: { mine: { model: three }, default_embedding_model: { model: other } }',
      '3.x default': 'embedding_models: { default_embedding_model: { model: three } }',
      '1.x to 2.x': 'embed_text: { model_id: default_embedding_model }\nmodels: { default_embedding_model: { model: three } }',
      '0.x': 'embeddings: { llm: { model: three } }',
    };
    for (const text of Object.values(settings)) {
      const { vectors } = await open({ ...made, 'settings.yaml': text });
      expect(vectors.map(({ model }) => model)).toEqual(['three']);
    }
    const silent = await open({ ...made, 'settings.yaml': 'models: 3' });
    expect(silent.vectors.map((source) => 'model' in source)).toEqual([false]);
  });

  it('come from the entities up to 0.3, unless there is a snapshot', async () => {
    const entities = parquetBytes({ id: texts('a', 'b'), name: texts('A', 'B'), description_embedding: floatLists([1, 2], null) });
    const { vectors, source } = await open({ 'create_final_entities.parquet': entities });
    expect(source.version).toBe('0.1–0.3');
    expect(vectors).toMatchObject([{ space: 'entity_description', dimensions: 2, count: 1 }]);
    expect(await contents(vectors[0])).toEqual({ a: [1, 2] });
    const both = await open({ 'create_final_entities.parquet': entities, 'embeddings.entity.description.parquet': vectorFile(['a'], [[9]]) });
    expect(both.vectors).toMatchObject([{ space: 'entity_description', dimensions: 1 }]);
    expect(both.vectors[0]?.fingerprint).not.toBe(vectors[0]?.fingerprint);
  });

  it('of reports carry the report id where the file has the number of the community', async () => {
    const reports = parquetBytes({ id: texts('r-4', 'r-5'), community: texts('4', '5'), level: integers(0, 0) });
    const { vectors } = await open({ 'create_final_community_reports.parquet': reports, 'embeddings.community.full_content.parquet': vectorFile(['5', 'r-4', 'x'], [[1], [2], [3]]) });
    expect(await contents(vectors[0])).toEqual({ 'r-5': [1], 'r-4': [2], x: [3] });
  });

  it('that are empty or of nobody known are warnings', async () => {
    const { vectors, warnings } = await open({
      'entities.parquet': ENTITIES,
      'embeddings.entity_description.parquet': parquetBytes({ id: texts('a'), embedding: nullLists(1) }),
      'embeddings.something_else.parquet': vectorFile(['a'], [[1]]),
      'embeddings.text_unit_text.parquet': parquetBytes({ id: texts('a') }),
    });
    expect(vectors).toEqual([]);
    expect(warnings.filter(({ code }) => code.startsWith('vectors-')).map(({ code, count }) => [code, count])).toEqual([['vectors-unknown', 2], ['vectors-empty', 1]]);
  });

  it('take the format that the option names where both are there', async () => {
    const root = await folderWith({ 'entities.parquet': ENTITIES, 'embeddings.entity_description.parquet': vectorFile(['a'], [[1]]), 'embeddings.entity_description.csv': 'id,embedding\na,"[1, 2]"\n' });
    expect((await openGraphragIndex({ root })).vectors).toMatchObject([{ dimensions: 1 }]);
    expect((await openGraphragIndex({ root, tableFormat: 'csv' })).vectors).toMatchObject([{ dimensions: 2 }]);
  });
});

describe('LanceDB tables', () => {
  const lance = async (files: Files, newest: boolean, settings?: string) => {
    const folder = await folderWith(files);
    if (settings !== undefined) await writeFile(join(folder, 'settings.yaml'), settings);
    const read = settings === undefined ? undefined : await readSettings(join(folder, 'settings.yaml'), {});
    const { locations, warnings } = await lanceLocations(join(folder, 'output'), read, newest);
    return {
      names: locations.map(({ space, table, name }) => `${space} of ${table}: ${name}`),
      paths: [...new Set(locations.map(({ path }) => path.slice(folder.length + 1)))],
      codes: warnings.map(({ code, examples }) => [code, ...(examples ?? [])]),
    };
  };
  const tables = (path: string, ...names: string[]): Files => Object.fromEntries(names.map((name) => [`${path}/${name}.lance/_versions/1.manifest`, 'x']));

  it('are found by the names of every version', async () => {
    expect(await lance(tables('output/lancedb', 'entity_description_embeddings'), false)).toEqual({ names: ['entity_description of entities: entity_description_embeddings'], paths: ['output/lancedb'], codes: [] });
    expect(await lance(tables('output/lancedb', 'default-entity-description', 'default-community-full_content', 'default-text_unit-text'), false)).toMatchObject({
      names: ['community_full_content of community_reports: default-community-full_content', 'entity_description of entities: default-entity-description', 'text_unit_text of text_units: default-text_unit-text'],
    });
    expect(await lance(tables('output/lancedb', 'entity_description', 'community_full_content', 'text_unit_text'), true)).toMatchObject({
      names: ['community_full_content of community_reports: community_full_content', 'entity_description of entities: entity_description', 'text_unit_text of text_units: text_unit_text'],
    });
  });

  it('lie where the settings say, under the names that they give, else in or beside the folder of the tables', async () => {
    expect(await lance(tables('vectors', 'mine'), true, 'vector_store: {type: lancedb, db_uri: vectors, index_schema: {entity_description: {index_name: mine}}}')).toMatchObject({ names: ['entity_description of entities: mine'], paths: ['vectors'] });
    expect(await lance(tables('vectors', 'box-mine'), false, 'vector_store: {first: {type: lancedb, db_uri: vectors, container_name: box, embeddings_schema: {entity.description: {index_name: mine}}}}')).toMatchObject({ names: ['entity_description of entities: box-mine'] });
    expect(await lance(tables('vectors', 'default-text_unit-text'), false, 'embeddings: {vector_store: {type: lancedb, db_uri: vectors}}')).toMatchObject({ paths: ['vectors'] });
    expect(await lance(tables('lancedb', 'entity_description'), true)).toMatchObject({ paths: ['lancedb'] });
    expect(await lance(tables('output/lancedb', 'entity_description'), true, 'vector_store: {db_uri: nowhere}')).toMatchObject({ paths: ['output/lancedb'] });
    expect(await lance({ 'output/stats.json': '' }, true)).toEqual({ names: [], paths: [], codes: [] });
  });

  it('of several containers or versions are chosen by the settings and the version, and the rest is said', async () => {
    const two = tables('output/lancedb', 'default-entity-description', 'box-entity-description', 'entity_description');
    expect(await lance(two, true)).toMatchObject({ names: ['entity_description of entities: entity_description'], codes: [['vector-tables-several', 'box-entity-description', 'default-entity-description']] });
    expect((await lance(two, false)).names).toEqual(['entity_description of entities: default-entity-description']);
    expect((await lance(two, false, 'vector_store: {x: {type: lancedb, container_name: box}}')).names).toEqual(['entity_description of entities: box-entity-description']);
  });

  it('of unknown names, and stores that are no folder, are warnings', async () => {
    expect((await lance(tables('output/lancedb', 'notes'), true)).codes).toEqual([['vectors-unknown', 'notes']]);
    expect((await lance({}, true, 'vector_store: {type: azure_ai_search, db_uri: x}')).codes[0]?.[0]).toBe('vectors-elsewhere');
  });
});
