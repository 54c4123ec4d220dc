import { TABLE_NAMES } from '@graphwright/contract';
import { defineCheck, Tally, type Found } from '../check.ts';

/** Rows without an id, and ids that several rows share. */
export const ids = defineCheck({
  id: 'ids',
  needs: {},
  alsoSees: ({ tables }) => TABLE_NAMES.reduce((sum, table) => sum + tables[table].rows.length, 0),
  codes: {
    'id-missing': {
      meaning: 'Rows have no id: nothing can point at them, and they cannot be told apart.',
      hurts: ['local', 'global', 'drift', 'basic'],
      hurtsFrom: 0,
      advice: 'Index again; if the tables were edited, give each row an id of its own.',
    },
    'id-repeated': {
      meaning: 'Rows carry the id of an earlier row: look-ups give the first, and the others count as the same record.',
      hurts: ['local', 'global', 'drift', 'basic'],
      hurtsFrom: 0,
      advice: 'Index again with a newer version, or give each row an id of its own; GraphRAG up to 0.3 repeats the ids of claims.',
    },
  },
  find: ({ tables }) =>
    TABLE_NAMES.flatMap((table): Found<'id-missing' | 'id-repeated'>[] => {
      const { rows, byId } = tables[table];
      const missing = new Tally();
      const repeated = new Tally();
      for (const row of rows) {
        if (row.id === '') missing.add(table, row);
        else if (byId.get(row.id) !== row) repeated.add(table, row);
      }
      const about = { total: rows.length, part: table, ...(table === 'covariates' ? { hurts: ['local' as const] } : {}) };
      return [
        { code: 'id-missing', tally: missing, ...about },
        { code: 'id-repeated', tally: repeated, ...about },
      ];
    }),
});
