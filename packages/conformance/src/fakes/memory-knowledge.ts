import {
  compareStrings,
  GraphwrightError,
  nameWords,
  normaliseName,
  TABLE_NAMES,
  throwIfAborted,
  type Batch,
  type IndexFacts,
  type KnowledgeBase,
  type PageRequest,
  type RelationshipsRequest,
  type RelationshipsResult,
  type RowsRequest,
  type TableName,
  type Tables,
} from '@graphwright/contract';

/** Rows for a fake: an id, and whatever else the test is about. */
export type FakeTables = { readonly [T in TableName]?: readonly (Partial<Tables[T]> & { readonly id: string })[] };

/** A request that a fake was asked. */
export interface FakeRequest {
  readonly method: 'rows' | 'page' | 'relationshipsOf';
  readonly table: TableName;
  readonly columns: readonly string[];
  /** How many rows it gave. */
  readonly rows: number;
}

/** A knowledge base in memory that remembers what it was asked. */
export interface FakeKnowledge extends KnowledgeBase {
  /** Every request so far, oldest first. */
  readonly requests: readonly FakeRequest[];
  /** How many values of a column of a table were read so far. */
  reads(table: TableName, column: string): number;
}

type Complete = { readonly [T in TableName]: (row: Partial<Tables[T]> & { readonly id: string }, ordinal: number) => Tables[T] };

/**
 * A knowledge base over rows written down in a test. What a row leaves out is filled in: `ordinal` and `humanReadableId` count
 * from 0, titles are the id, lists are empty, levels 0, the titles at a relationship's ends are those of its entities; all else
 * is absent. Written for clearness: do not take it for a store.
 */
export function memoryKnowledge(tables: FakeTables): FakeKnowledge {
  const titles = new Map((tables.entities ?? []).map((entity) => [entity.id, entity.title ?? entity.id]));
  const complete = completions(titles);
  const store: { readonly [T in TableName]?: readonly Tables[T][] } = {
    ...(tables.entities === undefined ? {} : { entities: tables.entities.map(complete.entities) }),
    ...(tables.relationships === undefined ? {} : { relationships: tables.relationships.map(complete.relationships) }),
    ...(tables.text_units === undefined ? {} : { text_units: tables.text_units.map(complete.text_units) }),
    ...(tables.communities === undefined ? {} : { communities: tables.communities.map(complete.communities) }),
    ...(tables.community_reports === undefined ? {} : { community_reports: tables.community_reports.map(complete.community_reports) }),
    ...(tables.covariates === undefined ? {} : { covariates: tables.covariates.map(complete.covariates) }),
    ...(tables.documents === undefined ? {} : { documents: tables.documents.map(complete.documents) }),
  };
  const requests: FakeRequest[] = [];
  const reads = new Map<string, number>();
  const lookups = new Map<string, ReadonlyMap<string | number, readonly number[]>>();

  function tableOf<T extends TableName>(table: T): readonly Tables[T][] {
    const rows = store[table];
    if (rows !== undefined) return rows;
    throw new GraphwrightError({ code: 'table-missing', message: `There is no table ${table}.`, where: { table } });
  }

  function batchOf<T extends TableName, C extends keyof Tables[T]>(
    method: FakeRequest['method'],
    table: T,
    rows: readonly Tables[T][],
    columns: readonly C[],
  ): Batch<T, C> {
    requests.push({ method, table, columns: columns.map(String), rows: rows.length });
    return {
      size: rows.length,
      ids: rows.map((row) => row.id),
      get(row, column) {
        const record = rows[row];
        if (record === undefined || !columns.includes(column)) throw new RangeError(`no ${String(column)} of row ${row} was asked for`);
        const key = `${table}.${String(column)}`;
        reads.set(key, (reads.get(key) ?? 0) + 1);
        return record[column];
      },
    };
  }

  function lookup(table: TableName, by: string): ReadonlyMap<string | number, readonly number[]> {
    const name = `${table}.${by}`;
    const known = lookups.get(name);
    if (known !== undefined) return known;
    const made = new Map<string | number, number[]>();
    for (const [row, record] of tableOf(table).entries()) {
      for (const key of keysOf(record, by)) made.set(key, [...(made.get(key) ?? []), row]);
    }
    lookups.set(name, made);
    return made;
  }

  return {
    specVersion: 'v1',
    fingerprint: digest(JSON.stringify(TABLE_NAMES.map((table) => store[table] ?? null))),
    facts: factsOf(store),
    columns: Object.fromEntries(TABLE_NAMES.flatMap((table) => (store[table] === undefined ? [] : [[table, columnsOf(store[table])]]))),
    requests,
    reads: (table, column) => reads.get(`${table}.${column}`) ?? 0,
    async rows<T extends TableName, C extends keyof Tables[T]>(request: RowsRequest<T, C>): Promise<Batch<T, C>> {
      const { table, by, values, limitPerValue = Infinity, columns, signal } = request;
      throwIfAborted(signal);
      const records = tableOf(table);
      const found = lookup(table, by ?? 'id');
      const rows = [...new Set(values.flatMap((value) => found.get(value)?.slice(0, limitPerValue) ?? []))];
      return batchOf('rows', table, rows.flatMap((row) => records[row] ?? []), columns);
    },
    async page<T extends TableName, C extends keyof Tables[T]>(request: PageRequest<T, C>): Promise<Batch<T, C>> {
      const { table, columns, orderBy = 'ordinal', offset, limit, signal } = request;
      throwIfAborted(signal);
      const records = tableOf(table);
      const ordered = orderBy === 'ordinal' ? records : records.toSorted((a, b) => descending(a, b, orderBy) || compareStrings(a.id, b.id));
      return batchOf('page', table, ordered.slice(offset, offset + limit), columns);
    },
    async relationshipsOf<C extends keyof Tables['relationships']>(request: RelationshipsRequest<C>): Promise<RelationshipsResult<C>> {
      const { entityIds, direction = 'both', orderBy = 'ordinal', limitPerEntity = Infinity, columns, signal } = request;
      throwIfAborted(signal);
      const records = tableOf('relationships');
      const rows = new Map<Tables['relationships'], number>();
      const of = entityIds.map((entityId) => {
        const all = records.filter(
          (record) => (direction !== 'in' && record.sourceId === entityId) || (direction !== 'out' && record.targetId === entityId),
        );
        const ordered = orderBy === 'ordinal' ? all : all.toSorted((a, b) => descending(a, b, orderBy));
        const kept = ordered.slice(0, limitPerEntity);
        for (const record of kept) if (!rows.has(record)) rows.set(record, rows.size);
        return { entityId, rows: kept.flatMap((record) => rows.get(record) ?? []), total: all.length };
      });
      return { batch: batchOf('relationshipsOf', 'relationships', [...rows.keys()], columns), of };
    },
    async close() {},
  };
}

