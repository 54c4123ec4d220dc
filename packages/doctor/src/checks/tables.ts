import type { TableName } from '@graphwright/contract';
import { defineCheck, Tally } from '../check.ts';
import type { StrategyName } from '../diagnosis.ts';

/** What a complete index has, and who cannot do without; claims are optional. */
const EXPECTED: readonly (readonly [TableName, readonly StrategyName[]])[] = [
  ['entities', ['local', 'drift']],
  ['relationships', ['local', 'drift']],
  ['text_units', ['local', 'drift', 'basic']],
  ['communities', ['local', 'global', 'drift']],
  ['community_reports', ['local', 'global', 'drift']],
  ['documents', []],
];

/** Tables that are not there, or hold nothing. */
export const tables = defineCheck({
  id: 'tables',
  needs: {},
  codes: {
    'table-missing': {
      meaning: 'A table that every index has is not there: strategies that need it fail or go without.',
      hurts: ['local', 'global', 'drift', 'basic'],
      hurtsFrom: 0,
      advice: 'Run the workflow of the indexer that writes it, or copy the file that was left behind.',
    },
    'table-empty': {
      meaning: 'A table that every index has holds no row: strategies that need it find nothing.',
      hurts: ['local', 'global', 'drift', 'basic'],
      hurtsFrom: 0,
      advice: 'Look into the log of the indexer for the step that wrote it, and run it again.',
    },
  },
  find: ({ tables: all }) =>
    EXPECTED.flatMap(([table, hurts]) => {
      const { isThere, rows } = all[table];
      if (isThere && rows.length > 0) return [];
      const tally = new Tally();
      tally.add(table, { id: table, name: table });
      return [{ code: isThere ? ('table-empty' as const) : ('table-missing' as const), tally, total: EXPECTED.length, part: table, hurts }];
    }),
});
