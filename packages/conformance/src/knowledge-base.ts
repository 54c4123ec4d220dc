import { nameWords, normaliseName, REFERENCE_COLUMNS, TABLE_NAMES, type KnowledgeBase, type TableName, type Tables } from '@graphwright/contract';
import { check, checkEqual, checkFails, type ConformanceCase, type ConformanceSuite } from './suite.ts';

/** What the suite needs of an index format or a store of records. */
export interface KnowledgeBaseSubject {
  readonly name: string;
  /** Opens the records; the suite closes them. At least 3 entities and 2 relationships, or the suite says too little. */
  open(): Promise<KnowledgeBase>;
}

const UNKNOWN = 'no-such-value';
const EDGE_COLUMNS = ['ordinal', 'sourceId', 'targetId', 'weight', 'combinedDegree'] as const;

/** What every knowledge base must do, checked on the records that it holds. */
export function knowledgeBaseSuite(subject: KnowledgeBaseSubject): ConformanceSuite {
  const on = (name: string, work: (knowledge: KnowledgeBase) => Promise<void>): ConformanceCase => ({
    name,
    async run() {
      const knowledge = await subject.open();
      try {
        await work(knowledge);
      } finally {
        await knowledge.close();
      }
    },
  });
  return {
    name: `knowledge base: ${subject.name}`,
    cases: [
      on('has a fingerprint that a second opening repeats', async (knowledge) => {
        check(knowledge.specVersion === 'v1' && knowledge.fingerprint.length > 0, 'specVersion or fingerprint is missing.');
        const again = await subject.open();
        checkEqual(again.fingerprint, knowledge.fingerprint, 'the fingerprint of a second opening');
        await again.close();
      }),
      on('counts the rows that pages hold, by ordinal, and an id names the first row that has it', async (knowledge) => {
        for (const table of tablesOf(knowledge)) {
          const count = knowledge.facts.counts[table] ?? 0;
          const page = await knowledge.page({ table, columns: ['ordinal'], offset: 0, limit: count + 1 });
          checkEqual(page.size, count, `the size of ${table}`);
          const ordinals = page.ids.map((_, row) => page.get(row, 'ordinal'));
          check(ordinals.every((ordinal, row) => ordinal > (ordinals[row - 1] ?? -1)), `The ordinals of ${table} do not ascend from 0 on.`);
          const first = await knowledge.rows({ table, values: page.ids, columns: ['ordinal'] });
          checkEqual(first.ids, [...new Set(page.ids)], `ids of ${table}`);
          checkEqual(first.ids.map((_, row) => first.get(row, 'ordinal')), first.ids.map((id) => ordinals[page.ids.indexOf(id)]), `rows that ids of ${table} name`);
        }
      }),
      on('pages go on where the one before ended', async (knowledge) => {
        const whole = await knowledge.page({ table: 'entities', columns: ['degree'], orderBy: 'degree', offset: 0, limit: 7 });
        const parts = [];
        for (let offset = 0; offset < 7; offset += 2) {
          parts.push(...(await knowledge.page({ table: 'entities', columns: [], orderBy: 'degree', offset, limit: Math.min(2, 7 - offset) })).ids);
        }
        checkEqual(parts, whole.ids, 'the ids of small pages');
        const keys = whole.ids.map((id, row) => ({ id, degree: whole.get(row, 'degree') ?? Number.NEGATIVE_INFINITY }));
        const sorted = keys.toSorted((a, b) => (a.degree === b.degree ? (a.id < b.id ? -1 : 1) : b.degree - a.degree));
        checkEqual(keys, sorted, 'the order by degree');
      }),
      on('gives rows in the order of the values, each once, none for an unknown value', async (knowledge) => {
        for (const table of tablesOf(knowledge)) {
          const { ids } = await knowledge.page({ table, columns: [], offset: 0, limit: 3 });
          const [first, second = first] = ids;
          if (first === undefined || second === undefined) continue;
          const batch = await knowledge.rows({ table, values: [UNKNOWN, second, first, second], columns: ['ordinal'] });
          checkEqual(batch.ids, [...new Set([second, first])], `ids of ${table}`);
          checkEqual(batch.size, batch.ids.length, `size of the batch of ${table}`);
          checkEqual((await knowledge.rows({ table, values: [], columns: [] })).size, 0, 'the size of a batch for no value');
        }
      }),
      on('finds entities by title, by normalised name, by each of its words, by number and by community', async (knowledge) => {
        const page = await knowledge.page({ table: 'entities', columns: ['title', 'humanReadableId', 'communityIds'], offset: 0, limit: 20 });
        for (let row = 0; row < page.size; row++) {
          const [id, title, number] = [page.ids[row] ?? '', page.get(row, 'title'), page.get(row, 'humanReadableId')];
          const holds = async (by: 'title' | 'name' | 'nameWord' | 'humanReadableId' | 'communityId', value: string) => {
            const batch = await knowledge.rows({ table: 'entities', by, values: [value], columns: [] });
            check(batch.ids.includes(id), `${by} ${value} does not find the entity ${id}.`);
          };
          await holds('title', title);
          await holds('name', normaliseName(title));
          for (const word of nameWords(title)) await holds('nameWord', word);
          if (number !== undefined) await holds('humanReadableId', number);
          for (const community of page.get(row, 'communityIds')) await holds('communityId', community);
        }
        checkEqual((await knowledge.rows({ table: 'entities', by: 'title', values: [UNKNOWN], columns: [] })).ids, [], 'an unknown title');
      }),
      on('gives the first rows of each value where their number is limited', async (knowledge) => {
        const page = await knowledge.page({ table: 'entities', columns: ['title'], offset: 0, limit: 200 });
        const words = page.ids.map((_, row) => nameWords(page.get(row, 'title')));
        for (const word of new Set(words.flat())) {
          const all = await knowledge.rows({ table: 'entities', by: 'nameWord', values: [word], columns: [] });
          const some = await knowledge.rows({ table: 'entities', by: 'nameWord', values: [word], limitPerValue: 2, columns: [] });
          checkEqual(some.ids, all.ids.slice(0, 2), `the first two names with the word ${word}`);
        }
      }),
      on('joins tables by ids that are there', async (knowledge) => {
        for (const table of tablesOf(knowledge)) await checkReferences(knowledge, table);
      }),
      on('gives the relationships of an entity by direction, with total and limit', async (knowledge) => {
        const { ids } = await knowledge.page({ table: 'entities', columns: [], orderBy: 'degree', offset: 0, limit: 3 });
        const all = await knowledge.relationshipsOf({ entityIds: [...ids, UNKNOWN], columns: EDGE_COLUMNS });
        checkEqual(all.of.map((entry) => entry.entityId), [...ids, UNKNOWN], 'the entities');
        checkEqual(all.of.at(-1), { entityId: UNKNOWN, rows: [], total: 0 }, 'what an unknown entity has');
        checkEqual(new Set(all.batch.ids).size, all.batch.size, 'the number of relationships');
        for (const { entityId, rows, total } of all.of) {
          checkEqual(rows.length, total, `the total of ${entityId}`);
          const ordinals = rows.map((row) => all.batch.get(row, 'ordinal'));
          checkEqual(ordinals, ordinals.toSorted((a, b) => a - b), `the order at ${entityId}`);
          for (const direction of ['out', 'in'] as const) {
            const part = await knowledge.relationshipsOf({ entityIds: [entityId], direction, columns: [] });
            const end = direction === 'out' ? 'sourceId' : 'targetId';
            const expected = rows.filter((row) => all.batch.get(row, end) === entityId).map((row) => all.batch.ids[row]);
            checkEqual(part.batch.ids, expected, `relationships ${direction} of ${entityId}`);
          }
          const first = await knowledge.relationshipsOf({ entityIds: [entityId], limitPerEntity: 1, orderBy: 'combinedDegree', columns: EDGE_COLUMNS });
          checkEqual([first.batch.size, first.of[0]?.total], [Math.min(1, total), total], 'size and total under a limit of 1');
          const best = Math.max(...rows.map((row) => all.batch.get(row, 'combinedDegree') ?? Number.NEGATIVE_INFINITY));
          if (first.batch.size === 1) checkEqual(first.batch.get(0, 'combinedDegree') ?? Number.NEGATIVE_INFINITY, best, 'the first by combined degree');
        }
      }),
      on('stops for an aborted signal', async (knowledge) => {
        const signal = AbortSignal.abort();
        await checkFails(() => knowledge.rows({ table: 'entities', values: ['x'], columns: ['title'], signal }), 'aborted');
        await checkFails(() => knowledge.relationshipsOf({ entityIds: ['x'], columns: [], signal }), 'aborted');
      }),
      on('says which table is missing', async (knowledge) => {
        const missing = TABLE_NAMES.find((table) => knowledge.facts.counts[table] === undefined);
        if (missing === undefined) return;
        const message = await checkFails(() => knowledge.rows({ table: missing, values: ['x'], columns: [] }), 'table-missing');
        check(message.includes(missing), `The message does not name ${missing}: ${message}`);
      }),
    ],
  };
}

