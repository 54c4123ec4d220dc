import type { Adjacency, AdjacencySpan, TableName } from '@graphwright/contract';
import { groupBy, rowNumbers } from '../columnar/groups.ts';
import { rowsOfPool } from '../columnar/string-lookup.ts';
import type { IndexContext } from '../mapping/context.ts';
import { idReader } from '../mapping/stored.ts';
import type { TableColumns } from '../mapping/table-columns.ts';
import { distinctRows, endsOf } from './relationships-of.ts';

/** The weight of an edge that states none. */
const UNWEIGHTED = 1;

/**
 * The whole graph as offsets. Nodes are the entities in the order of their table, then, if they are spanned, the text units in
 * the order of theirs. Edges: a relationship between two entities with its weight (1 where it has none); an entity and a text
 * unit that names it, weight 1. Each stands in both directions, a loop once.
 */
export async function buildAdjacency(context: IndexContext, spans: readonly AdjacencySpan[]): Promise<Adjacency> {
  const entities = context.stored.get('entities');
  const textUnits = spans.includes('entity-text-unit') ? context.stored.get('text_units') : undefined;
  const relationships = spans.includes('relationships') ? context.stored.get('relationships') : undefined;
  const entityCount = entities?.size ?? 0;
  const size = entityCount + (textUnits?.size ?? 0);
  const relations = relationships === undefined || entities === undefined ? NO_EDGES : await relationshipEdges(context, relationships);
  const mentions = textUnits === undefined || entities === undefined ? NO_EDGES : await mentionEdges(entities, textUnits);
  const edges = bothDirections([relations, mentions]);
  const order = groupBy(edges.from, rowNumbers(edges.from.length), size);
  const targets = order.values.map((edge) => edges.to[edge] ?? 0);
  const weights = picked(edges.weights, order.values);

  const entityId = entities === undefined ? (): string => '' : await idReader(entities)();
  const textUnitId = textUnits === undefined ? (): string => '' : await idReader(textUnits)();
  const entityLookup = await entities?.lookup('id')();
  const textUnitLookup = await textUnits?.lookup('id')();
  const table = (node: number): TableName => (node < entityCount ? 'entities' : 'text_units');
  return {
    nodes: { size, table, id: (node) => (node < entityCount ? entityId(node) : textUnitId(node - entityCount)) },
    nodeOf(name, id) {
      const lookup = name === 'entities' ? entityLookup : name === 'text_units' ? textUnitLookup : undefined;
      const row = lookup?.first(id) ?? -1;
      if (row < 0) return undefined;
      return name === 'entities' ? row : entityCount + row;
    },
    offsets: order.offsets,
    targets,
    weights,
  };
}

/** Edges by number: edge `i` leads from `from[i]` to `to[i]`. */
interface Edges {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly weights: Float64Array;
}

const NO_EDGES: Edges = { from: new Int32Array(0), to: new Int32Array(0), weights: new Float64Array(0) };

async function relationshipEdges(context: IndexContext, table: TableColumns): Promise<Edges> {
  const { sources, targets } = await context.ends();
  const weights = await table.numberColumn('weight')();
  const rows = (await distinctRows(table)).filter((row) => (sources.rows[row] ?? -1) >= 0 && (targets.rows[row] ?? -1) >= 0);
  return {
    from: endsOf(sources, rows),
    to: endsOf(targets, rows),
    weights: picked(weights.values.map((weight) => (Number.isNaN(weight) ? UNWEIGHTED : weight)), rows),
  };
}

async function mentionEdges(entities: TableColumns, textUnits: TableColumns): Promise<Edges> {
  const lists = await entities.lists('text_unit_ids')();
  const rows = rowsOfPool(lists.pool, await textUnits.lookup('id')());
  const from = new Int32Array(lists.codes.length);
  const to = new Int32Array(lists.codes.length);
  const last = new Int32Array(textUnits.size).fill(-1);
  let count = 0;
  for (let entity = 0; entity < entities.size; entity++) {
    const end = lists.offsets[entity + 1] ?? 0;
    for (let i = lists.offsets[entity] ?? 0; i < end; i++) {
      const textUnit = rows[lists.codes[i] ?? 0] ?? -1;
      if (textUnit < 0 || last[textUnit] === entity) continue;
      last[textUnit] = entity;
      from[count] = entity;
      to[count] = entities.size + textUnit;
      count += 1;
    }
  }
  return { from: from.subarray(0, count), to: to.subarray(0, count), weights: new Float64Array(count).fill(UNWEIGHTED) };
}

/** The numbers at some places. */
function picked(numbers: Float64Array, places: Uint32Array): Float64Array {
  const found = new Float64Array(places.length);
  for (let i = 0; i < found.length; i++) found[i] = numbers[places[i] ?? 0] ?? UNWEIGHTED;
  return found;
}

/** Every edge there and back, a loop only once (its second key of -1 is left out when grouped). */
function bothDirections(parts: readonly Edges[]): Edges {
  const count = parts.reduce((sum, part) => sum + part.from.length, 0);
  const both = { from: new Int32Array(count * 2), to: new Int32Array(count * 2), weights: new Float64Array(count * 2) };
  let at = 0;
  for (const { from, to, weights } of parts) {
    for (let edge = 0; edge < from.length; edge++) {
      const [a, b, weight] = [from[edge] ?? -1, to[edge] ?? -1, weights[edge] ?? UNWEIGHTED];
      both.from[at] = a;
      both.to[at] = b;
      both.weights[at++] = weight;
      both.from[at] = a === b ? -1 : b;
      both.to[at] = a;
      both.weights[at++] = weight;
    }
  }
  return both;
}
