import { compareStrings, type Run } from '@graphwright/contract';
import type { IndexMemo } from './memo/index-memo.ts';
import type { CompatibleOptions } from './options.ts';
import { communitiesOf, type SelectedEntity } from './selection.ts';

/**
 * Reports what GraphRAG calls the candidate context: relationships with an end among the selected entities, the entities at
 * their ends, claims about the selected entities and their text units, all in the order of their tables but entities, which
 * are in the order of their ids. Of reports it has only those that are in the context.
 */
export async function reportCandidates(entities: readonly SelectedEntity[], memo: IndexMemo, run: Run, options: CompatibleOptions): Promise<void> {
  const { knowledge, signal } = run;
  const ids = [...new Set(entities.map(({ record }) => record.id))];
  const { batch } = await knowledge.relationshipsOf({ entityIds: ids, columns: ['ordinal', 'sourceId', 'targetId'], signal });
  const ends = new Set(batch.ids.flatMap((_, row) => [batch.get(row, 'sourceId') ?? [], batch.get(row, 'targetId') ?? []].flat()));
  const records = await memo.entities([...ends], signal);
  const communities = await communitiesOf(records, memo, run, options);
  const existing = [...ends].filter((_, row) => communities[row] !== undefined);
  const units = [...new Set(entities.flatMap(({ record }) => record.textUnitIds))];
  const unitRows = await knowledge.rows({ table: 'text_units', values: units, columns: ['ordinal'], signal });
  const claims = knowledge.facts.counts.covariates === undefined ? undefined : await knowledge.rows({ table: 'covariates', by: 'subjectId', values: ids, columns: ['ordinal'], signal });
  run.report('candidates', {
    relationships: inOrder(batch.ids, (row) => batch.get(row, 'ordinal')),
    entities: existing.toSorted(compareStrings),
    claims: claims === undefined ? [] : inOrder(claims.ids, (row) => claims.get(row, 'ordinal')),
    sources: inOrder(unitRows.ids, (row) => unitRows.get(row, 'ordinal')),
  });
}

function inOrder(ids: readonly string[], ordinal: (row: number) => number): string[] {
  return ids.map((id, row) => ({ id, ordinal: ordinal(row) })).toSorted((a, b) => a.ordinal - b.ordinal).map(({ id }) => id);
}
