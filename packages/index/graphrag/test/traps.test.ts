import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OpenedIndex, TableName, Tables } from '@graphwright/contract';
import { openGraphragIndex } from '../src/open-index.ts';
import { containing, ENTITIES, type Files, findings, floats, folderWith, integerLists, integers, matching, nullLists, parquetBytes, RELATIONSHIPS, structures, textLists, texts } from './made-up.ts';

const open = async (files: Files): Promise<OpenedIndex> => openGraphragIndex({ root: await folderWith(files), environment: {} });

/** Some columns of all rows of a table. */
async function rows<T extends TableName, C extends keyof Tables[T]>(index: OpenedIndex, table: T, ...columns: C[]): Promise<Tables[T][C][][]> {
  const page = await index.knowledge.page({ table, columns, offset: 0, limit: 100 });
  return page.ids.map((_, row) => columns.map((column) => page.get(row, column)));
}

const codes = (index: OpenedIndex): string[] => index.warnings.map((warning) => warning.code);
const find = (index: OpenedIndex, code: string) => index.warnings.find((warning) => warning.code === code);

const COMMUNITIES = parquetBytes({
  id: texts('c-x', 'c-y'), community: integers(0, 7), level: integers(0, 1), parent: integers(-1, 0), children: integerLists([7], []), title: texts('Community 0', 'Community 7'),
  entity_ids: textLists(['e-b', 'e-a'], ['e-a']), relationship_ids: textLists(['r-0'], []), text_unit_ids: textLists(['t-1'], []), period: texts('2025-01-01', null), size: floats(2, 1),
});

describe('entities', () => {
  it('tell an empty text from an absent one', async () => {
    const index = await open({ 'entities.parquet': parquetBytes({ id: texts('a', 'b'), title: texts('A', 'B'), type: texts('', null), description: texts('', null) }) });
    expect(await rows(index, 'entities', 'type', 'description', 'degree')).toEqual([['', '', undefined], [undefined, undefined, undefined]]);
  });

  it('list their communities in the order of that table, and stay without any', async () => {
    const index = await open({
      'entities.parquet': ENTITIES,
      'communities.parquet': parquetBytes({ id: texts('c-9', 'c-1'), community: integers(9, 1), level: integers(0, 0), title: texts('', ''), entity_ids: textLists(['e-a', 'gone', 'e-a'], ['e-a', 'gone']) }),
    });
    expect(await rows(index, 'entities', 'id', 'communityIds')).toEqual([['e-a', ['c-9', 'c-1']], ['e-b', []]]);
    expect(await rows(index, 'communities', 'entityIds', 'childIds', 'parentId')).toEqual([[['e-a', 'gone', 'e-a'], [], undefined], [['e-a', 'gone'], [], undefined]]);
    expect(find(index, 'community-member-missing')).toMatchObject({ count: 2, examples: ['community 9: gone', 'community 1: gone'] });
    expect(find(index, 'entity-without-community')).toMatchObject({ count: 1, examples: ['B'] });
    expect(codes(index)).not.toContain('low-community-coverage');
  });

  it('hardly ever in a community are a warning of their own', async () => {
    const index = await open({
      'entities.parquet': parquetBytes({ id: texts('a', 'b', 'c'), title: texts('A', 'b', 'c') }),
      'communities.parquet': parquetBytes({ id: texts('c'), community: integers(0), level: integers(0), title: texts(''), entity_ids: textLists(['a']) }),
    });
    expect(find(index, 'low-community-coverage')).toMatchObject({ count: 2, message: containing('67 %') });
  });

  it('of one title or one id twice are said, and the first is meant', async () => {
    const index = await open({ 'entities.parquet': parquetBytes({ id: texts('a', 'b', 'b', null), title: texts('A', 'A', 'A', 'D'), type: texts('1', '2', '3', '4') }), 'relationships.parquet': RELATIONSHIPS });
    expect(find(index, 'title-repeated')).toMatchObject({ count: 2, examples: ['A'] });
    expect(find(index, 'id-repeated')).toMatchObject({ count: 1, examples: ['b'] });
    expect(find(index, 'id-missing')).toMatchObject({ count: 1, examples: ['entities row 3'] });
    expect((await rows(index, 'relationships', 'sourceId'))[0]).toEqual(['a']);
    const batch = await index.knowledge.rows({ table: 'entities', values: ['b'], columns: ['type'] });
    expect([batch.size, batch.get(0, 'type')]).toEqual([1, '2']);
    expect((await index.knowledge.rows({ table: 'entities', by: 'title', values: ['A'], columns: [] })).ids).toEqual(['a', 'b', 'b']);
  });

  it('have numbers as ids become texts', async () => {
    const index = await open({ 'entities.parquet': parquetBytes({ id: integers(1, 2), title: texts('A', 'B'), human_readable_id: texts('x', 'y') }), 'text_units.parquet': parquetBytes({ id: texts('t'), entity_ids: integerLists([1, 2]), document_ids: integerLists([5]), covariate_ids: nullLists(1) }) });
    expect(await rows(index, 'entities', 'id', 'humanReadableId')).toEqual([['1', 'x'], ['2', 'y']]);
    expect(await rows(index, 'text_units', 'entityIds', 'documentIds', 'covariateIds', 'humanReadableId')).toEqual([[['1', '2'], ['5'], [], undefined]]);
    expect(find(index, 'list-of-null')).toMatchObject({ examples: ['text_units.covariate_ids'] });
  });
});

