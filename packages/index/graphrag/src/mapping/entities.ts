import { nameWords, normaliseName } from '@graphwright/contract';
import { NumberColumn, TextColumn, type Reader } from '../columnar/columns.ts';
import { groupBy, groupOf } from '../columnar/groups.ts';
import { StringLookup } from '../columnar/string-lookup.ts';
import { StringPoolBuilder } from '../columnar/string-pool.ts';
import type { IndexContext } from './context.ts';
import { lazy, type Lazy } from './lazy.ts';
import { nodeEntities } from './membership.ts';
import { derived, findAll, findFirst, ordinalPlan, type ColumnPlan, type Finder, type MappedTable } from './plan.ts';
import { findByHumanReadableId, idReader, titleColumn } from './stored.ts';
import type { TableColumns } from './table-columns.ts';

/** Maps the entities: `name` became `title` in 0.5; the degree moved from the nodes to the entities in 2.0. */
export function mapEntities(table: TableColumns, context: IndexContext): MappedTable<'entities'> {
  const ids = idReader(table);
  const title = titleColumn(table);
  const hasCommunities = context.stored.has('communities') || context.stored.has('nodes');
  return {
    size: table.size,
    ids,
    columns: {
      id: derived(true, ids),
      ordinal: ordinalPlan,
      humanReadableId: table.label('human_readable_id'),
      title: table.title(title),
      type: table.label('type'),
      description: table.text('description'),
      degree: degreePlan(table, context),
      frequency: table.number('frequency'),
      communityIds: derived(hasCommunities, lazy(() => communityIds(context))),
      textUnitIds: table.ids('text_unit_ids'),
    },
    keys: {
      id: findFirst(table.lookup('id')),
      humanReadableId: findByHumanReadableId(table),
      title: findAll(table.lookup(title)),
      name: findAll(lazy(() => nameLookup(table, title))),
      nameWord: lazy(() => findByWord(table, title)),
      communityId: lazy(() => findMembers(context)),
    },
  };
}

async function communityIds({ communities, membership }: IndexContext): Promise<Reader<readonly string[]>> {
  const shape = await communities();
  const { ofEntity } = await membership();
  return (row) => (shape === undefined ? [] : Array.from(groupOf(ofEntity, row), shape.id));
}

async function findMembers({ communities, membership }: IndexContext): Promise<Finder> {
  const shape = await communities();
  const { ofCommunity } = await membership();
  return (value) => {
    const community = shape?.rowOfId(String(value)) ?? -1;
    return community < 0 ? [] : groupOf(ofCommunity, community);
  };
}

async function nameLookup(table: TableColumns, title: string): Promise<StringLookup> {
  const titles = await table.labels(title)();
  const pool = new StringPoolBuilder(titles.pool.bytes.length);
  const codes = Int32Array.from({ length: titles.size }, (_, row) => pool.addText(normaliseName(titles.get(row) ?? '')));
  return new StringLookup(new TextColumn(pool.finish(), codes));
}

async function findByWord(table: TableColumns, title: string): Promise<Finder> {
  const titles = await table.labels(title)();
  const codes = new Map<string, number>();
  const words: number[] = [];
  const rows: number[] = [];
  for (let row = 0; row < titles.size; row++) {
    for (const word of nameWords(titles.get(row) ?? '')) {
      const code = codes.get(word) ?? codes.size;
      codes.set(word, code);
      words.push(code);
      rows.push(row);
    }
  }
  const groups = groupBy(Int32Array.from(words), rows, codes.size);
  return (value) => {
    const code = codes.get(String(value));
    return code === undefined ? [] : groupOf(groups, code);
  };
}

function degreePlan(table: TableColumns, { stored }: IndexContext): ColumnPlan<number | undefined> {
  const nodes = stored.get('nodes');
  if (table.named('degree') !== undefined || nodes?.named('degree') === undefined) return table.number('degree');
  const load: Lazy<Reader<number | undefined>> = lazy(async () => {
    const degrees = await nodes.numberColumn('degree')();
    const entityOf = await nodeEntities(nodes, table);
    const values = new Float64Array(table.size).fill(Number.NaN);
    for (let row = 0; row < nodes.size; row++) {
      const entity = entityOf(row);
      // The nodes of an entity, one a level, all state the same degree: the first counts.
      if (entity >= 0 && Number.isNaN(values[entity])) values[entity] = degrees.values[row] ?? Number.NaN;
    }
    const column = new NumberColumn(values);
    return (row) => column.get(row);
  });
  return derived(nodes.holds('degree'), load);
}
