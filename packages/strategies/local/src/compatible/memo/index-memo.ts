import type { RowRecord } from '@graphwright/context';
import { compareStrings, type Batch, type KnowledgeBase, type TableName, type Tables } from '@graphwright/contract';
import { Remembered } from './remembered.ts';
import { compareNeighbours, type CommunityRecord, type EntityRecord, type LevelCommunities, type Neighbour, type NumberedRecord, type RankingAttribute, type ReportRecord } from './records.ts';

/** Values of one kind that are kept at most. A neighbour is some 150 bytes. */
const KEPT = 250_000;

const memos = new WeakMap<KnowledgeBase, { readonly fingerprint: string; readonly memo: IndexMemo }>();

/**
 * What an index says of records, decoded once and kept as long as the index is open and unchanged: nothing of a question, so
 * engines and runs may share it. Everything is looked up by key; nothing here grows with the index.
 */
export class IndexMemo {
  readonly #knowledge: KnowledgeBase;
  readonly #entities = new Remembered<EntityRecord>(KEPT, (entity) => entity.textUnitIds.length + entity.communityIds.length);
  readonly #communities = new Remembered<CommunityRecord>(KEPT, () => 0);
  readonly #reports = new Remembered<ReportRecord>(KEPT, () => 0);
  readonly #neighbourhoods = new Remembered<readonly Neighbour[]>(KEPT, (neighbours) => neighbours.length);
  readonly #claims = new Remembered<readonly NumberedRecord[]>(KEPT, (claims) => claims.length);
  readonly #units = new Remembered<readonly RowRecord[]>(KEPT, (units) => units.length);
  readonly #ranked = { rank: rankedMemo(), weight: rankedMemo() };

  private constructor(knowledge: KnowledgeBase) {
    this.#knowledge = knowledge;
  }

  /** The memo of a knowledge base. */
  static of(knowledge: KnowledgeBase): IndexMemo {
    const { fingerprint } = knowledge;
    const known = memos.get(knowledge);
    if (known?.fingerprint === fingerprint) return known.memo;
    const memo = new IndexMemo(knowledge);
    memos.set(knowledge, { fingerprint, memo });
    return memo;
  }