describe('indexes of 0.1 to 0.9', () => {
  const nodes = parquetBytes({
    id: texts('a', 'b', 'c', 'a', 'b', 'c'), title: texts('A', 'B', 'C', 'A', 'B', 'C'), level: integers(0, 0, 0, 1, 1, 1), community: texts('1', '1', null, '4', '5', null), degree: integers(3, 2, 0, 3, 2, 0),
  });
  const entities = parquetBytes({ id: texts('a', 'b', 'c'), name: texts('A', 'B', 'C'), human_readable_id: integers(0, 1, 2) });

  it('have members, levels and degrees in the nodes', async () => {
    const communities = parquetBytes({ id: texts('5', '4', '1'), title: texts('Community 5', 'Community 4', 'Community 1'), level: integers(1, 1, 0), raw_community: texts('5', '4', '1') });
    const index = await open({ 'create_final_entities.parquet': entities, 'create_final_nodes.parquet': nodes, 'create_final_communities.parquet': communities });
    expect(index.source.version).toBe('0.1–0.3');
    expect(await rows(index, 'entities', 'title', 'degree', 'communityIds')).toEqual([['A', 3, ['4', '1']], ['B', 2, ['5', '1']], ['C', 0, []]]);
    expect(await rows(index, 'communities', 'id', 'humanReadableId', 'level', 'entityIds', 'parentId', 'childIds')).toEqual([
      ['5', '5', 1, ['b'], '1', []], ['4', '4', 1, ['a'], '1', []], ['1', '1', 0, ['a', 'b'], undefined, ['5', '4']],
    ]);
  });

  it('without a table of communities have those of nodes and reports', async () => {
    const reports = parquetBytes({ id: texts('r9', 'r5'), community: texts('9', '5'), level: integers(0, 1), title: texts('Nine', 'Five'), rank_explanation: texts('why', null) });
    const index = await open({ 'create_final_entities.parquet': entities, 'create_final_nodes.parquet': nodes, 'create_final_community_reports.parquet': reports });
    expect(await rows(index, 'communities', 'id', 'ordinal', 'title', 'level', 'entityIds', 'relationshipIds', 'size')).toEqual([
      ['1', 0, 'Community 1', 0, ['a', 'b'], [], undefined], ['9', 1, 'Community 9', 0, [], [], undefined], ['4', 2, 'Community 4', 1, ['a'], [], undefined], ['5', 3, 'Community 5', 1, ['b'], [], undefined],
    ]);
    expect(await rows(index, 'community_reports', 'id', 'communityId', 'rankExplanation')).toEqual([['r9', '9', 'why'], ['r5', '5', undefined]]);
    expect(find(index, 'communities-derived')).toMatchObject({ count: 4 });
    expect(index.knowledge.facts).toEqual({ counts: { entities: 3, communities: 4, community_reports: 2 }, levels: [0, 1] });
    expect((await index.knowledge.rows({ table: 'communities', values: ['4', 'x'], columns: [] })).ids).toEqual(['4']);
  });

  it('may join nodes by title, and have nodes of nothing', async () => {
    const index = await open({
      'create_final_entities.parquet': entities,
      'create_final_nodes.parquet': parquetBytes({ title: texts('B', 'gone'), level: floats(0, Number.NaN), community: floats(2, 2), degree: integers(9, 1) }),
      'create_final_communities.parquet': parquetBytes({ id: texts('u'), community: integers(2), title: texts('Two'), level: integers(0) }),
    });
    expect(await rows(index, 'entities', 'degree', 'communityIds')).toEqual([[undefined, []], [9, ['u']], [undefined, []]]);
    expect(find(index, 'community-member-missing')).toMatchObject({ count: 1, examples: ['node 1 of community 2'] });
  });

  it('rank relationships by `rank`, name the text of documents `raw_content`', async () => {
    const index = await open({
      'create_final_entities.parquet': entities,
      'create_final_relationships.parquet': parquetBytes({ id: texts('r'), source: texts('A'), target: texts('Z'), rank: integers(5), human_readable_id: texts('12') }),
      'create_final_documents.parquet': parquetBytes({ id: texts('d'), title: texts('t'), raw_content: texts('whole'), text_unit_ids: textLists(null) }),
    });
    expect(await rows(index, 'relationships', 'combinedDegree', 'humanReadableId', 'sourceId', 'targetId', 'targetTitle', 'weight')).toEqual([[5, '12', 'a', undefined, 'Z', undefined]]);
    expect(await rows(index, 'documents', 'text', 'textUnitIds', 'metadata', 'creationDate')).toEqual([['whole', [], undefined, undefined]]);
  });

  it('that hold a record twice give it once at its entities', async () => {
    const relationships = parquetBytes({ id: texts('r', 'r', 's'), source: texts('A', 'A', 'A'), target: texts('B', 'B', 'A'), weight: floats(1, 1, 2) });
    const { knowledge } = await open({ 'create_final_entities.parquet': entities, 'create_final_relationships.parquet': relationships });
    expect((await knowledge.relationshipsOf({ entityIds: ['a', 'b'], columns: [] })).of.map(({ total }) => total)).toEqual([2, 1]);
    expect((await knowledge.adjacency?.({ spans: ['relationships'] }))?.targets.length).toBe(3);
  });
});