function keysOf(record: object, by: string): readonly (string | number)[] {
  const title = String(Reflect.get(record, 'title'));
  if (by === 'name') return [normaliseName(title)];
  if (by === 'nameWord') return nameWords(title);
  const value: unknown = Reflect.get(record, by) ?? (by === 'communityId' ? Reflect.get(record, 'communityIds') : undefined);
  return [value].flat().filter((key): key is string | number => typeof key === 'string' || typeof key === 'number');
}

/** Larger values first, records without a value last. */
function descending(a: object, b: object, column: string): number {
  const first: unknown = Reflect.get(a, column);
  const second: unknown = Reflect.get(b, column);
  if (typeof first !== 'number' || typeof second !== 'number') return Number(typeof second === 'number') - Number(typeof first === 'number');
  return second - first;
}

function columnsOf(rows: readonly object[]): string[] {
  const filledIn = rows.flatMap((row) => Object.entries(row).flatMap(([column, value]) => (value === undefined ? [] : [column])));
  return [...new Set(filledIn)];
}

function factsOf(store: { readonly [T in TableName]?: readonly Tables[T][] }): IndexFacts {
  const levels = new Set([...(store.communities ?? []), ...(store.community_reports ?? [])].map((record) => record.level));
  return {
    counts: Object.fromEntries(TABLE_NAMES.flatMap((table) => (store[table] === undefined ? [] : [[table, store[table].length]]))),
    levels: [...levels].toSorted((a, b) => a - b),
  };
}

/** FNV-1a, 32 bits: enough to tell the contents of two tests apart. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}

function completions(titles: ReadonlyMap<string, string>): Complete {
  const numbers = (ordinal: number): { ordinal: number; humanReadableId: string | undefined } => ({ ordinal, humanReadableId: String(ordinal) });
  return {
    entities: (row, ordinal) => ({
      ...numbers(ordinal), title: row.id, type: undefined, description: undefined, degree: undefined, frequency: undefined,
      communityIds: [], textUnitIds: [], ...row,
    }),
    relationships: (row, ordinal) => ({
      ...numbers(ordinal), sourceId: undefined, targetId: undefined,
      sourceTitle: titles.get(row.sourceId ?? '') ?? '', targetTitle: titles.get(row.targetId ?? '') ?? '',
      description: undefined, weight: undefined, combinedDegree: undefined, textUnitIds: [], ...row,
    }),
    text_units: (row, ordinal) => ({
      ...numbers(ordinal), text: undefined, tokenCount: undefined, documentIds: [], entityIds: [], relationshipIds: [], covariateIds: [], ...row,
    }),
    communities: (row, ordinal) => ({
      ...numbers(ordinal), title: row.id, level: 0, parentId: undefined, childIds: [], entityIds: [], relationshipIds: [], textUnitIds: [],
      period: undefined, size: undefined, ...row,
    }),
    community_reports: (row, ordinal) => ({
      ...numbers(ordinal), communityId: undefined, level: 0, title: row.id, summary: undefined, fullContent: undefined, findings: [],
      rank: undefined, rankExplanation: undefined, ...row,
    }),
    covariates: (row, ordinal) => ({
      ...numbers(ordinal), covariateType: undefined, type: undefined, description: undefined, subjectId: undefined,
      subjectTitle: titles.get(row.subjectId ?? ''), objectTitle: undefined, status: undefined, startDate: undefined, endDate: undefined,
      sourceText: undefined, textUnitId: undefined, ...row,
    }),
    documents: (row, ordinal) => ({
      ...numbers(ordinal), title: row.id, text: undefined, textUnitIds: [], creationDate: undefined, metadata: undefined, ...row,
    }),
  };
}