  /** Entities by id. */
  async entities(ids: readonly string[], signal: AbortSignal): Promise<(EntityRecord | undefined)[]> {
    return this.#entities.get(ids, async (values) => {
      const batch = await this.#knowledge.rows({ table: 'entities', values, columns: ENTITY_COLUMNS, signal });
      return new Map(batch.ids.map((id, row) => [id, entityRecord(batch, row)]));
    });
  }

  /**
   * The communities of an entity at a level, in the order in which GraphRAG's set of their numbers is walked; undefined where nothing is
   * remembered of it. A record keeps those of the level that was asked for last.
   */
  existing(entity: EntityRecord, level: number | null): LevelCommunities | undefined {
    return entity.existing?.level === level ? entity.existing : undefined;
  }

  /** Remembers what {@link existing} then gives. */
  keep(entity: EntityRecord, communities: LevelCommunities): void {
    entity.existing = communities;
  }

  /** Communities by id. */
  async communities(ids: readonly string[], signal: AbortSignal): Promise<(CommunityRecord | undefined)[]> {
    return this.#communities.get(ids, async (values) => {
      const batch = await this.#knowledge.rows({ table: 'communities', values, columns: ['humanReadableId', 'level'], signal });
      return new Map(batch.ids.map((id, row) => [id, { id, number: batch.get(row, 'humanReadableId') ?? id, level: batch.get(row, 'level') }]));
    });
  }

  /** Reports by the id of their community; of several the last one in the table. */
  async reports(communityIds: readonly string[], signal: AbortSignal): Promise<(ReportRecord | undefined)[]> {
    return this.#reports.get(communityIds, async (values) => {
      const columns = ['communityId', 'humanReadableId', 'ordinal', 'level', 'rank'] as const;
      const batch = await this.#knowledge.rows({ table: 'community_reports', by: 'communityId', values, columns, signal });
      return new Map(
        batch.ids.map((id, row) => [batch.get(row, 'communityId') ?? '', { ...numbered(batch, row, id), level: batch.get(row, 'level'), rank: batch.get(row, 'rank') }]),
      );
    });
  }

  /** The relationships of entities, one for one, in the order of the table. */
  async neighbourhoods(entityIds: readonly string[], signal: AbortSignal): Promise<(readonly Neighbour[])[]> {
    const found = await this.#neighbourhoods.get(entityIds, async (missing) => {
      const { batch, of } = await this.#knowledge.relationshipsOf({ entityIds: missing, columns: NEIGHBOUR_COLUMNS, signal });
      return new Map(of.map(({ entityId, rows }) => [entityId, rows.map((row) => neighbour(batch, row, entityId))]));
    });
    return found.map((neighbours) => neighbours ?? []);
  }

  /** The relationships at entities in the order of `compareNeighbours`, one for one with the ids. Sorted once for an entity and an attribute. */
  async rankedNeighbourhoods(entityIds: readonly string[], by: RankingAttribute, signal: AbortSignal): Promise<(readonly Neighbour[])[]> {
    const found = await this.#ranked[by].get(entityIds, async (missing) => {
      const hoods = await this.neighbourhoods(missing, signal);
      return new Map(missing.map((id, place) => [id, (hoods[place] ?? []).toSorted((a, b) => compareNeighbours(a, b, by))]));
    });
    return found.map((neighbours) => neighbours ?? []);
  }

  /** The claims about entities, by the id of the entity, in the order of the table. */
  async claims(entityIds: readonly string[], signal: AbortSignal): Promise<(readonly NumberedRecord[])[]> {
    const found = await this.#claims.get(entityIds, async (values) => {
      const columns = ['subjectId', 'humanReadableId', 'ordinal'] as const;
      const batch = await this.#knowledge.rows({ table: 'covariates', by: 'subjectId', values, columns, signal });
      const claims = new Map<string, NumberedRecord[]>();
      for (const [row, id] of batch.ids.entries()) append(claims, batch.get(row, 'subjectId') ?? '', numbered(batch, row, id));
      return claims;
    });
    return found.map((claims) => claims ?? []);
  }

  /**
   * The text units of entities, best first: descending by the number of relationships of the entity that were taken from the
   * unit, ties in the order of the entity's list. A unit that states no relationships is counted by the relationships that
   * name the unit. The label is the number of the row, and the way of each unit is the entity.
   */
  async textUnits(entities: readonly EntityRecord[], signal: AbortSignal): Promise<(readonly RowRecord[])[]> {
    const found = await this.#units.get(entities.map(({ id }) => id), async (missing) => {
      const byId = new Map(entities.map((entity) => [entity.id, entity]));
      return this.#rankedUnits(missing.flatMap((id) => byId.get(id) ?? []), signal);
    });
    return found.map((units) => units ?? []);
  }

  async #rankedUnits(entities: readonly EntityRecord[], signal: AbortSignal): Promise<ReadonlyMap<string, readonly RowRecord[]>> {
    const hoods = await this.neighbourhoods(entities.map(({ id }) => id), signal);
    const values = [...new Set(entities.flatMap(({ textUnitIds }) => textUnitIds))];
    const columns = ['humanReadableId', 'ordinal', 'relationshipIds'] as const;
    const batch = await this.#knowledge.rows({ table: 'text_units', values, columns, signal });
    const units = new Map<string, { readonly record: NumberedRecord; readonly relationshipIds: readonly string[] }>();
    const silent = new Set<string>();
    for (const [row, id] of batch.ids.entries()) {
      const relationshipIds = batch.get(row, 'relationshipIds');
      const record = { id, humanReadableId: batch.get(row, 'humanReadableId'), label: String(batch.get(row, 'ordinal')) };
      units.set(id, { record, relationshipIds });
      if (relationshipIds.length === 0) silent.add(id);
    }
    const named = await this.#namedUnits(entities.filter(({ textUnitIds }) => textUnitIds.some((id) => silent.has(id))), signal);
    return new Map(
      entities.map(({ id, textUnitIds }, index) => {
        const own = new Set(hoods[index]?.map((neighbour) => neighbour.id));
        const counted = [...new Set(textUnitIds)].flatMap((unitId) => {
          const unit = units.get(unitId);
          if (unit === undefined) return [];
          const count = silent.has(unitId) ? (named.get(id)?.get(unitId) ?? 0) : countIn(unit.relationshipIds, own);
          return [{ record: unit.record, count }];
        });
        return [id, counted.toSorted((a, b) => b.count - a.count).map(({ record }) => unitRow(record, id))];
      }),
    );
  }

  /** For each entity, how many of its relationships name a text unit. */
  async #namedUnits(entities: readonly EntityRecord[], signal: AbortSignal): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
    if (entities.length === 0) return new Map();
    const { batch, of } = await this.#knowledge.relationshipsOf({ entityIds: entities.map(({ id }) => id), columns: ['textUnitIds'], signal });
    return new Map(
      of.map(({ entityId, rows }) => {
        const counts = new Map<string, number>();
        for (const row of rows) for (const unit of new Set(batch.get(row, 'textUnitIds'))) counts.set(unit, (counts.get(unit) ?? 0) + 1);
        return [entityId, counts];
      }),
    );
  }
}

