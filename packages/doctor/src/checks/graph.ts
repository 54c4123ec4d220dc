import { defineCheck, Tally, tallyOf } from '../check.ts';
import type { EntityRow, RelationshipRow } from '../survey/rows.ts';
import { componentsOf } from './components.ts';

/** A hub has at least so many relationships … */
const HUB_LEAST = 20;
/** … and more than so many times the median of the entities that have any. */
const HUB_TIMES = 10;

/** How entities hang together. */
export const graph = defineCheck({
  id: 'graph',
  needs: { entities: [], relationships: [] },
  codes: {
    hub: {
      meaning: 'Entities have at least 20 relationships and more than ten times the median: one of them fills the graph part of a window, and walks through it lead everywhere.',
      hurts: ['local'],
      advice: 'Cap relationships per entity (the default does), or take out names that stand for nothing in particular ("team", "figure 1").',
    },
    'entity-isolated': {
      meaning: 'Entities have no relationship: nothing leads to them but their name and their vector, and clustering leaves them out.',
      hurts: ['local', 'drift'],
      hurtsFrom: 0.25,
      advice: 'Few are normal. Where it is many, look at the extraction: relationships lost, or names spelt in two ways.',
    },
    'degree-differs': {
      meaning: 'Entities state another degree than they have neighbours: orders by degree are off, as after an update in steps.',
      hurts: ['local'],
      advice: 'Run the step that computes degrees again.',
    },
    'graph-in-pieces': {
      meaning: 'The connected entities fall into several pieces; counted are those outside of the largest. Walks along the graph never leave a piece.',
      hurts: ['local', 'drift'],
      hurtsFrom: 0.5,
      advice: 'Normal for documents that have nothing in common. Otherwise join entities that are one thing under two names.',
    },
  },
  find({ tables: { entities, relationships } }) {
    const neighbours = neighboursOf(entities.byId, relationships.rows);
    const degreeOf = ({ id }: EntityRow): number => neighbours.get(id)?.relationships ?? 0;
    const connected = entities.rows.filter((row) => degreeOf(row) > 0);
    const sorted = connected.map(degreeOf).toSorted((a, b) => a - b);
    const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
    const hubs = new Tally();
    const most = connected.filter((row) => degreeOf(row) >= HUB_LEAST && degreeOf(row) > HUB_TIMES * median);
    for (const row of most.toSorted((a, b) => degreeOf(b) - degreeOf(a))) hubs.add('entities', row, `${row.name} (${degreeOf(row)}, median ${median})`);
    const differing = new Tally();
    for (const row of entities.rows) {
      const { relationships: count = 0, others = new Set(), hasLoop = false } = neighbours.get(row.id) ?? {};
      const right = [others.size + (hasLoop ? 1 : 0), count];
      if (row.degree !== undefined && !right.includes(row.degree)) differing.add('entities', row, `${row.name} (states ${row.degree}, has ${others.size})`);
    }
    const components = componentsOf(connected.map(({ id }) => id), relationships.rows);
    const pieces = new Tally();
    const outside = connected.filter(({ id }) => components.of(id) !== components.largest);
    for (const row of outside) pieces.add('entities', row);
    return [
      { code: 'hub', tally: hubs, total: entities.rows.length },
      { code: 'entity-isolated', tally: tallyOf('entities', entities.rows, (row) => degreeOf(row) === 0), total: entities.rows.length },
      { code: 'degree-differs', tally: differing, total: entities.rows.length },
      { code: 'graph-in-pieces', tally: pieces, total: connected.length },
    ];
  },
});

interface Neighbours {
  relationships: number;
  /** What stands at the other ends, entities or mere names, itself included. */
  readonly others: Set<string>;
  /** Joined with itself: such a relationship counts twice in a degree. */
  hasLoop: boolean;
}

function neighboursOf(known: ReadonlyMap<string, EntityRow>, relationships: readonly RelationshipRow[]): Map<string, Neighbours> {
  const all = new Map<string, Neighbours>();
  const join = (end: string, other: string): void => {
    if (!known.has(end)) return;
    const one = all.get(end) ?? { relationships: 0, others: new Set<string>(), hasLoop: false };
    one.relationships++;
    one.others.add(other);
    if (end === other) one.hasLoop = true;
    all.set(end, one);
  };
  for (const { sourceId, targetId, sourceTitle, targetTitle } of relationships) {
    const source = sourceId ?? `name ${sourceTitle}`;
    const target = targetId ?? `name ${targetTitle}`;
    join(source, target);
    if (source !== target) join(target, source);
  }
  return all;
}
