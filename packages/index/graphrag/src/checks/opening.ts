import type { Warning } from '@graphwright/contract';
import type { FileTableName } from '../layout/table-files.ts';
import { warning } from '../layout/warnings.ts';
import type { IndexContext } from '../mapping/context.ts';
import { titleColumn } from '../mapping/stored.ts';
import type { TableColumns } from '../mapping/table-columns.ts';
import { communityWarnings } from './communities.ts';
import { claimWarnings, relationshipWarnings } from './references.ts';

/** What every index has; without covariates it is complete. */
const EXPECTED: readonly FileTableName[] = ['entities', 'relationships', 'text_units', 'communities', 'community_reports', 'documents'];
/** Below this share of entities with a community something went wrong in the index: names that did not meet, most often. */
const LOW_COVERAGE = 0.5;

/**
 * What is amiss with an index as far as it shows at opening: from the footers, and from the small columns that every question
 * needs anyway (ids, titles, ends, members, levels). The full search is another tool's.
 */
export async function openingWarnings(context: IndexContext, folder: string): Promise<Warning[]> {
  const { stored } = context;
  const missing = EXPECTED.filter((table) => !stored.has(table));
  const empty = [...stored].filter(([, table]) => table.size === 0).map(([name]) => name);
  const warnings = [
    ...(missing.length > 0 ? [warning('table-missing', `Tables are missing in ${folder}.`, missing)] : []),
    ...(empty.length > 0 ? [warning('table-empty', 'Tables are there and hold no row.', empty)] : []),
    ...typeWarnings(stored),
  ];
  for (const [name, table] of stored) warnings.push(...(await idWarnings(name, table)));
  const entities = stored.get('entities');
  if (entities !== undefined) warnings.push(...(await entityWarnings(entities, context)));
  warnings.push(...(await communityWarnings(context)));
  warnings.push(...(await relationshipWarnings(context)));
  warnings.push(...(await claimWarnings(context)));
  return warnings;
}

function typeWarnings(stored: IndexContext['stored']): Warning[] {
  const levels: string[] = [];
  const nulls: string[] = [];
  for (const [name, { source }] of stored) {
    for (const [column, { type }] of source.columns) {
      if (column === 'level' && type === 'text' && source.format === 'parquet') levels.push(name);
      if (type === 'list-of-null') nulls.push(`${name}.${column}`);
    }
  }
  return [
    ...(levels.length > 0 ? [warning('levels-as-text', 'Levels are stored as text; they are read as numbers.', levels)] : []),
    ...(nulls.length > 0 ? [warning('list-of-null', 'Lists are empty throughout, so their type was lost; they are read as empty.', nulls)] : []),
  ];
}

async function idWarnings(name: FileTableName, table: TableColumns): Promise<Warning[]> {
  if (name === 'nodes' || table.named('id') === undefined) return [];
  const ids = await table.labels('id')();
  const lookup = await table.lookup('id')();
  const absent: string[] = [];
  let count = 0;
  for (let row = 0; row < ids.size; row++) {
    if ((ids.codes[row] ?? -1) >= 0) continue;
    count += 1;
    if (count <= 5) absent.push(`${name} row ${row}`);
  }
  return [
    ...(count > 0 ? [warning('id-missing', `Rows of ${name} have no id and cannot be looked up by one.`, absent, count)] : []),
    ...(lookup.repeated > 0
      ? [warning('id-repeated', `Rows of ${name} repeat the id of an earlier row; by that id the first is found.`, repeated(lookup, ids.size, (row) => ids.get(row)), lookup.repeated)]
      : []),
  ];
}

async function entityWarnings(entities: TableColumns, context: IndexContext): Promise<Warning[]> {
  const titles = await entities.labels(titleColumn(entities))();
  const lookup = await entities.lookup(titleColumn(entities))();
  const warnings: Warning[] = [];
  if (lookup.repeated > 0) {
    const examples = repeated(lookup, titles.size, (row) => titles.get(row));
    warnings.push(warning('title-repeated', 'Entities repeat the title of an earlier one; relationships and claims name the first.', examples, lookup.repeated));
  }
  const { ofEntity, from } = await context.membership();
  if (from === 'nothing') return warnings;
  const outside: string[] = [];
  let count = 0;
  for (let row = 0; row < entities.size; row++) {
    if (ofEntity.offsets[row] !== ofEntity.offsets[row + 1]) continue;
    count += 1;
    if (outside.length < 5) outside.push(titles.get(row) ?? '');
  }
  if (count > 0) warnings.push(warning('entity-without-community', 'Entities belong to no community; they stay, without reports.', outside, count));
  if (count > entities.size * LOW_COVERAGE) {
    const share = Math.round((100 * count) / entities.size);
    warnings.push(
      warning('low-community-coverage', `${share} % of the entities belong to no community: titles or ids of another spelling may have been lost when the index was made.`, outside, count),
    );
  }
  return warnings;
}

/** The first few texts that stand in several rows. */
function repeated(
  lookup: { after(row: number): number },
  size: number,
  text: (row: number) => string | undefined,
): string[] {
  const found = new Set<string>();
  for (let row = 0; row < size && found.size < 5; row++) if (lookup.after(row) >= 0) found.add(text(row) ?? '');
  return [...found];
}
