import { embeddedText } from '@graphwright/context';
import type { Candidate, Dropped, Request, Result, Run, Via } from '@graphwright/contract';
import { entitiesByDegree, entitiesByTitle, type IndexMemo } from './memo/index-memo.ts';
import type { CommunityRecord, EntityRecord } from './memo/records.ts';
import { pythonSetOrder } from './python-set.ts';
import type { CompatibleOptions } from './options.ts';

const BY = 'local-compatible';

/** An entity from which the context is built. One that is named and hit stands twice. */
export interface SelectedEntity {
  readonly record: EntityRecord;
  readonly candidate: Candidate;
  /** Those of the level that is asked for, in the order in which GraphRAG's set of their numbers is walked. */
  readonly communities: readonly CommunityRecord[];
}

/** The entities of a question, in GraphRAG's order, and those that were left out on the way. */
export interface Selection {
  readonly entities: readonly SelectedEntity[];
  readonly dropped: readonly Dropped[];
}

/**
 * Selects the entities of a question: those that are named, in the order of the names and within a name by id; then the nearest
 * vectors, twice as many as asked for, or for an empty question the entities of highest degree. Entities of no community of the
 * level do not exist, and are not replaced.
 *
 * @returns The failure of the embedder, if it fails.
 */
export async function select(request: Request, memo: IndexMemo, run: Run, options: CompatibleOptions): Promise<Result<Selection>> {
  const text = embeddedText(request.question, request.turns, options);
  const found = text === '' ? { ok: true as const, value: await byDegree(memo, run, options) } : await byVector(text, memo, run, options);
  if (!found.ok) return found;
  const excluded = new Set(request.exclude ?? []);
  const dropped: Dropped[] = [...found.value.dropped];
  const entered: SelectedEntity[] = [];
  for (const entity of found.value.entities) {
    if (excluded.has(entity.record.title)) dropped.push({ ...entity.candidate, reason: 'excluded' });
    else entered.push(entity);
  }
  return { ok: true, value: { entities: [...(await named(request.include ?? [], memo, run, options)), ...entered], dropped } };
}

async function named(names: readonly string[], memo: IndexMemo, run: Run, options: CompatibleOptions): Promise<SelectedEntity[]> {
  if (names.length === 0) return [];
  const byTitle = await entitiesByTitle(run.knowledge, names, run.signal);
  const unknown = names.filter((name) => !byTitle.has(name));
  if (unknown.length > 0) {
    run.warn({ code: 'entity-unknown', message: 'No entity has a title that the request lists under "include".', count: unknown.length, examples: unknown.slice(0, 5) });
  }
  const records = names.flatMap((name) => byTitle.get(name) ?? []);
  const communities = await communitiesOf(records, memo, run, options);
  return records.flatMap((record, row) => exists(candidateOf(record.id, { by: 'include' }), record, communities[row]));
}

async function byVector(text: string, memo: IndexMemo, run: Run, options: CompatibleOptions): Promise<Result<Selection>> {
  const index = await run.vectors('entity_description');
  const embedded = await run.embed([text], { space: index.space, dimensions: index.dimensions });
  if (!embedded.ok) return embedded;
  const [vector] = embedded.value;
  const hits = vector === undefined ? [] : await index.search({ vector, k: options.topKMappedEntities * 2, metric: 'squared-l2', signal: run.signal });
  const records = await memo.entities(hits.map(({ id }) => id), run.signal);
  const communities = await communitiesOf(records, memo, run, options);
  const entities: SelectedEntity[] = [];
  const dropped: Dropped[] = [];
  for (const [row, { id, score }] of hits.entries()) {
    const [record, own] = [records[row], communities[row]];
    // A distance: the nearest has the least, and a score is better the higher it is.
    const candidate = candidateOf(id, { by: BY, score: -score, rank: row + 1 });
    if (record === undefined) dropped.push({ ...candidate, reason: 'unavailable' });
    else if (own === undefined) dropped.push({ ...candidate, reason: 'filtered' });
    else entities.push({ record, candidate, communities: own });
  }
  return { ok: true, value: { entities, dropped } };
}

async function byDegree(memo: IndexMemo, run: Run, options: CompatibleOptions): Promise<Selection> {
  const wanted = options.topKMappedEntities;
  const { communityLevel } = options;
  // Where no community is of the level, no entity exists: walking the table would only find that out slowly.
  if (communityLevel !== null && !run.knowledge.facts.levels.some((level) => level <= communityLevel)) return { entities: [], dropped: [] };
  const entities: SelectedEntity[] = [];
  for (let offset = 0; entities.length < wanted; offset += wanted * 2) {
    const records = await entitiesByDegree(run.knowledge, offset, wanted * 2, run.signal);
    if (records.length === 0) break;
    const communities = await communitiesOf(records, memo, run, options);
    for (const [row, record] of records.entries()) {
      entities.push(...exists(candidateOf(record.id, { by: 'degree', score: record.degree }), record, communities[row]));
    }
  }
  return { entities: entities.slice(0, wanted), dropped: [] };
}

/** The communities of entities; undefined for an entity that does not exist at the level that is asked for. */
export async function communitiesOf(
  records: readonly (EntityRecord | undefined)[],
  memo: IndexMemo,
  run: Run,
  { communityLevel: level }: CompatibleOptions,
): Promise<(readonly CommunityRecord[] | undefined)[]> {
  const known = records.map((record) => record && memo.existing(record, level));
  const ids = new Set<string>();
  for (const [row, record] of records.entries()) {
    if (known[row] === undefined) for (const id of record?.communityIds ?? []) ids.add(id);
  }
  const found = ids.size === 0 ? [] : await memo.communities([...ids], run.signal);
  const byId = new Map([...ids].map((id, row) => [id, found[row]]));
  return records.map((record, row) => {
    const before = known[row];
    if (before !== undefined) return before.communities;
    const all = record?.communityIds.flatMap((id) => byId.get(id) ?? []) ?? [];
    const own = level === null ? all : all.filter((community) => community.level <= level);
    const communities = own.length === 0 && level !== null ? undefined : inSetOrder(own);
    if (record !== undefined) memo.keep(record, { level, communities });
    return communities;
  });
}

function inSetOrder(communities: readonly CommunityRecord[]): readonly CommunityRecord[] {
  if (communities.length < 2) return communities;
  const byNumber = new Map(communities.map((community) => [Number(community.number), community]));
  const whole = [...byNumber.keys()].every((number) => Number.isSafeInteger(number) && number >= 0);
  return whole ? pythonSetOrder([...byNumber.keys()]).flatMap((number) => byNumber.get(number) ?? []) : communities;
}

function exists(candidate: Candidate, record: EntityRecord, communities: readonly CommunityRecord[] | undefined): SelectedEntity[] {
  return communities === undefined ? [] : [{ record, candidate, communities }];
}

function candidateOf(id: string, via: Via): Candidate {
  return { table: 'entities', id, ...(via.score === undefined ? {} : { score: via.score }), via: [via] };
}