describe('communities and reports', () => {
  it('meet by number, whatever type it has on either side; parents and children become ids', async () => {
    const index = await open({
      'communities.parquet': COMMUNITIES,
      'community_reports.parquet': parquetBytes({ id: texts('r-7', 'r-0'), community: floats(7, 0), level: texts('1', '0'), title: texts('Seven', 'Zero'), rank: floats(8.5, Number.NaN), findings: findings([{ summary: 's', explanation: 'e' }], null), rank_explanation: texts('old', 'old'), rating_explanation: texts('new', null) }),
    });
    expect(await rows(index, 'communities', 'id', 'humanReadableId', 'parentId', 'childIds', 'size', 'period')).toEqual([['c-x', '0', undefined, ['c-y'], 2, '2025-01-01'], ['c-y', '7', 'c-x', [], 1, undefined]]);
    expect(await rows(index, 'community_reports', 'communityId', 'humanReadableId', 'level', 'rank', 'findings', 'rankExplanation')).toEqual([
      ['c-y', '7', 1, 8.5, [{ summary: 's', explanation: 'e' }], 'new'], ['c-x', '0', 0, undefined, [], undefined],
    ]);
    expect(find(index, 'levels-as-text')).toMatchObject({ examples: ['community_reports'] });
    const byCommunity = await index.knowledge.rows({ table: 'community_reports', by: 'communityId', values: ['c-x', 'c-y', 'x'], columns: ['title'] });
    expect(byCommunity.ids).toEqual(['r-0', 'r-7']);
    expect((await index.knowledge.rows({ table: 'community_reports', by: 'level', values: [1], columns: [] })).ids).toEqual(['r-7']);
    expect((await index.knowledge.rows({ table: 'community_reports', by: 'humanReadableId', values: ['7', 'x'], columns: [] })).ids).toEqual(['r-7']);
  });

  it('that miss each other are counted, with examples', async () => {
    const index = await open({
      'communities.parquet': COMMUNITIES,
      'community_reports.parquet': parquetBytes({ id: texts('a', 'b', 'c', 'd'), community: integers(0, 0, -1, 44), level: integers(0, 0, -1, null), title: texts('', '', '', '') }),
    });
    expect(find(index, 'community-without-report')).toMatchObject({ count: 1, examples: ['7'] });
    expect(find(index, 'report-for-no-community')).toMatchObject({ count: 1, examples: ['-1'] });
    expect(find(index, 'report-community-missing')).toMatchObject({ count: 1, examples: ['44'] });
    expect(find(index, 'report-repeated')).toMatchObject({ count: 1, examples: ['0'] });
    expect(find(index, 'more-reports-than-communities')).toMatchObject({ count: 2 });
    expect(find(index, 'report-level-missing')).toMatchObject({ count: 1, examples: ['44'] });
    expect(await rows(index, 'community_reports', 'communityId', 'humanReadableId')).toEqual([['c-x', '0'], ['c-x', '0'], [undefined, '-1'], [undefined, '44']]);
  });

  it('take children of ints, texts, nulls or none, and say what is named and not there', async () => {
    const table = (children: ReturnType<typeof textLists>, parent: ReturnType<typeof integers>) =>
      open({ 'communities.parquet': parquetBytes({ id: texts('a', 'b', 'c'), community: integers(1, 2, 3), level: integers(0, 1, 1), title: texts('', '', ''), parent, children }) });
    const tree = async (index: OpenedIndex) => rows(index, 'communities', 'childIds', 'parentId');
    const whole = [[['b', 'c'], undefined], [[], 'a'], [[], 'a']];
    const parents = integers(-1, 1, 1);
    expect(await tree(await table(integerLists([2, 3], [], []), parents))).toEqual(whole);
    expect(await tree(await table(textLists(['2', '3.0'], null, []), parents))).toEqual(whole);
    expect(await tree(await table(nullLists(3), parents))).toEqual(whole);
    expect(await tree(await table(texts('[2, 3]', '[]', null), parents))).toEqual(whole);
    const dangling = await table(integerLists([2, 9], [], []), integers(-1, 1, 8));
    expect(await tree(dangling)).toEqual([[['b'], undefined], [[], 'a'], [[], undefined]]);
    expect(find(dangling, 'community-relative-missing')).toMatchObject({ count: 2, examples: ['8', '9'] });
  });

  it('have parents from the children alone where no parent is stored', async () => {
    const index = await open({ 'communities.parquet': parquetBytes({ id: texts('a', 'b'), community: integers(1, 2), level: integers(0, 1), title: texts('', ''), children: integerLists([2], []) }) });
    expect(await rows(index, 'communities', 'parentId')).toEqual([[undefined], ['a']]);
    expect((await index.knowledge.rows({ table: 'communities', by: 'parentId', values: ['a', 'b', 'x'], columns: [] })).ids).toEqual(['b']);
  });

  it('may start above level 0, or have no level', async () => {
    const none = await open({ 'communities.parquet': parquetBytes({ id: texts('a', 'b'), community: integers(1, 2), level: integers(2, 3), title: texts('', '') }) });
    expect(none.knowledge.facts.levels).toEqual([2, 3]);
    expect(find(none, 'no-level-0')).toMatchObject({ message: containing('coarsest level is 2') });
    const unknown = await open({ 'communities.parquet': parquetBytes({ id: texts('a'), community: integers(1), level: texts('?'), title: texts('') }) });
    expect(find(unknown, 'level-missing')).toMatchObject({ count: 1, examples: ['1'] });
    expect(await rows(unknown, 'communities', 'level')).toEqual([[0]]);
  });
});

