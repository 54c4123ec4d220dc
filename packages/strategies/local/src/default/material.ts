import type { Candidate, Dropped, Found, Request, Run } from '@graphwright/contract';
import { applyFilter, dropFrom, filterFound, mergeFound, nothingFound, Reached, recordSet, type FilterScope, type RecordSet } from '@graphwright/retrieval';
import type { LocalOptions } from './options.ts';
import { SECTION_TABLES, type SectionName } from './profiles.ts';
import { ofTable, type Entrance } from './seeds.ts';

const ID = 'local';

/** What was gathered around the seeds. */
export interface Material {
  /** What was found for each section that is offered, not yet ranked. */
  readonly sections: ReadonlyMap<SectionName, Found>;
  /** What entrance and expander brought, of every table. */
  readonly found: Found;
}

/**
 * Gathers what lies around the seeds: what the expander reaches (relationships, entities at their other ends, text units), the claims about the
 * seeds, the reports of their communities. Everything is looked up by key, so the cost grows with the seeds and their relationships
 * and not with the index. Every record carries from which seed it was reached, and by which path.
 *
 * Limits that held for the search or the walk as a whole stand with the first section.
 */
export async function gather(entrance: Entrance, request: Request, run: Run, options: LocalOptions): Promise<Material> {
  const { order } = options;
  const ids = entrance.seeds.map(({ id }) => id);
  const [expanded, claims, reports] = await Promise.all([
    expand(entrance, request, run, options),
    order.includes('claims') ? claimsOf(ids, run) : nothingFound,
    order.includes('reports') ? reportsAround(ids, run, options) : nothingFound,
  ]);
  const found = mergeFound([entrance.found, expanded]);
  const exclude = recordSet(entrance.excluded);
  const sections = new Map<SectionName, Found>();
  for (const section of order) {
    const table = SECTION_TABLES[section];
    const own = section === 'claims' ? claims : section === 'reports' ? reports : nothingFound;
    const merged = mergeFound([ofTable(found, table), own]);
    const caps = section === order[0] ? found.caps : [];
    sections.set(section, await complete(table, { ...merged, caps: [...merged.caps, ...caps] }, exclude, entrance.scope, run));
  }
  return { sections, found };
}

/** What the expander reaches. One that fails is left out with a warning: the seeds alone are material. */
async function expand({ seeds, excluded }: Entrance, { filter }: Request, run: Run, { expander }: LocalOptions): Promise<Found> {
  const from = { from: seeds, exclude: excluded, ...(filter === undefined ? {} : { filter }) };
  const expanded = await (await run.use(expander)).expand(from, run);
  if (expanded.ok) return expanded.value;
  run.warn({ code: 'expander-failed', message: `The expander ${expander.use} was left out: ${expanded.failure.message}` });
  return nothingFound;
}

/** Takes out what the request hides or the index cannot show. */
async function complete(table: string, found: Found, exclude: RecordSet, scope: FilterScope | undefined, run: Run): Promise<Found> {
  const { counts } = run.knowledge.facts;
  if (!Object.entries(counts).some(([name]) => name === table)) return dropFrom(found, 'unavailable', () => true);
  return applyFilter(filterFound(found, { exclude }), scope, run);
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

async function reportsAround(entities: readonly string[], run: Run, options: LocalOptions): Promise<Found> {
  const batch = await run.knowledge.rows({ table: 'entities', values: entities, columns: ['communityIds'], signal: run.signal });
  const communities = new Reached();
  for (const [row, id] of batch.ids.entries()) {
    for (const community of batch.get(row, 'communityIds')) communities.add('communities', community, { by: ID, seed: { table: 'entities', id } });
  }
  return reportsOf(communities.candidates, run, options);
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
