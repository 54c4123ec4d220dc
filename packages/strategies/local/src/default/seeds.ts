import { normaliseName, type Candidate, type Found, type Request, type Result, type Run } from '@graphwright/contract';
import { applyFilter, dropFrom, filterFound, mergeFound, nothingFound, recordSet, resolveFilter, type FilterScope, type RecordSet } from '@graphwright/retrieval';
import type { LocalOptions } from './options.ts';

/** What a question entered by. */
export interface Entrance {
  /** Entities from which material is gathered, best first. */
  readonly seeds: readonly Candidate[];
  /** Everything that the entrance brought, of any table: seeds kept, the others dropped with a reason. */
  readonly found: Found;
  /** Entities that the request excludes. */
  readonly excluded: RecordSet;
  readonly scope: FilterScope | undefined;
}

const ID = 'local';

/**
 * Enters the graph: entities that the request includes first, in its order, then what the retriever finds; for an empty question
 * the entities with most relationships. Excluded ones are dropped, and so are those beyond `seeds`. Records that the caller
 * knows still seed. Names of the request that no entity has are warnings.
 *
 * @returns The failure of the retriever, unless the request itself includes an entity.
 */
export async function enter(request: Request, run: Run, { entrance, seeds: limit }: LocalOptions): Promise<Result<Entrance>> {
  const scope = await resolveFilter(request.filter, run);
  const included = await entitiesNamed(request.include ?? [], 'include', run);
  const excluded = recordSet(await entitiesNamed(request.exclude ?? [], 'exclude', run));
  const asked = await ask(request, run, entrance, limit);
  if (!asked.ok && included.length === 0) return asked;
  const retrieved = asked.ok ? asked.value : nothingFound;
  const merged = mergeFound([{ ...nothingFound, candidates: included }, retrieved]);
  const allowed = await applyFilter(filterFound(merged, { exclude: excluded }), scope, run);
  const entities = allowed.candidates.filter(({ table }) => table === 'entities');
  const seeds = entities.slice(0, Math.max(limit, included.length));
  const beyond = recordSet(entities.slice(seeds.length));
  return { ok: true, value: { seeds, excluded, scope, found: dropFrom(allowed, 'over-limit', (candidate) => beyond.has(candidate)) } };
}

async function ask(request: Request, run: Run, entrance: LocalOptions['entrance'], limit: number): Promise<Result<Found>> {
  const { question, filter } = request;
  if (question.trim() === '') return { ok: true, value: await mostConnected(limit, run) };
  const retriever = await run.use(entrance);
  return retriever.retrieve({ questions: [question], ...(filter === undefined ? {} : { filter }) }, run);
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