describe('relationships and claims', () => {
  it('keep the titles of ends and subjects that name nothing', async () => {
    const index = await open({
      'entities.parquet': ENTITIES,
      'relationships.parquet': parquetBytes({ id: texts('r', 's'), source: texts('A', 'a '), target: texts('GONE', 'B'), weight: floats(null, 0) }),
      'covariates.parquet': parquetBytes({ id: texts('c', 'd', 'e'), subject_id: texts('B', '', null), object_id: texts('NONE', null, null), status: texts('TRUE', null, null) }),
    });
    expect(await rows(index, 'relationships', 'sourceId', 'targetId', 'sourceTitle', 'targetTitle', 'weight')).toEqual([['e-a', undefined, 'A', 'GONE', undefined], [undefined, 'e-b', 'a ', 'B', 0]]);
    expect(await rows(index, 'covariates', 'subjectId', 'subjectTitle', 'objectTitle', 'status')).toEqual([['e-b', 'B', 'NONE', 'TRUE'], [undefined, '', undefined, undefined], [undefined, undefined, undefined, undefined]]);
    expect(find(index, 'relationship-end-missing')).toMatchObject({ count: 2, examples: ['a ', 'GONE'], message: containing('1 of the 2 titles would name one') });
    expect(find(index, 'claim-subject-missing')).toMatchObject({ count: 2, examples: ['(empty)'] });
    expect((await index.knowledge.rows({ table: 'covariates', by: 'subjectId', values: ['e-b', 'e-a', 'x'], columns: [] })).ids).toEqual(['c']);
  });

  it('shorten long examples: a model wrote a paragraph where a name belongs', async () => {
    const index = await open({ 'entities.parquet': ENTITIES, 'covariates.parquet': parquetBytes({ id: texts('c'), subject_id: texts('x'.repeat(500)) }) });
    expect(find(index, 'claim-subject-missing')?.examples).toEqual([`${'x'.repeat(120)}…`]);
  });
});

