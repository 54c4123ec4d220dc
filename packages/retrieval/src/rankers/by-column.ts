import { definePlugin, GraphwrightError, kinds, recordKey, type Candidate, type Ranker, type Run } from '@graphwright/contract';
import { orderBy } from '../order.ts';

/**
 * The ranker by number of relationships, descending: of entities their degree, of relationships the degrees of both ends
 * together, as the index states them; records without one last. Hubs come first.
 *
 * Throws `unsupported` for records of other tables.
 */
export const degree = definePlugin(kinds.ranker, {
  id: 'degree',
  version: '1.0.0',
  description: 'Number of relationships: of an entity, or of both ends of a relationship.',
  needs: () => ({ optionalTables: { entities: ['degree'], relationships: ['combinedDegree'] } }),
  create: (): Ranker => ({
    specVersion: 'v1',
    async rank({ candidates }, run) {
      requireTables('degree', candidates, ['entities', 'relationships']);
      const values = new Map([...(await entityDegrees(candidates, run)), ...(await relationshipValues(candidates, 'combinedDegree', run))]);
      return orderBy(candidates, (candidate) => [values.get(recordKey(candidate))]);
    },
  }),
});

/**
 * The ranker of relationships by weight, descending, as the index states it; those without one last.
 *
 * Throws `unsupported` for records of other tables.
 */
export const weight = definePlugin(kinds.ranker, {
  id: 'weight',
  version: '1.0.0',
  description: 'Weight of a relationship.',
  needs: () => ({ optionalTables: { relationships: ['weight'] } }),
  create: (): Ranker => ({
    specVersion: 'v1',
    async rank({ candidates }, run) {
      requireTables('weight', candidates, ['relationships']);
      const values = new Map(await relationshipValues(candidates, 'weight', run));
      return orderBy(candidates, (candidate) => [values.get(recordKey(candidate))]);
    },
  }),
});

/** The ids of those candidates that are records of a table, in order. */
function idsOf(candidates: readonly Candidate[], table: string): string[] {
  return candidates.flatMap((candidate) => (candidate.table === table ? [candidate.id] : []));
}

/** @throws GraphwrightError `unsupported` when a candidate is a record of another table than a ranker knows. */
export function requireTables(ranker: string, candidates: readonly Candidate[], tables: readonly string[]): void {
  const other = candidates.find(({ table }) => !tables.includes(table));
  if (other === undefined) return;
  throw new GraphwrightError({
    code: 'unsupported',
    message: `The ranker ${ranker} cannot order records of ${other.table}.`,
    expected: `records of ${tables.join(' or ')}`,
    where: { plugin: ranker, table: other.table },
    next: 'Choose another ranker for this section; as-found takes any record.',
  });
}

async function entityDegrees(candidates: readonly Candidate[], run: Run): Promise<[string, number | undefined][]> {
  const values = idsOf(candidates, 'entities');
  if (values.length === 0) return [];
  const batch = await run.knowledge.rows({ table: 'entities', values, columns: ['degree'], signal: run.signal });
  return batch.ids.map((id, row) => [recordKey({ table: 'entities', id }), batch.get(row, 'degree')]);
}

async function relationshipValues(
  candidates: readonly Candidate[],
  column: 'combinedDegree' | 'weight',
  run: Run,
): Promise<[string, number | undefined][]> {
  const values = idsOf(candidates, 'relationships');
  if (values.length === 0) return [];
  const batch = await run.knowledge.rows({ table: 'relationships', values, columns: [column], signal: run.signal });
  return batch.ids.map((id, row) => [recordKey({ table: 'relationships', id }), batch.get(row, column)]);
}