function tablesOf(knowledge: KnowledgeBase): TableName[] {
  return TABLE_NAMES.filter((table) => knowledge.facts.counts[table] !== undefined);
}

/** Columns that a store makes out of titles and numbers: what names nothing is absent there. Other lists of ids may dangle. */
const MADE: { readonly [T in TableName]?: readonly (keyof Tables[T])[] } = {
  entities: ['communityIds'],
  relationships: ['sourceId', 'targetId'],
  communities: ['parentId'],
  community_reports: ['communityId'],
  covariates: ['subjectId'],
};

async function checkReferences<T extends TableName>(knowledge: KnowledgeBase, table: T): Promise<void> {
  for (const column of MADE[table] ?? []) {
    const target = Object.entries(REFERENCE_COLUMNS[table]).find(([name]) => name === column)?.[1];
    if (target === undefined || knowledge.facts.counts[target] === undefined) continue;
    const page = await knowledge.page({ table, columns: [column], offset: 0, limit: 50 });
    const named = page.ids.flatMap((_, row): string[] => {
      const value: unknown = page.get(row, column);
      return Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];
    });
    const found = new Set((await knowledge.rows({ table: target, values: named, columns: [] })).ids);
    const lost = named.filter((id) => !found.has(id));
    check(lost.length === 0, `${table}.${String(column)} names what is not in ${target}: ${lost.slice(0, 3).join(', ')}.`);
  }
}
