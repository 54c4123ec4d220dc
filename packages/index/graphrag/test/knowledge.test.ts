import fc from 'fast-check';
import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { KnowledgeBase } from '@graphwright/contract';
import { waitFor } from '../src/knowledge/waiting.ts';
import { lazy } from '../src/mapping/lazy.ts';
import { openGraphragIndex } from '../src/open-index.ts';
import { containing, floats, folderWith, integers, parquetBytes, textLists, texts } from './made-up.ts';

const SIZE = 6;
const names = Array.from({ length: SIZE }, (_, i) => `N${i}`);
const edge = fc.record({ source: fc.nat(SIZE), target: fc.nat(SIZE), weight: fc.option(fc.integer({ min: 0, max: 3 })), rank: fc.option(fc.integer({ min: 0, max: 3 })) });
type Edge = { source: number; target: number; weight: number | null; rank: number | null };

/** An index of six entities and these relationships; an end of number 6 names nothing. */
async function knowledgeOf(edges: readonly Edge[]): Promise<KnowledgeBase> {
  const root = await folderWith({
    'entities.parquet': parquetBytes({
      id: texts(...names.map((name) => `id-${name}`)), title: texts(...names), degree: floats(2, Number.NaN, 5, 2, 0, 5), text_unit_ids: textLists(['t0', 't1', 't0'], ['t1'], [], ['gone'], null, []),
    }),
    'relationships.parquet': parquetBytes({
      id: texts(...edges.map((_, i) => `r${i}`)), source: texts(...edges.map(({ source }) => `N${source}`)), target: texts(...edges.map(({ target }) => `N${target}`)),
      weight: floats(...edges.map(({ weight }) => weight)), combined_degree: integers(...edges.map(({ rank }) => rank)),
    }),
    'text_units.parquet': parquetBytes({ id: texts('t0', 't1'), text: texts('zero', 'one'), human_readable_id: integers(1, 2) }),
  });
  return (await openGraphragIndex({ root, environment: {} })).knowledge;
}

