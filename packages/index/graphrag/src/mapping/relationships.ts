import type { Reader } from '../columnar/columns.ts';
import type { IndexContext } from './context.ts';
import type { TitleReferences } from './ends.ts';
import { lazy, type Lazy } from './lazy.ts';
import { derived, findFirst, ordinalPlan, type MappedTable } from './plan.ts';
import { findByHumanReadableId, idReader } from './stored.ts';
import type { TableColumns } from './table-columns.ts';

/** Maps the relationships: what ranks them was `rank` up to 0.4, `combined_degree` since. */
export function mapRelationships(table: TableColumns, context: IndexContext): MappedTable<'relationships'> {
  const ids = idReader(table);
  const resolvable = context.stored.has('entities');
  return {
    size: table.size,
    ids,
    columns: {
      id: derived(true, ids),
      ordinal: ordinalPlan,
      humanReadableId: table.label('human_readable_id'),
      sourceId: derived(resolvable, entityIds(context, async () => (await context.ends()).sources)),
      targetId: derived(resolvable, entityIds(context, async () => (await context.ends()).targets)),
      sourceTitle: table.title('source'),
      targetTitle: table.title('target'),
      description: table.text('description'),
      weight: table.number('weight'),
      combinedDegree: table.number('combined_degree', 'rank'),
      textUnitIds: table.ids('text_unit_ids'),
    },
    keys: { id: findFirst(table.lookup('id')), humanReadableId: findByHumanReadableId(table) },
  };
}

/** The ids of the entities that a column of titles names. */
export function entityIds(
  { stored }: IndexContext,
  references: Lazy<TitleReferences>,
): Lazy<Reader<string | undefined>> {
  return lazy<Reader<string | undefined>>(async () => {
    const entities = stored.get('entities');
    if (entities === undefined) return () => undefined;
    const id = await idReader(entities)();
    const { rows } = await references();
    return (row) => {
      const entity = rows[row] ?? -1;
      return entity < 0 ? undefined : id(entity);
    };
  });
}
