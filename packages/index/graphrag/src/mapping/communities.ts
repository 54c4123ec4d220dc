import type { Reader } from '../columnar/columns.ts';
import { groupBy, groupOf, rowNumbers } from '../columnar/groups.ts';
import type { CommunityShape } from './communities-shape.ts';
import type { IndexContext } from './context.ts';
import { lazy, type Lazy } from './lazy.ts';
import { derived, findFirst, ordinalPlan, type ColumnPlan, type Finder, type MappedTable } from './plan.ts';
import { idReader } from './stored.ts';

const NO_IDS: readonly string[] = [];

/**
 * Maps the communities, stored or made out of nodes and reports. Numbers become ids, a parent of -1 none; members come from the
 * nodes where the table does not list them (up to 0.4).
 */
export function mapCommunities(shape: CommunityShape, context: IndexContext): MappedTable<'communities'> {
  const { table } = shape;
  const ids: Lazy<Reader<string>> = async () => shape.id;
  const lists = (name: string): ColumnPlan<readonly string[]> => table?.ids(name) ?? derived(false, async () => () => NO_IDS);
  const listed = table?.holds('entity_ids') === true;
  return {
    size: shape.size,
    ids,
    columns: {
      id: derived(true, ids),
      ordinal: ordinalPlan,
      humanReadableId: derived<string | undefined>(true, async () => (row) => shape.number(row) || undefined),
      title: table?.title('title') ?? derived(true, async () => (row) => `Community ${shape.number(row)}`),
      level: derived(true, async () => (row) => shape.level(row) ?? 0),
      parentId: derived(true, lazy(() => parentIds(shape, context))),
      childIds: derived(true, lazy(() => childIds(shape, context))),
      entityIds: listed ? lists('entity_ids') : derived(context.stored.has('nodes'), lazy(() => memberIds(context))),
      relationshipIds: lists('relationship_ids'),
      textUnitIds: lists('text_unit_ids'),
      period: table?.label('period') ?? derived<string | undefined>(false, async () => () => undefined),
      size: table?.number('size') ?? derived<number | undefined>(false, async () => () => undefined),
    },
    keys: {
      id: table === undefined ? async () => rowFinder((id) => shape.rowOfId(id)) : findFirst(table.lookup('id')),
      humanReadableId: async () => rowFinder((number) => shape.rowOf(number)),
      level: lazy(async () => findByLevel(shape.size, (row) => shape.level(row) ?? 0)),
      parentId: lazy(() => findByParent(shape, context)),
    },
  };
}

/** Finds rows by a number that each of them has. */
export function findByLevel(size: number, level: (row: number) => number): Finder {
  const rows = new Map<number, number[]>();
  for (let row = 0; row < size; row++) {
    const known = rows.get(level(row));
    if (known === undefined) rows.set(level(row), [row]);
    else known.push(row);
  }
  return (value) => rows.get(Number(value)) ?? [];
}

function rowFinder(rowOf: (value: string) => number): Finder {
  return (value) => {
    const row = rowOf(String(value));
    return row < 0 ? [] : [row];
  };
}

async function parentIds(shape: CommunityShape, { hierarchy }: IndexContext): Promise<Reader<string | undefined>> {
  const { parents } = await hierarchy();
  return (row) => {
    const parent = parents[row] ?? -1;
    return parent < 0 ? undefined : shape.id(parent);
  };
}

async function childIds(shape: CommunityShape, { hierarchy }: IndexContext): Promise<Reader<readonly string[]>> {
  const { children } = await hierarchy();
  return (row) => Array.from(groupOf(children, row), shape.id);
}

async function memberIds({ stored, membership }: IndexContext): Promise<Reader<readonly string[]>> {
  const entities = stored.get('entities');
  if (entities === undefined) return () => NO_IDS;
  const id = await idReader(entities)();
  const { ofCommunity } = await membership();
  return (row) => Array.from(groupOf(ofCommunity, row), id);
}

async function findByParent(shape: CommunityShape, { hierarchy }: IndexContext): Promise<Finder> {
  const { parents } = await hierarchy();
  const children = groupBy(parents, rowNumbers(parents.length), shape.size);
  return (value) => {
    const parent = shape.rowOfId(String(value));
    return parent < 0 ? [] : groupOf(children, parent);
  };
}
