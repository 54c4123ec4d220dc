import { RecordMap, type Candidate, type Cap, type Dropped, type Found, type Run, type TableName, type Via } from '@graphwright/contract';
import { applyFilter, dropFrom, mergeFound, nothingFound } from '@graphwright/retrieval';
import { SECTION_TABLES, type LocalOptions, type SectionName } from './options.ts';
import { ofTable, type Entrance } from './seeds.ts';

const ID = 'local';

/** Records that are reached from seeds, each once, with all ways. */
class Reached {
  readonly #records = new RecordMap<{ readonly table: string; readonly id: string; readonly via: Via[] }>();

  add(table: TableName, id: string, via: Via): void {
    const fresh = { table, id, via: [via] };
    const record = this.#records.get(fresh);
    if (record === undefined) this.#records.set(fresh, fresh);
    else record.via.push(via);
  }

  get candidates(): readonly Candidate[] {
    return this.#records.values;
  }
}

/**
 * Gathers what lies around the seeds: the reports of their communities, the relationships at them, the claims about them, the text
 * units that name them or tell of those relationships. Everything is looked up by key, so the cost grows with the seeds and
 * their relationships and not with the index. Every record carries from which seed it was reached, and by which relationship.
 *
 * @returns What was found for each section that is offered, not yet ranked.
 */
export async function gather(entrance: Entrance, run: Run, options: LocalOptions): Promise<ReadonlyMap<SectionName, Found>> {
  const { order } = options;
  const ids = entrance.seeds.map(({ id }) => id);
  const [entities, relationships, claims] = await Promise.all([
    run.knowledge.rows({ table: 'entities', values: ids, columns: ['communityIds', 'textUnitIds'], signal: run.signal }),
    relationshipsAt(entrance, run, options),
    order.includes('claims') ? claimsOf(ids, run) : nothingFound,
  ]);
  const sources = new Reached();
  const communities = new Reached();
  for (const [row, id] of entities.ids.entries()) {
    const via = { by: ID, seed: { table: 'entities', id } };
    for (const unit of entities.get(row, 'textUnitIds')) sources.add('text_units', unit, via);
    for (const community of entities.get(row, 'communityIds')) communities.add('communities', community, via);
  }
  for (const { units, via } of relationships.evidence) for (const unit of units) sources.add('text_units', unit, via);
  const gathered: Readonly<Record<SectionName, Found>> = {
    entities: nothingFound,
    relationships: relationships.found,
    claims,
    reports: order.includes('reports') ? await reportsOf(communities.candidates, run, options) : nothingFound,
    sources: { ...nothingFound, candidates: sources.candidates },
  };
  const material = new Map<SectionName, Found>();
  for (const section of order) material.set(section, await complete(section, gathered[section], entrance, run));
  return material;
}

/** Adds what the entrance itself brought of the table, and takes out what the request hides or the index cannot show. */
async function complete(section: SectionName, gathered: Found, { found, scope }: Entrance, run: Run): Promise<Found> {
  const table = SECTION_TABLES[section];
  const merged = mergeFound([ofTable(found, table), gathered]);
  if (run.knowledge.facts.counts[table] === undefined) return dropFrom(merged, 'unavailable', () => true);
  return applyFilter(merged, scope, run);
}

interface RelationshipsFound {
  readonly found: Found;
  /** Text units of each relationship, with the way by which it was reached. */
  readonly evidence: readonly { readonly units: readonly string[]; readonly via: Via }[];
}

async function relationshipsAt({ seeds, excluded }: Entrance, run: Run, options: LocalOptions): Promise<RelationshipsFound> {
  if (run.knowledge.facts.counts.relationships === undefined) return { found: nothingFound, evidence: [] };
  const { relationshipsPerEntity: limit, relationshipsBy } = options;
  const { batch, of } = await run.knowledge.relationshipsOf({
    entityIds: seeds.map(({ id }) => id),
    limitPerEntity: limit,
    orderBy: relationshipsBy,
    columns: ['sourceId', 'targetId', 'textUnitIds'],
    signal: run.signal,
  });
  const reached = new Reached();
  const evidence = new Map<string, { units: readonly string[]; via: Via }>();
  const hidden = new Set<string>();
  const caps: Cap[] = [];
  for (const { entityId, rows, total } of of) {
    const seed = { table: 'entities', id: entityId };
    if (total > rows.length) caps.push({ by: `${ID}.relationshipsPerEntity`, seed, limit, total });
    for (const row of rows) {
      const id = batch.ids[row] ?? '';
      const [source, target] = [batch.get(row, 'sourceId'), batch.get(row, 'targetId')];
      if (excluded.size > 0 && [source, target].some((end) => end !== undefined && excluded.has({ table: 'entities', id: end }))) hidden.add(id);
      const via = stepFrom(seed, id, source, target);
      reached.add('relationships', id, via);
      // The best seed alone vouches for what a relationship tells, or a text unit would count twice for one sentence.
      if (!evidence.has(id) && !hidden.has(id)) evidence.set(id, { units: batch.get(row, 'textUnitIds'), via });
    }
  }
  return {
    found: dropFrom({ candidates: reached.candidates, dropped: [], caps }, 'excluded', ({ id }) => hidden.has(id)),
    evidence: [...evidence.values()],
  };
}

/** A step along a relationship; a bare way where its other end names no entity. */
function stepFrom(seed: { readonly table: string; readonly id: string }, relationshipId: string, source: string | undefined, target: string | undefined): Via {
  const direction = source === seed.id ? 'out' : 'in';
  const entityId = direction === 'out' ? target : source;
  return { by: ID, seed, ...(entityId === undefined ? {} : { path: [{ relationshipId, direction, entityId }] }) };
}

async function claimsOf(subjects: readonly string[], run: Run): Promise<Found> {
  if (run.knowledge.facts.counts.covariates === undefined) return nothingFound;
  const batch = await run.knowledge.rows({ table: 'covariates', by: 'subjectId', values: subjects, columns: ['subjectId'], signal: run.signal });
  const candidates = batch.ids.map((id, row): Candidate => {
    const subject = batch.get(row, 'subjectId');
    return { table: 'covariates', id, via: [{ by: ID, ...(subject === undefined ? {} : { seed: { table: 'entities', id: subject } }) }] };
  });
  return { ...nothingFound, candidates };
}

/** Reports of communities, each with the ways of its community; communities without one are dropped as `unavailable`. */
async function reportsOf(communities: readonly Candidate[], run: Run, { communityLevel }: LocalOptions): Promise<Found> {
  if (run.knowledge.facts.counts.community_reports === undefined) return nothingFound;
  const ways = new Map(communities.map(({ id, via }) => [id, via]));
  const batch = await run.knowledge.rows({
    table: 'community_reports',
    by: 'communityId',
    values: [...ways.keys()],
    columns: ['communityId', 'level'],
    signal: run.signal,
  });
  const candidates: Candidate[] = [];
  const dropped: Dropped[] = [];
  const reported = new Set<string>();
  for (const [row, id] of batch.ids.entries()) {
    const community = batch.get(row, 'communityId') ?? '';
    const report = { table: 'community_reports', id, via: ways.get(community) ?? [] };
    reported.add(community);
    if (communityLevel !== undefined && batch.get(row, 'level') > communityLevel) dropped.push({ ...report, reason: 'filtered' });
    else candidates.push(report);
  }
  for (const [id, via] of ways) if (!reported.has(id)) dropped.push({ table: 'communities', id, via, reason: 'unavailable' });
  return { candidates, dropped, caps: [] };
}
