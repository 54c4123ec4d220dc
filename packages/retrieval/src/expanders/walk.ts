import type { Cap, Dropped, PathStep, RecordRef, Run, Via } from '@graphwright/contract';
import type { NeighbourhoodOptions } from './neighbourhood.ts';

/** The name of the expander in ways and caps. */
export const ID = 'neighbourhood';

/** An entity from which a hop goes on, and how it was reached. */
export interface Outpost {
  readonly id: string;
  readonly seed: RecordRef;
  readonly path: readonly PathStep[];
}

/** One relationship as it is walked from an outpost. */
export interface Step {
  readonly id: string;
  /** The outpost that it begins at. */
  readonly from: string;
  readonly via: Via;
  /** The entity at the other end; undefined where its title names none. */
  readonly end: string | undefined;
  readonly textUnitIds: readonly string[];
}

/** What one hop brought, the ways of the best outpost first. A relationship between two outposts is walked from both. */
export interface Hop {
  readonly steps: readonly Step[];
  /** Relationships at entities that are excluded. */
  readonly hidden: readonly Dropped[];
  readonly caps: readonly Cap[];
}

/** What a walk knows already, and therefore does not bring again. */
export interface Known {
  readonly relationships: ReadonlySet<string>;
  readonly excluded: ReadonlySet<string>;
}

/** Walks every relationship at the outposts, as far as the options allow. One look-up by key. */
export async function hop(outposts: readonly Outpost[], known: Known, options: NeighbourhoodOptions, run: Run): Promise<Hop> {
  const { relationshipsPerEntity: limit, relationshipsBy } = options;
  const { batch, of } = await run.knowledge.relationshipsOf({
    entityIds: outposts.map(({ id }) => id),
    limitPerEntity: limit,
    orderBy: relationshipsBy,
    columns: ['sourceId', 'targetId', 'textUnitIds'],
    signal: run.signal,
  });
  const steps: Step[] = [];
  const hidden: Dropped[] = [];
  const caps: Cap[] = [];
  for (const [place, { entityId, rows, total }] of of.entries()) {
    const outpost = outposts[place];
    if (outpost === undefined) continue;
    if (total > rows.length) caps.push({ by: `${ID}.relationshipsPerEntity`, seed: { table: 'entities', id: entityId }, limit, total });
    for (const row of rows) {
      const id = batch.ids[row] ?? '';
      if (known.relationships.has(id)) continue;
      const direction = batch.get(row, 'sourceId') === entityId ? 'out' : 'in';
      const end = batch.get(row, direction === 'out' ? 'targetId' : 'sourceId');
      const via = wayOf(outpost, end === undefined ? undefined : { relationshipId: id, direction, entityId: end });
      if (end !== undefined && known.excluded.has(end)) hidden.push({ table: 'relationships', id, via: [via], reason: 'excluded' });
      else steps.push({ id, from: entityId, via, end, textUnitIds: batch.get(row, 'textUnitIds') });
    }
  }
  return { steps, hidden, caps };
}

/** The way along a step; where its other end names no entity, the way to where it begins. */
function wayOf({ seed, path }: Outpost, step: PathStep | undefined): Via {
  const walked = step === undefined ? path : [...path, step];
  return { by: ID, seed, ...(walked.length === 0 ? {} : { path: walked }) };
}

/** The entities at the other ends that were not reached before, each by its first way. */
export function newEnds(steps: readonly Step[], reached: ReadonlySet<string>): Outpost[] {
  const ends = new Map<string, Outpost>();
  for (const { end, via } of steps) {
    if (end === undefined || via.seed === undefined || reached.has(end) || ends.has(end)) continue;
    ends.set(end, { id: end, seed: via.seed, path: via.path ?? [] });
  }
  return [...ends.values()];
}

/**
 * The steps of a hop from the first outposts, as long as these reach at most `enough` text units with those that are reached already; and the steps
 * from the others.
 */
export function enoughOf({ steps }: Hop, reached: ReadonlySet<string>, enough: number): { readonly kept: readonly Step[]; readonly left: readonly Step[] } {
  const units = new Set(reached);
  let end = 0;
  for (const [place, { from, textUnitIds }] of steps.entries()) {
    for (const unit of textUnitIds) units.add(unit);
    if (units.size > enough) break;
    if (steps[place + 1]?.from !== from) end = place + 1;
  }
  return { kept: steps.slice(0, end), left: steps.slice(end) };
}
