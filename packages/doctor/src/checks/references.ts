import { REFERENCE_COLUMNS, TABLE_NAMES, type TableName } from '@graphwright/contract';
import { defineCheck, Tally, type Check, type CodeFacts } from '../check.ts';

const AFTER_UPDATE = 'Index again from the beginning: updates in steps and edited tables leave such ids behind.';

/** What it means when rows of a table are named that are not there; nothing points at reports. */
const CODES: Readonly<Record<Exclude<TableName, 'community_reports'>, { readonly code: string } & CodeFacts>> = {
  entities: {
    code: 'entity-missing',
    meaning: 'Communities or text units name entities that are not there: these members are passed over, so communities match fewer entities than they have.',
    hurts: ['local', 'global'],
    hurtsFrom: 0.01,
    advice: AFTER_UPDATE,
  },
  relationships: {
    code: 'relationship-missing',
    meaning: 'Communities or text units name relationships that are not there: they are passed over.',
    hurts: ['local'],
    hurtsFrom: 0.1,
    advice: AFTER_UPDATE,
  },
  text_units: {
    code: 'text-unit-missing',
    meaning: 'Records name text units that are not there: their source text can never reach a window.',
    hurts: ['local', 'drift'],
    hurtsFrom: 0.01,
    advice: 'Index again, or put back the text units that were taken out; look whether all tables come from the same run.',
  },
  communities: {
    code: 'community-missing',
    meaning: 'Communities or entities name communities that are not there: branches of the tree end, and their reports are never reached from above.',
    hurts: ['local', 'global'],
    hurtsFrom: 0,
    advice: 'Run the steps that make communities and reports again.',
  },
  covariates: {
    code: 'claim-missing',
    meaning: 'Text units name claims that are not there: they are passed over.',
    hurts: ['local'],
    hurtsFrom: 0.1,
    advice: 'Run the extraction of claims again, or leave it: claims are looked up by their subject.',
  },
  documents: {
    code: 'document-missing',
    meaning: 'Text units name documents that are not there: filters by document miss them, and a citation cannot name its document.',
    hurts: ['local', 'basic'],
    hurtsFrom: 0.01,
    advice: 'Put the table of documents of the same run beside the text units.',
  },
};

/** One check a table: whether every id that points at it names one of its rows. Which columns point where, the contract says. */
export const references: readonly Check[] = TABLE_NAMES.filter((target) => target !== 'community_reports').map((target) => {
  const { code, ...facts } = CODES[target];
  return defineCheck({
    id: `references-to-${target.replace('_', '-')}`,
    needs: { [target]: [] },
    alsoSees: ({ tables }) => [...new Set(pointersAt(target).map(([table]) => table))].reduce((sum, table) => sum + (table === target ? 0 : tables[table].rows.length), 0),
    codes: { [code]: facts },
    find({ tables }) {
      const known = tables[target].byId;
      const tally = new Tally();
      let total = 0;
      for (const [table, column] of pointersAt(target)) {
        for (const row of tables[table].rows) {
          for (const id of idsIn(row, column)) {
            total++;
            if (!known.has(id)) tally.add(table, row, `${row.name} → ${column} ${id}`);
          }
        }
      }
      return [{ code, tally, total }];
    },
  });
});

function pointersAt(target: TableName): (readonly [table: TableName, column: string])[] {
  return TABLE_NAMES.flatMap((table) =>
    Object.entries(REFERENCE_COLUMNS[table]).flatMap(([column, named]) => (named === target ? [[table, column] as const] : [])),
  );
}

function idsIn(row: object, column: string): readonly string[] {
  const value: unknown = Reflect.get(row, column);
  return [value].flat().filter((id) => typeof id === 'string');
}
