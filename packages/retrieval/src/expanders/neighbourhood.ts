import { definePlugin, kinds, type Cap, type Dropped, type Expander, type ExpanderRequest, type Found, type RecordRef, type Run } from '@graphwright/contract';
import { z } from 'zod';
import { applyFilter, resolveFilter } from '../filter.ts';
import { mergeFound, nothingFound, recordSet } from '../found.ts';
import { Reached } from '../reached.ts';
import { enoughOf, hop, ID, newEnds, type Hop, type Outpost } from './walk.ts';


const neighbourhoodOptions = z.object({
  /** Relationships that are walked one after the other; 0: only those between the records it begins at; `auto`: see the plugin. */
  hops: z.union([z.literal('auto'), z.int().min(0).max(3)]).default('auto'),
  /** Text units with which `auto` has enough. */
  enough: z.int().min(1).default(20),
  /** Relationships at most that are fetched at one entity. */
  relationshipsPerEntity: z.int().min(1).default(20),
  /** Which of them, when there are more. */
  relationshipsBy: z.enum(['weight', 'combinedDegree', 'ordinal']).default('weight'),
  /** Entities at most from which a hop after the first goes on, the nearest to the best seeds first. */
  entitiesPerHop: z.int().min(1).default(20),
});

/** The options of `neighbourhood`, settled. */
export type NeighbourhoodOptions = z.output<typeof neighbourhoodOptions>;

/** Hops: beyond three nearly everything is near everything, and the option allows no more. */
const FARTHEST = 3;

/**
 * The expander of what lies around entities: the relationships at them, the entities at their other ends, the text units that name
 * the entities it began at or tell of those relationships; each with the seed and the path, in the direction that was walked. A
 * record that is reached in two ways has both. Candidates carry no score: a ranker orders them.
 *
 * `hops: auto` walks one hop, and further ones (up to 3) while at most `enough` text units are reached: a further hop goes on from the nearest
 * entities as long as it keeps to that, what it brought from the others is taken back and dropped as `step-undone`, and the walk ends there. What
 * it did stands in the detail `neighbourhood`.
 *
 * Everything is looked up by key: the cost grows with the entities it goes on from and their relationships, not with the index.
 * Limits that cut something off stand in the caps.
 */
export const neighbourhood = definePlugin(kinds.expander, {
  id: ID,
  version: '1.0.0',
  description: 'What lies within some hops of entities: relationships, their other ends, and the text units that tell of them.',
  options: neighbourhoodOptions,
  needs: () => ({
    tables: { entities: ['title'] },
    optionalTables: { entities: ['textUnitIds'], relationships: ['sourceId', 'targetId', 'textUnitIds'] },
  }),
  create: (options): Expander => ({
    specVersion: 'v1',
    async expand(request, run) {
      return { ok: true, value: await expand(request, options, run) };
    },
  }),
});

async function expand({ from, filter, exclude = [] }: ExpanderRequest, options: NeighbourhoodOptions, run: Run): Promise<Found> {
  const scope = await resolveFilter(filter, run);
  const seeds = from.flatMap(({ table, id }): Outpost[] => (table === 'entities' ? [{ id, seed: { table, id }, path: [] }] : []));
  const named = await textUnitsNaming(seeds, run);
  const { hops, undone, caps } = await walk(seeds, named, exclude, options, run);
  const reached = reachedBy(seeds, named, hops);
  const kept = recordSet(reached.candidates);
  const lost = [...(undone === undefined ? [] : takenBack(seeds, undone)), ...hops.flatMap(({ hidden }) => hidden)];
  const found = mergeFound([{ candidates: reached.candidates, dropped: [], caps }, { ...nothingFound, dropped: lost.filter((one) => !kept.has(one)) }]);
  run.report(ID, { hops: options.hops === 0 ? 0 : hops.length, textUnits: found.candidates.filter(({ table }) => table === 'text_units').length });
  return applyFilter(found, scope, run);
}

/** The hops that stand, what was taken back of one, and what limits cut off. */
interface Walked {
  readonly hops: readonly Hop[];
  readonly undone?: Hop;
  readonly caps: readonly Cap[];
}

async function walk(
  seeds: readonly Outpost[],
  named: readonly NamedUnit[],
  exclude: readonly RecordRef[],
  options: NeighbourhoodOptions,
  run: Run,
): Promise<Walked> {
  const { hops: wanted, enough, entitiesPerHop } = options;
  const excluded = new Set(exclude.flatMap(({ table, id }) => (table === 'entities' ? [id] : [])));
  const relationships = new Set<string>();
  const entities = new Set(seeds.map(({ id }) => id));
  const units = new Set(named.map(({ id }) => id));
  const hops: Hop[] = [];
  const caps: Cap[] = [];
  let ends = run.knowledge.facts.counts.relationships === undefined ? [] : seeds;
  while (ends.length > 0 && hops.length < (wanted === 'auto' ? FARTHEST : Math.max(wanted, 1))) {
    const outposts = hops.length === 0 ? ends : ends.slice(0, entitiesPerHop);
    const next = await hop(outposts, { relationships, excluded }, options, run);
    if (wanted === 0) return { hops: [{ ...next, steps: next.steps.filter(({ end }) => end !== undefined && entities.has(end)) }], caps: next.caps };
    if (outposts.length < ends.length) caps.push({ by: `${ID}.entitiesPerHop`, limit: entitiesPerHop, total: ends.length });
    caps.push(...next.caps);
    if (wanted === 'auto' && hops.length > 0) {
      const { kept, left } = enoughOf(next, units, enough);
      if (left.length > 0) return { hops: kept.length === 0 ? hops : [...hops, { ...next, steps: kept }], undone: { ...next, steps: left }, caps };
    }
    hops.push(next);
    for (const { textUnitIds } of next.steps) for (const unit of textUnitIds) units.add(unit);
    if (wanted === 'auto' && units.size > enough) break;
    for (const { id } of next.steps) relationships.add(id);
    ends = newEnds(next.steps, entities);
    for (const { id } of ends) entities.add(id);
  }
  return { hops, caps };
}

/** A text unit that names an entity. */
interface NamedUnit {
  readonly id: string;
  readonly seed: RecordRef;
}

async function textUnitsNaming(seeds: readonly Outpost[], run: Run): Promise<readonly NamedUnit[]> {
  const batch = await run.knowledge.rows({ table: 'entities', values: seeds.map(({ id }) => id), columns: ['textUnitIds'], signal: run.signal });
  return batch.ids.flatMap((id, row) => batch.get(row, 'textUnitIds').map((unit): NamedUnit => ({ id: unit, seed: { table: 'entities', id } })));
}

/** Everything that the hops reached, each record with all of its ways. */
function reachedBy(seeds: readonly Outpost[], named: readonly NamedUnit[], hops: readonly Hop[]): Reached {
  const reached = new Reached();
  const begun = new Set(seeds.map(({ id }) => id));
  for (const { id, seed } of named) reached.add('text_units', id, { by: ID, seed });
  for (const { steps } of hops) {
    for (const { id, via, end, textUnitIds } of steps) {
      // The best seed alone vouches for what a relationship tells, or a text unit would count twice for one sentence.
      if (reached.add('relationships', id, via)) for (const unit of textUnitIds) reached.add('text_units', unit, via);
      if (end !== undefined && !begun.has(end)) reached.add('entities', end, via);
    }
  }
  return reached;
}

function takenBack(seeds: readonly Outpost[], undone: Hop): readonly Dropped[] {
  return reachedBy(seeds, [], [undone]).candidates.map((candidate) => ({ ...candidate, reason: 'step-undone' }));
}