const ENTITY_COLUMNS = ['title', 'humanReadableId', 'ordinal', 'degree', 'communityIds', 'textUnitIds'] as const;
const NEIGHBOUR_COLUMNS = ['humanReadableId', 'ordinal', 'sourceId', 'targetId', 'sourceTitle', 'targetTitle', 'combinedDegree', 'weight'] as const;

/** An entity of a batch that holds its columns. */
function entityRecord(batch: Batch<'entities', (typeof ENTITY_COLUMNS)[number]>, row: number): EntityRecord {
  return {
    ...numbered(batch, row, batch.ids[row] ?? ''),
    title: batch.get(row, 'title'),
    degree: batch.get(row, 'degree') ?? 0,
    communityIds: batch.get(row, 'communityIds'),
    textUnitIds: batch.get(row, 'textUnitIds'),
    existing: undefined,
  };
}

/** The entities that bear a title exactly, by title, each list ascending by id. */
export async function entitiesByTitle(knowledge: KnowledgeBase, titles: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, readonly EntityRecord[]>> {
  const batch = await knowledge.rows({ table: 'entities', by: 'title', values: titles, columns: ENTITY_COLUMNS, signal });
  const found = new Map<string, EntityRecord[]>();
  for (let row = 0; row < batch.size; row++) append(found, batch.get(row, 'title'), entityRecord(batch, row));
  for (const entities of found.values()) entities.sort((a, b) => compareStrings(a.id, b.id));
  return found;
}

/** A stretch of the entities by degree, descending, ties by id. */
export async function entitiesByDegree(knowledge: KnowledgeBase, offset: number, limit: number, signal: AbortSignal): Promise<EntityRecord[]> {
  const batch = await knowledge.page({ table: 'entities', orderBy: 'degree', offset, limit, columns: ENTITY_COLUMNS, signal });
  return batch.ids.map((_, row) => entityRecord(batch, row));
}

function neighbour(batch: Batch<'relationships', (typeof NEIGHBOUR_COLUMNS)[number]>, row: number, entityId: string): Neighbour {
  const source = batch.get(row, 'sourceId') ?? titleKey(batch.get(row, 'sourceTitle'));
  const target = batch.get(row, 'targetId') ?? titleKey(batch.get(row, 'targetTitle'));
  const outgoing = source === entityId;
  return {
    ...numbered(batch, row, batch.ids[row] ?? ''),
    ordinal: batch.get(row, 'ordinal'),
    outer: outgoing ? target : source,
    outgoing,
    loop: source === target,
    rank: batch.get(row, 'combinedDegree') ?? 0,
    weight: batch.get(row, 'weight') ?? 0,
  };
}

/** Stands for an end that names no entity; no id begins so. */
function titleKey(title: string): string {
  return `\u0000${title}`;
}

type NumberedTable = Extract<TableName, 'entities' | 'relationships' | 'covariates' | 'community_reports'>;

function numbered<T extends NumberedTable>(
  batch: Batch<T, ('humanReadableId' | 'ordinal') & keyof Tables[T]>,
  row: number,
  id: string,
): NumberedRecord {
  const humanReadableId = batch.get(row, 'humanReadableId');
  return { id, humanReadableId, label: humanReadableId ?? String(batch.get(row, 'ordinal')) };
}

function unitRow({ id, humanReadableId, label }: NumberedRecord, entityId: string): RowRecord {
  return { candidate: { table: 'text_units', id, via: [{ by: 'text-units', seed: { table: 'entities', id: entityId } }] }, label, humanReadableId };
}

function countIn(ids: readonly string[], own: ReadonlySet<string>): number {
  let count = 0;
  for (const id of ids) if (own.has(id)) count += 1;
  return count;
}

function append<V>(lists: Map<string, V[]>, key: string, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function rankedMemo(): Remembered<readonly Neighbour[]> {
  return new Remembered<readonly Neighbour[]>(KEPT, (neighbours) => neighbours.length);
}
