import { normaliseName, type Candidate, type Dropped, type Found, type Request, type Result, type Run } from '@graphwright/contract';
import { applyFilter, dropFrom, filterFound, mergeFound, nothingFound, rank, Reached, recordSet, resolveFilter, type FilterScope, type RecordSet } from '@graphwright/retrieval';
import type { LocalOptions } from './options.ts';

/** What a question entered by. */
export interface Entrance {
  /** Entities from which material is gathered, best first. */
  readonly seeds: readonly Candidate[];
  /** Everything that the entrance brought, of any table: seeds kept, the others dropped with a reason. */
  readonly found: Found;
  /** Entities that the request excludes. */
  readonly excluded: readonly Candidate[];
  readonly scope: FilterScope | undefined;
}

const ID = 'local';

/**
 * Enters the graph: entities that the request includes first, in its order, then what the retriever finds, in the order of `seedOrder`; for an
 * empty question the entities with most relationships. Where the retriever finds text units and no entity, the entities that they name
 * stand in. Excluded ones are dropped, and so are those beyond `seeds`, or beyond `seedsWhenSparse` where the first ones have
 * few relationships. Records that the caller knows still seed. Names of the request that no entity has are warnings.
 *
 * @returns The failure of the retriever, unless the request itself includes an entity.
 */
export async function enter(request: Request, run: Run, options: LocalOptions): Promise<Result<Entrance>> {
  const scope = await resolveFilter(request.filter, run);
  const included = await entitiesNamed(request.include ?? [], 'include', run);
  const excluded = await entitiesNamed(request.exclude ?? [], 'exclude', run);
  const asked = await ask(request, run, options);
  if (!asked.ok && included.length === 0) return asked;
  const retrieved = asked.ok ? asked.value : nothingFound;
  const shut = excluded.map((candidate): Dropped => ({ ...candidate, reason: 'excluded' }));
  const rules = { exclude: recordSet(excluded) };
  const merged = mergeFound([{ ...nothingFound, candidates: included }, filterFound(retrieved, rules), { ...nothingFound, dropped: shut }]);
  const allowed = await applyFilter(filterFound(merged, rules), scope, run);
  const entities = await ordered(allowed.candidates.filter(({ table }) => table === 'entities'), request, recordSet(included), run, options);
  const limit = Math.max(included.length, await seedLimit(entities, run, options));
  const seeds = entities.slice(0, limit);
  const beyond = recordSet(entities.slice(limit));
  return { ok: true, value: { seeds, excluded, scope, found: dropFrom(allowed, 'over-limit', (candidate) => beyond.has(candidate)) } };
}

/** Entities that the request includes lead; the ranker orders the others. */
async function ordered(entities: readonly Candidate[], { question }: Request, included: RecordSet, run: Run, { seedOrder }: LocalOptions): Promise<readonly Candidate[]> {
  const first = entities.filter((entity) => included.has(entity));
  const others = entities.filter((entity) => !included.has(entity));
  return [...first, ...(await rank(run, seedOrder, { question, section: 'entities', candidates: others, seeds: others }))];
}

/** How many entities seed: more of them where the graph around the first ones is sparse, which comes before walking deeper. */
async function seedLimit(entities: readonly Candidate[], run: Run, { seeds, seedsWhenSparse, sparseBelow }: LocalOptions): Promise<number> {
  if (entities.length <= seeds || seedsWhenSparse <= seeds || run.knowledge.facts.counts.relationships === undefined) return seeds;
  const first = entities.slice(0, seeds).map(({ id }) => id);
  const { of } = await run.knowledge.relationshipsOf({ entityIds: first, limitPerEntity: 0, columns: [], signal: run.signal });
  const relationships = of.reduce((sum, { total }) => sum + total, 0);
  if (relationships >= sparseBelow * seeds) return seeds;
  run.report('sparse', { seeds, relationships, widenedTo: Math.min(seedsWhenSparse, entities.length) });
  return seedsWhenSparse;
}

async function ask(request: Request, run: Run, { entrance, seeds }: LocalOptions): Promise<Result<Found>> {
  const { question, filter } = request;
  if (question.trim() === '') return { ok: true, value: await mostConnected(seeds, run) };
  const retriever = await run.use(entrance);
  const found = await retriever.retrieve({ questions: [question], ...(filter === undefined ? {} : { filter }) }, run);
  if (!found.ok || found.value.candidates.some(({ table }) => table === 'entities')) return found;
  return { ok: true, value: mergeFound([found.value, await entitiesNamedIn(found.value, run)]) };
}

/** The entities that text units name, those that most of them name first, then those of the first unit. */
async function entitiesNamedIn({ candidates }: Found, run: Run): Promise<Found> {
  const units = candidates.flatMap(({ table, id }) => (table === 'text_units' ? [id] : []));
  if (units.length === 0) return nothingFound;
  const batch = await run.knowledge.rows({ table: 'text_units', values: units, columns: ['entityIds'], signal: run.signal });
  const reached = new Reached();
  for (const [row, id] of batch.ids.entries()) {
    for (const entity of batch.get(row, 'entityIds')) reached.add('entities', entity, { by: `${ID}.named`, seed: { table: 'text_units', id } });
  }
  return { ...nothingFound, candidates: reached.candidates.toSorted((a, b) => b.via.length - a.via.length) };
}

async function mostConnected(limit: number, run: Run): Promise<Found> {
  const batch = await run.knowledge.page({ table: 'entities', columns: ['degree'], orderBy: 'degree', offset: 0, limit, signal: run.signal });
  const candidates = batch.ids.map((id, row): Candidate => {
    const degree = batch.get(row, 'degree');
    return { table: 'entities', id, ...(degree === undefined ? {} : { score: degree }), via: [{ by: `${ID}.degree`, rank: row + 1 }] };
  });
  return { ...nothingFound, candidates };
}

async function entitiesNamed(names: readonly string[], list: 'include' | 'exclude', run: Run): Promise<Candidate[]> {
  if (names.length === 0) return [];
  const values = names.map(normaliseName);
  const batch = await run.knowledge.rows({ table: 'entities', by: 'name', values, columns: ['title'], signal: run.signal });
  const known = new Set(batch.ids.map((_, row) => normaliseName(batch.get(row, 'title'))));
  const unknown = names.filter((name) => !known.has(normaliseName(name)));
  if (unknown.length > 0) {
    run.warn({
      code: 'entity-unknown',
      message: `No entity has a name that the request lists under "${list}".`,
      count: unknown.length,
      examples: unknown.slice(0, 5),
    });
  }
  return batch.ids.map((id) => ({ table: 'entities', id, via: [{ by: `${ID}.${list}` }] }));
}

/** The candidates of a Found that are records of one table, and what was dropped of them. */
export function ofTable(found: Found, table: string): Found {
  return {
    candidates: found.candidates.filter((candidate) => candidate.table === table),
    dropped: found.dropped.filter((candidate) => candidate.table === table),
    caps: [],
  };
}
