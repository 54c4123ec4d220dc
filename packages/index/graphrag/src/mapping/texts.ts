import { lazy } from './lazy.ts';
import { derived, findAll, findFirst, findNothing, findOrdinal, ordinalPlan, type ColumnPlan, type MappedTable } from './plan.ts';
import { findByHumanReadableId, idReader } from './stored.ts';
import type { TableColumns } from './table-columns.ts';

/** Maps the text units: from 3.0 on they name one document, before a list of them. */
export function mapTextUnits(table: TableColumns): MappedTable<'text_units'> {
  const ids = idReader(table);
  return {
    size: table.size,
    ids,
    columns: {
      id: derived(true, ids),
      ordinal: ordinalPlan,
      humanReadableId: table.label('human_readable_id'),
      text: table.text('text'),
      tokenCount: table.number('n_tokens'),
      documentIds: documentIds(table),
      entityIds: table.ids('entity_ids'),
      relationshipIds: table.ids('relationship_ids'),
      covariateIds: table.ids('covariate_ids'),
    },
    keys: {
      id: findFirst(table.lookup('id')),
      humanReadableId: findByHumanReadableId(table),
      ordinal: findOrdinal(table.size),
    },
  };
}

/** Maps the documents: their text was `raw_content` up to 0.4, their metadata is `raw_data` from 3.0 on. */
export function mapDocuments(table: TableColumns): MappedTable<'documents'> {
  const ids = idReader(table);
  return {
    size: table.size,
    ids,
    columns: {
      id: derived(true, ids),
      ordinal: ordinalPlan,
      humanReadableId: table.label('human_readable_id'),
      title: table.title('title'),
      text: table.text('text', 'raw_content'),
      textUnitIds: table.ids('text_unit_ids'),
      creationDate: table.label('creation_date'),
      metadata: table.json('metadata', 'raw_data'),
    },
    keys: {
      id: findFirst(table.lookup('id')),
      humanReadableId: findByHumanReadableId(table),
      title: table.named('title') === undefined ? findNothing : findAll(table.lookup('title')),
    },
  };
}

function documentIds(table: TableColumns): ColumnPlan<readonly string[]> {
  if (table.named('document_ids') !== undefined || table.named('document_id') === undefined) return table.ids('document_ids');
  return derived(
    table.holds('document_id'),
    lazy(async () => {
      const column = await table.labels('document_id')();
      return (row) => {
        const id = column.get(row);
        return id === undefined ? [] : [id];
      };
    }),
  );
}
