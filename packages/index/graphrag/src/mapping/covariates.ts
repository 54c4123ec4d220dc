import { groupBy, groupOf, rowNumbers } from '../columnar/groups.ts';
import type { IndexContext } from './context.ts';
import { lazy } from './lazy.ts';
import { derived, findFirst, ordinalPlan, type Finder, type MappedTable } from './plan.ts';
import { entityIds } from './relationships.ts';
import { findByHumanReadableId, idReader } from './stored.ts';
import type { TableColumns } from './table-columns.ts';

/** Maps the covariates: GraphRAG stores the titles of subject and object under names that say "id". */
export function mapCovariates(table: TableColumns, context: IndexContext): MappedTable<'covariates'> {
  const ids = idReader(table);
  return {
    size: table.size,
    ids,
    columns: {
      id: derived(true, ids),
      ordinal: ordinalPlan,
      humanReadableId: table.label('human_readable_id'),
      covariateType: table.label('covariate_type'),
      type: table.label('type'),
      description: table.text('description'),
      subjectId: derived(context.stored.has('entities') && table.holds('subject_id'), entityIds(context, context.subjects)),
      subjectTitle: table.label('subject_id'),
      objectTitle: table.label('object_id'),
      status: table.label('status'),
      startDate: table.label('start_date'),
      endDate: table.label('end_date'),
      sourceText: table.text('source_text'),
      textUnitId: table.label('text_unit_id'),
    },
    keys: {
      id: findFirst(table.lookup('id')),
      humanReadableId: findByHumanReadableId(table),
      subjectId: lazy(() => findBySubject(context)),
    },
  };
}

async function findBySubject({ stored, subjects }: IndexContext): Promise<Finder> {
  const entities = stored.get('entities');
  if (entities === undefined) return () => [];
  const { rows } = await subjects();
  const claims = groupBy(rows, rowNumbers(rows.length), entities.size);
  const byId = await entities.lookup('id')();
  return (value) => {
    const entity = byId.first(String(value));
    return entity < 0 ? [] : groupOf(claims, entity);
  };
}
