import {
  compareStrings,
  GraphwrightError,
  TABLE_NAMES,
  type Adjacency,
  type AdjacencySpan,
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
import type { IndexContext } from '../mapping/context.ts';
import { lazy, type Lazy } from '../mapping/lazy.ts';
import type { Finder, MappedTable, MappedTables } from '../mapping/plan.ts';
import { buildAdjacency } from './adjacency.ts';
import { loadBatch } from './batch.ts';
import { filledColumns, PageOrders, pageRows } from './paging.ts';
import { RelationshipGroups } from './relationships-of.ts';
import { waitFor } from './waiting.ts';

/**
 * A GraphRAG index as a KnowledgeBase, in memory: columns are read from their files on first use and kept as bytes and typed
 * arrays; rows are found through tables of offsets and hashes, also made on first use. Nothing a query does grows with the
 * index, and nothing is written anywhere.
 */
export class MemoryKnowledge implements KnowledgeBase {
  readonly specVersion = 'v1';
  readonly fingerprint: string;
  readonly facts: IndexFacts;
  readonly columns: Readonly<Partial<Record<TableName, readonly string[]>>>;
  readonly #context: IndexContext;
  readonly #tables: MappedTables;
  readonly #orders: PageOrders;
  readonly #relationships: RelationshipGroups | undefined;
  readonly #adjacencies = new Map<string, Lazy<Adjacency>>();

  constructor(context: IndexContext, tables: MappedTables, facts: IndexFacts, fingerprint: string) {
    this.#context = context;
    this.#tables = tables;
    this.facts = facts;
    this.fingerprint = fingerprint;
    this.#orders = new PageOrders(tables);
    const relationships = context.stored.get('relationships');
    const entityCount = context.stored.get('entities')?.size ?? 0;
    this.#relationships = relationships && new RelationshipGroups(relationships, context.ends, entityCount);
    this.columns = Object.fromEntries(
      TABLE_NAMES.flatMap((name) => {
        const table = tables[name];
        return table === undefined ? [] : [[name, filledColumns(table.columns)]];
      }),
    );
  }

  async rows<T extends TableName, C extends keyof Tables[T]>(request: RowsRequest<T, C>): Promise<Batch<T, C>> {
    return waitFor(this.#rows(request), request.signal);
  }

  async page<T extends TableName, C extends keyof Tables[T]>(request: PageRequest<T, C>): Promise<Batch<T, C>> {
    return waitFor(this.#page(request), request.signal);
  }

  async relationshipsOf<C extends keyof Tables['relationships']>(
    request: RelationshipsRequest<C>,
  ): Promise<RelationshipsResult<C>> {
    return waitFor(this.#relationshipsOf(request), request.signal);
  }

  async adjacency(request: { readonly spans: readonly AdjacencySpan[]; readonly signal?: AbortSignal }): Promise<Adjacency> {
    const spans = [...new Set(request.spans)].toSorted(compareStrings);
    const key = spans.join(' ');
    const made = this.#adjacencies.get(key) ?? lazy(() => buildAdjacency(this.#context, spans));
    this.#adjacencies.set(key, made);
    return waitFor(made(), request.signal);
  }

  /** Does nothing: files are open only while they are read. */
  async close(): Promise<void> {}

  async #rows<T extends TableName, C extends keyof Tables[T]>(request: RowsRequest<T, C>): Promise<Batch<T, C>> {
    const table = this.#table(request.table);
    const find = await this.#finder(table, request);
    const limit = request.limitPerValue ?? Number.POSITIVE_INFINITY;
    const rows = new Set<number>();
    for (const value of request.values) {
      const found = find(value);
      const end = Math.min(found.length, limit);
      for (let i = 0; i < end; i++) rows.add(found[i] ?? 0);
    }
    return loadBatch(request.table, table, request.columns, Uint32Array.from(rows));
  }

  async #page<T extends TableName, C extends keyof Tables[T]>(request: PageRequest<T, C>): Promise<Batch<T, C>> {
    const table = this.#table(request.table);
    const order = await this.#orders.rows(request.table, request.orderBy ?? 'ordinal');
    return loadBatch(request.table, table, request.columns, pageRows(table.size, order, request.offset, request.limit));
  }

  async #relationshipsOf<C extends keyof Tables['relationships']>(
    request: RelationshipsRequest<C>,
  ): Promise<RelationshipsResult<C>> {
    const table = this.#table('relationships');
    const lookup = await this.#context.stored.get('entities')?.lookup('id')();
    const groups = await this.#relationships?.ordered(request.direction ?? 'both', request.orderBy ?? 'ordinal');
    const places = new Map<number, number>();
    const of = request.entityIds.map((entityId) => {
      const entity = lookup?.first(entityId) ?? -1;
      const all = entity < 0 ? new Uint32Array(0) : (groups?.of(entity) ?? new Uint32Array(0));
      const rows = Array.from(all.subarray(0, request.limitPerEntity ?? all.length), (row) => {
        const place = places.get(row) ?? places.size;
        places.set(row, place);
        return place;
      });
      return { entityId, rows, total: all.length };
    });
    const batch = await loadBatch('relationships', table, request.columns, Uint32Array.from(places.keys()));
    return { batch, of };
  }

  async #finder<T extends TableName, C extends keyof Tables[T]>(table: MappedTable<T>, request: RowsRequest<T, C>): Promise<Finder> {
    const by = request.by ?? 'id';
    const key = table.keys[by];
    if (key !== undefined) return key();
    throw new GraphwrightError({
      code: 'usage-invalid',
      message: `Rows of ${request.table} cannot be looked up by "${by}".`,
      expected: Object.keys(table.keys).join(', '),
      where: { table: request.table },
      next: 'Look them up by one of these keys.',
    });
  }

  #table<T extends TableName>(name: T): MappedTable<T> {
    const table = this.#tables[name];
    if (table !== undefined) return table;
    throw new GraphwrightError({
      code: 'table-missing',
      message: `The index has no table ${name}.`,
      found: TABLE_NAMES.filter((other) => this.#tables[other] !== undefined).join(', '),
      where: { table: name },
      next: 'Choose a method that does not need it, or index again with it.',
    });
  }
}