describe('tables', () => {
  it('that are missing or empty are said; what needs them says which', async () => {
    const index = await open({ 'entities.parquet': ENTITIES, 'relationships.parquet': parquetBytes({ id: texts(), source: texts(), target: texts() }) });
    expect(find(index, 'table-missing')).toMatchObject({ count: 4, examples: ['text_units', 'communities', 'community_reports', 'documents'] });
    expect(find(index, 'table-empty')).toMatchObject({ count: 1, examples: ['relationships'] });
    expect(index.knowledge.facts).toEqual({ counts: { entities: 2, relationships: 0 }, levels: [] });
    await expect(index.knowledge.rows({ table: 'community_reports', values: ['x'], columns: [] })).rejects.toMatchObject({ code: 'table-missing', where: { table: 'community_reports' } });
    expect((await index.knowledge.relationshipsOf({ entityIds: ['e-a'], columns: ['weight'] })).of).toEqual([{ entityId: 'e-a', rows: [], total: 0 }]);
    expect(await rows(index, 'entities', 'communityIds')).toEqual([[[]], [[]]]);
  });

  it('without entities still work, ends and subjects by title alone', async () => {
    const index = await open({ 'relationships.parquet': RELATIONSHIPS, 'communities.parquet': COMMUNITIES, 'covariates.parquet': parquetBytes({ id: texts('c'), subject_id: texts('A') }) });
    expect(await rows(index, 'relationships', 'sourceId', 'sourceTitle')).toEqual([[undefined, 'A']]);
    expect(await rows(index, 'covariates', 'subjectId', 'subjectTitle')).toEqual([[undefined, 'A']]);
    expect(await rows(index, 'communities', 'entityIds')).toEqual([[['e-b', 'e-a']], [['e-a']]]);
    expect((await index.knowledge.relationshipsOf({ entityIds: ['e-a'], columns: [] })).of[0]?.total).toBe(0);
    expect((await index.knowledge.adjacency?.({ spans: ['relationships', 'entity-text-unit'] }))?.nodes.size).toBe(0);
    await expect(index.knowledge.rows({ table: 'entities', values: [], columns: [] })).rejects.toMatchObject({ code: 'table-missing' });
    expect((await index.knowledge.rows({ table: 'covariates', by: 'subjectId', values: ['e-a'], columns: [] })).size).toBe(0);
  });

  it('that lack a column without which they mean nothing are refused, naming file and column', async () => {
    await expect(open({ 'entities.parquet': parquetBytes({ id: texts('a'), label: texts('A') }) })).rejects.toMatchObject({
      code: 'column-missing', expected: 'a column title or name', found: 'id, label', where: { table: 'entities', column: 'title', file: matching(/entities\.parquet$/u) },
    });
  });

  it('list the columns that hold anything', async () => {
    const index = await open({ 'entities.parquet': ENTITIES, 'documents.parquet': parquetBytes({ id: texts('d'), title: texts('t'), text: texts(null), raw_data: structures({ key: 'k' }) }) });
    expect(index.knowledge.columns.documents).toEqual(['id', 'ordinal', 'title', 'metadata']);
    expect(index.knowledge.columns.entities).toEqual(['id', 'ordinal', 'humanReadableId', 'title', 'type', 'description', 'degree', 'frequency', 'textUnitIds']);
    expect(await rows(index, 'documents', 'metadata')).toEqual([['{"key":"k"}']]);
  });

  it('that are cut or of another format are refused by name, whichever they are', async () => {
    for (const [file, content] of [['documents.parquet', ENTITIES.subarray(0, 200)], ['covariates.csv', 'id,text\n1,"open']] as const) {
      await expect(open({ 'entities.parquet': ENTITIES, [file]: content })).rejects.toMatchObject({ code: 'file-corrupt', where: { file: containing(file) } });
    }
  });

  it('that change while open are refused, those already read stay whole', async () => {
    const root = await folderWith({ 'entities.parquet': ENTITIES, 'relationships.parquet': RELATIONSHIPS });
    const { knowledge } = await openGraphragIndex({ root });
    await knowledge.rows({ table: 'entities', values: ['e-a'], columns: ['description'] });
    await writeFile(join(root, 'entities.parquet'), RELATIONSHIPS);
    const again = await knowledge.rows({ table: 'entities', values: ['e-a'], columns: ['description'] });
    expect(again.get(0, 'description')).toBe('first');
    await expect(knowledge.rows({ table: 'entities', values: ['e-a'], columns: ['type'] })).rejects.toMatchObject({ code: 'folder-changed', where: { file: join(root, 'entities.parquet') } });
    await writeFile(join(root, 'entities.parquet'), ENTITIES);
    expect((await knowledge.rows({ table: 'entities', values: ['e-a'], columns: ['type'] })).get(0, 'type')).toBe('PERSON');
  });
});