describe('relationshipsOf', () => {
  it('gives what a scan of the table gives, in every direction, order and limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(edge, { maxLength: 30 }),
        fc.constantFrom('out' as const, 'in' as const, 'both' as const),
        fc.constantFrom('ordinal' as const, 'weight' as const, 'combinedDegree' as const),
        fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
        async (edges, direction, orderBy, limit) => {
          const knowledge = await knowledgeOf(edges);
          const entityIds = ['id-N3', 'id-N0', 'unknown', 'id-N5'];
          const { of, batch } = await knowledge.relationshipsOf({ entityIds, direction, orderBy, columns: ['ordinal'], ...(limit === undefined ? {} : { limitPerEntity: limit }) });
          const value = (row: number): number => (orderBy === 'weight' ? edges[row]?.weight : edges[row]?.rank) ?? Number.NEGATIVE_INFINITY;
          for (const [i, entityId] of entityIds.entries()) {
            const node = names.indexOf(entityId.slice(3));
            const at = [...edges.keys()].filter((row) => node >= 0 && ((direction !== 'in' && edges[row]?.source === node) || (direction !== 'out' && edges[row]?.target === node)));
            if (orderBy !== 'ordinal') at.sort((a, b) => (value(a) === value(b) ? a - b : value(b) - value(a)));
            expect(of[i]?.total).toBe(at.length);
            expect(of[i]?.rows.map((row) => batch.get(row, 'ordinal'))).toEqual(at.slice(0, limit));
          }
          expect(new Set(batch.ids).size).toBe(batch.size);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('adjacency', () => {
  const edges: Edge[] = [
    { source: 0, target: 1, weight: 2, rank: 1 }, { source: 1, target: 0, weight: null, rank: 1 }, { source: 2, target: 2, weight: 4, rank: 1 }, { source: 0, target: 6, weight: 9, rank: 1 },
  ];
  const shown = async (knowledge: KnowledgeBase, ...spans: ('relationships' | 'entity-text-unit')[]) => {
    const adjacency = await knowledge.adjacency?.({ spans });
    if (adjacency === undefined) throw new Error('no adjacency');
    const { nodes, offsets, targets, weights } = adjacency;
    const list = Array.from({ length: nodes.size }, (_, node) => {
      const stretch = [...targets.subarray(offsets[node], offsets[node + 1])].map((target, i) => `${nodes.id(target)} ${weights[(offsets[node] ?? 0) + i]}`);
      return `${nodes.table(node)} ${nodes.id(node)}: ${stretch.join(', ')}`;
    });
    return { adjacency, list };
  };

  it('has relationships both ways, loops once, dangling ends not at all', async () => {
    const { list, adjacency } = await shown(await knowledgeOf(edges), 'relationships');
    expect(list).toEqual(['entities id-N0: id-N1 2, id-N1 1', 'entities id-N1: id-N0 2, id-N0 1', 'entities id-N2: id-N2 4', 'entities id-N3: ', 'entities id-N4: ', 'entities id-N5: ']);
    expect([adjacency.nodeOf('entities', 'id-N2'), adjacency.nodeOf('entities', 'x'), adjacency.nodeOf('text_units', 't0')]).toEqual([2, undefined, undefined]);
  });

  it('has text units behind the entities when they are spanned', async () => {
    const knowledge = await knowledgeOf(edges);
    const { list, adjacency } = await shown(knowledge, 'entity-text-unit');
    expect(list.slice(0, 2)).toEqual(['entities id-N0: t0 1, t1 1', 'entities id-N1: t1 1']);
    expect(list.slice(6)).toEqual(['text_units t0: id-N0 1', 'text_units t1: id-N0 1, id-N1 1']);
    expect(adjacency.nodeOf('text_units', 't1')).toBe(7);
    const both = await shown(knowledge, 'entity-text-unit', 'relationships');
    expect(both.list[0]).toBe('entities id-N0: id-N1 2, id-N1 1, t0 1, t1 1');
    expect((await shown(knowledge, 'relationships', 'entity-text-unit')).adjacency).toBe(both.adjacency);
  });
});

describe('pages', () => {
  it('follow the table or a number, ties by id, absent ones last', async () => {
    const knowledge = await knowledgeOf([]);
    const ids = async (orderBy: 'ordinal' | 'degree', offset: number, limit: number) => (await knowledge.page({ table: 'entities', columns: [], orderBy, offset, limit })).ids.join(' ');
    expect(await ids('ordinal', 1, 2)).toBe('id-N1 id-N2');
    expect(await ids('degree', 0, 9)).toBe('id-N2 id-N5 id-N0 id-N3 id-N4 id-N1');
    expect(await ids('degree', 4, 9)).toBe('id-N4 id-N1');
    expect(await ids('degree', 9, 9)).toBe('');
    await expect(knowledge.page({ table: 'text_units', columns: [], orderBy: 'rank', offset: 0, limit: 1 })).rejects.toMatchObject({ code: 'unsupported' });
  });
});

describe('rows', () => {
  it('are found by ordinal, number, name and word, at most so many for each value', async () => {
    const knowledge = await knowledgeOf([]);
    const units = async (by: 'ordinal' | 'humanReadableId', ...values: (string | number)[]) => (await knowledge.rows({ table: 'text_units', by, values, columns: [] })).ids;
    expect(await units('ordinal', 1, 0, 1, 2, -1, 0.5)).toEqual(['t1', 't0']);
    expect(await units('humanReadableId', '2', 1, '0')).toEqual(['t1', 't0']);
    const root = await folderWith({ 'entities.parquet': parquetBytes({ id: texts('a', 'b', 'c'), title: texts('Agent Mercer', 'ＡＧＥＮＴ ＭＥＲＣＥＲ', 'Mercer, Alex') }) });
    const people = (await openGraphragIndex({ root, environment: {} })).knowledge;
    const found = async (by: 'name' | 'nameWord', value: string, limit?: number) =>
      (await people.rows({ table: 'entities', by, values: [value], columns: [], ...(limit === undefined ? {} : { limitPerValue: limit }) })).ids.join('');
    expect([await found('name', 'agentmercer'), await found('nameWord', 'mercer'), await found('nameWord', 'mercer', 2), await found('nameWord', 'x'), await found('name', 'Mercer')]).toEqual(['ab', 'abc', 'ab', '', '']);
  });

  it('say what a batch does not hold, and which keys and columns there are', async () => {
    const knowledge = await knowledgeOf([]);
    const batch = await knowledge.rows({ table: 'entities', values: ['id-N0'], columns: ['title'] });
    expect(() => batch.get(1, 'title')).toThrow(/usage-invalid|does not hold/u);
    // What a program in JavaScript may do and the types forbid.
    const loose = { rows: async (request: unknown): Promise<unknown> => Reflect.apply(knowledge.rows, knowledge, [request]) };
    await expect(loose.rows({ table: 'entities', values: [], columns: ['size'] })).rejects.toMatchObject({ code: 'column-missing', where: { table: 'entities', column: 'size' } });
    await expect(loose.rows({ table: 'entities', by: 'size', values: [], columns: [] })).rejects.toMatchObject({ code: 'usage-invalid', expected: containing('nameWord') });
  });

  it('read a column once, whoever asks', async () => {
    const root = await folderWith({ 'entities.parquet': parquetBytes({ id: texts('a'), title: texts('A'), description: texts('d') }) });
    const { knowledge } = await openGraphragIndex({ root, environment: {} });
    const ask = async () => (await knowledge.rows({ table: 'entities', values: ['a'], columns: ['description'] })).get(0, 'description');
    expect(await Promise.all([ask(), ask()])).toEqual(['d', 'd']);
    await rm(join(root, 'entities.parquet'));
    expect(await ask()).toBe('d');
    await expect(knowledge.rows({ table: 'entities', values: ['a'], columns: ['title', 'textUnitIds', 'degree'] })).resolves.toMatchObject({ size: 1 });
  });
});

describe('shared work', () => {
  it('is done once, and again only after it failed', async () => {
    let calls = 0;
    const work = lazy(async () => {
      calls += 1;
      if (calls === 1) throw new Error('first');
      return calls;
    });
    await expect(Promise.all([work(), work()])).rejects.toThrow('first');
    expect([await work(), await work()]).toEqual([2, 2]);
  });

  it('goes on when one of those who wait for it is stopped', async () => {
    let finish: (value: string) => void = () => undefined;
    const work = new Promise<string>((resolve) => {
      finish = resolve;
    });
    const controller = new AbortController();
    const stopped = waitFor(work, controller.signal);
    const other = waitFor(work, new AbortController().signal);
    controller.abort('enough');
    await expect(stopped).rejects.toMatchObject({ code: 'aborted', cause: 'enough' });
    finish('done');
    expect(await other).toBe('done');
    await expect(waitFor(work, AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' });
    await expect(waitFor(Promise.reject(new Error('no')), new AbortController().signal)).rejects.toThrow('no');
  });
});
