import { groupBy, type Groups } from '../columnar/groups.ts';
import { rowsOfPool } from '../columnar/string-lookup.ts';
import { canonicalNumber, isNoCommunity, type CommunityShape } from './communities-shape.ts';
import { titleColumn, type StoredTables } from './stored.ts';
import type { TableColumns } from './table-columns.ts';

/** Which entities belong to which communities, by row. */
export interface Membership {
  /** Communities of an entity, in the order of the communities. */
  readonly ofEntity: Groups;
  /** Entities of a community, in the order of the entities. */
  readonly ofCommunity: Groups;
  /** Members named by the communities that are no entities, with the first few. */
  readonly dangling: { readonly count: number; readonly examples: readonly string[] };
  /** Where it comes from: lists in the communities table, or the nodes table (up to 0.4). */
  readonly from: 'communities' | 'nodes' | 'nothing';
}

/** How many examples of a dangling id are kept. */
const EXAMPLES = 5;

/** Works out the membership from the lists of the communities table, or else from the nodes table. */
export async function loadMembership(stored: StoredTables, shape: CommunityShape | undefined): Promise<Membership> {
  const entities = stored.get('entities');
  const nodes = stored.get('nodes');
  if (shape?.table?.holds('entity_ids') === true && entities !== undefined) return fromLists(shape, shape.table, entities);
  if (shape !== undefined && nodes !== undefined && entities !== undefined) return fromNodes(shape, nodes, entities);
  return build([], [], entities?.size ?? 0, shape?.size ?? 0, { count: 0, examples: [] }, 'nothing');
}

async function fromLists(shape: CommunityShape, table: TableColumns, entities: TableColumns): Promise<Membership> {
  const lists = await table.lists('entity_ids')();
  const rows = rowsOfPool(lists.pool, await entities.lookup('id')());
  const members: number[] = [];
  const communities: number[] = [];
  const last = new Int32Array(entities.size).fill(-1);
  let count = 0;
  const examples: string[] = [];
  for (let community = 0; community < shape.size; community++) {
    const end = lists.offsets[community + 1] ?? 0;
    for (let i = lists.offsets[community] ?? 0; i < end; i++) {
      const code = lists.codes[i] ?? 0;
      const entity = rows[code] ?? -1;
      if (entity < 0) {
        count += 1;
        if (examples.length < EXAMPLES) examples.push(`community ${shape.number(community)}: ${lists.pool.get(code)}`);
      } else if (last[entity] !== community) {
        last[entity] = community;
        members.push(entity);
        communities.push(community);
      }
    }
  }
  return build(members, communities, entities.size, shape.size, { count, examples }, 'communities');
}

async function fromNodes(shape: CommunityShape, nodes: TableColumns, entities: TableColumns): Promise<Membership> {
  const numbers = await nodes.texts('community')();
  const entityOf = await nodeEntities(nodes, entities);
  const pairs = new Set<number>();
  let count = 0;
  const examples: string[] = [];
  for (let row = 0; row < nodes.size; row++) {
    const number = canonicalNumber(numbers.get(row));
    if (isNoCommunity(number)) continue;
    const community = shape.rowOf(number);
    const entity = entityOf(row);
    if (community >= 0 && entity >= 0) {
      pairs.add(community * entities.size + entity);
    } else {
      count += 1;
      if (examples.length < EXAMPLES) examples.push(`node ${row} of community ${number}`);
    }
  }
  const sorted = Float64Array.from(pairs).toSorted();
  const members = Array.from(sorted, (pair) => pair % entities.size);
  const communities = Array.from(sorted, (pair) => Math.floor(pair / entities.size));
  return build(members, communities, entities.size, shape.size, { count, examples }, 'nodes');
}

/** The entity row of a node, by id and else by title; -1 when there is none. */
export async function nodeEntities(nodes: TableColumns, entities: TableColumns): Promise<(row: number) => number> {
  const byId = nodes.named('id') === undefined ? undefined : await nodes.texts('id')();
  const idRows = byId === undefined ? undefined : rowsOfPool(byId.pool, await entities.lookup('id')());
  const byTitle = nodes.named('title') === undefined ? undefined : await nodes.texts('title')();
  const titleRows = byTitle === undefined ? undefined : rowsOfPool(byTitle.pool, await entities.lookup(titleColumn(entities))());
  return (row) => {
    const found = idRows?.[byId?.codes[row] ?? -1] ?? -1;
    return found >= 0 ? found : (titleRows?.[byTitle?.codes[row] ?? -1] ?? -1);
  };
}

/** Pairs come in the order of communities, so both groupings keep the orders promised. */
function build(
  members: readonly number[],
  communities: readonly number[],
  entityCount: number,
  communityCount: number,
  dangling: Membership['dangling'],
  from: Membership['from'],
): Membership {
  const entityKeys = Int32Array.from(members);
  const communityKeys = Int32Array.from(communities);
  const ofCommunity = groupBy(communityKeys, members, communityCount);
  for (let community = 0; community < communityCount; community++) {
    ofCommunity.values.subarray(ofCommunity.offsets[community], ofCommunity.offsets[community + 1]).sort();
  }
  return { ofEntity: groupBy(entityKeys, communities, entityCount), ofCommunity, dangling, from };
}
