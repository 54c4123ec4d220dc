import type { TableName } from '@graphwright/contract';
import { defineCheck, Tally, type Check, type Found } from '../check.ts';
import type { StrategyName } from '../diagnosis.ts';
import type { ScannedSpace } from '../survey/scan-vectors.ts';
import type { Survey, SurveyTables } from '../survey/survey.ts';

/** The spaces that strategies search, whose rows they are of, and who searches them. */
const SPACES: readonly { readonly space: string; readonly table: TableName; readonly hurts: readonly StrategyName[] }[] = [
  { space: 'entity_description', table: 'entities', hurts: ['local', 'drift'] },
  { space: 'community_full_content', table: 'community_reports', hurts: ['drift'] },
  { space: 'text_unit_text', table: 'text_units', hurts: ['basic'] },
];

/** The strategies that search a space; none for one that no strategy searches by default. */
export function searchers(space: string): readonly StrategyName[] {
  return SPACES.find((known) => known.space === space)?.hurts ?? [];
}

const EMBED = 'Run the step that makes embeddings again for this space.';

/** Spaces that are not there. */
export const spaces = defineCheck({
  id: 'vector-spaces',
  needs: {},
  alsoSees: ({ spaces: found, unopened }) => found.length + unopened.length,
  codes: {
    'space-missing': {
      meaning: 'The index has no vectors of a space that strategies search: they find by name alone, or fail.',
      hurts: ['local', 'drift', 'basic'],
      hurtsFrom: 0,
      advice: 'Run the step that makes embeddings, or say where they lie; a store that is not in the folder has to be given.',
    },
    'dimensions-differ': {
      meaning: 'The spaces of the index have vectors of several lengths: no embedding model fits all of them, so strategies that search several fail on some.',
      hurts: ['local', 'drift', 'basic'],
      hurtsFrom: 0,
      advice: 'Embed all spaces again with one model.',
    },
  },
  find({ tables, spaces: found, unopened }) {
    const there = new Set([...found, ...unopened].map(({ space }) => space));
    const missing = SPACES.filter(({ space, table }) => tables[table].rows.length > 0 && !there.has(space));
    const lengths = new Tally();
    if (new Set(found.map(({ dimensions }) => dimensions)).size > 1) {
      for (const { space, table, dimensions } of found) lengths.add(table, { id: space, name: `${space}: ${dimensions} numbers` });
    }
    return [
      ...missing.map(({ space, table, hurts }): Found<'space-missing'> => {
        const tally = new Tally();
        tally.add(table, { id: space, name: space });
        return { code: 'space-missing', tally, total: SPACES.length, part: space, hurts };
      }),
      { code: 'dimensions-differ', tally: lengths, total: found.length },
    ];
  },
});

type VectorCode = 'vector-missing' | 'vector-surplus' | 'vector-repeated' | 'vector-invalid' | 'vector-zero' | 'vector-not-unit' | 'vectors-alike';

/** The vectors of every space that could be read, against the rows of its table. */
export const vectors: Check<VectorCode> = {
  id: 'vectors',
  needs: {},
  obstacle: noVectors,
  alsoSees: ({ tables, spaces: found }) => found.reduce((sum, { count, table }) => sum + count + tables[table].rows.length, 0),
  codes: {
    'vector-missing': {
      meaning: 'Rows have no vector: a search by meaning never finds them. GraphRAG\'s DRIFT refuses to run when a report is among them.',
      hurts: ['local', 'drift', 'basic'],
      hurtsFrom: 0,
      advice: EMBED,
    },
    'vector-surplus': {
      meaning: 'Vectors belong to rows that are not there: they take places among the hits and are then passed over, so fewer rows enter.',
      hurts: ['local', 'drift', 'basic'],
      hurtsFrom: 0,
      advice: `${EMBED} Look whether vectors and tables come from the same run.`,
    },
    'vector-repeated': {
      meaning: 'Rows have several vectors: they take several places among the hits.',
      hurts: ['local', 'drift', 'basic'],
      hurtsFrom: 0.01,
      advice: `${EMBED} Empty the store before it.`,
    },
    'vector-invalid': {
      meaning: 'Vectors hold numbers that are not finite: they are near to nothing and are never found.',
      hurts: ['local', 'drift', 'basic'],
      hurtsFrom: 0,
      advice: EMBED,
    },
    'vector-zero': {
      meaning: 'Vectors are all zeros: they point nowhere and are near to nothing. An empty text or a failed call is the usual cause.',
      hurts: ['local', 'drift', 'basic'],
      hurtsFrom: 0,
      advice: EMBED,
    },
    'vector-not-unit': {
      meaning: 'Vectors are not of length 1: cosine does not mind, but squared distance, by which GraphRAG and the compatible faces order, gives another order.',
      hurts: [],
      advice: 'Bring the vectors to length 1, or search by cosine (the default faces do).',
    },
    'vectors-alike': {
      meaning: 'All vectors are the same: every search gives the same hits whatever is asked. A placeholder in place of an embedding model is the usual cause.',
      hurts: ['local', 'drift', 'basic'],
      hurtsFrom: 0,
      advice: EMBED,
    },
  },
  find: ({ tables, spaces: found }) => found.flatMap((space) => findingsOf(space, tables)),
};

function findingsOf(scanned: ScannedSpace, tables: SurveyTables): Found<VectorCode>[] {
  const { space, table, count } = scanned;
  const { rows, byId } = tables[table];
  const named = (ids: Iterable<string>): Tally => {
    const tally = new Tally();
    for (const id of ids) tally.add(table, byId.get(id) ?? { id, name: id });
    return tally;
  };
  const about = { part: space, hurts: searchers(space) };
  const missing = rows.filter(({ id }) => !scanned.ids.has(id)).map(({ id }) => id);
  const surplus = [...scanned.ids].filter((id) => !byId.has(id));
  return [
    { code: 'vector-missing', tally: named(missing), total: rows.length, ...about },
    { code: 'vector-surplus', tally: named(surplus), total: count, ...about },
    { code: 'vector-repeated', tally: named(scanned.repeated), total: count, ...about },
    { code: 'vector-invalid', tally: named(scanned.notFinite), total: count, ...about },
    { code: 'vector-zero', tally: named(scanned.zero), total: count, ...about },
    { code: 'vector-not-unit', tally: named(scanned.offUnit), total: count, part: space },
    { code: 'vectors-alike', tally: named(scanned.alike ? scanned.ids : []), total: count, ...about },
  ];
}

/** Why there are no vectors to look at, if there are none. */
export function noVectors({ spaces: found, unopened }: Survey): string | undefined {
  if (found.length > 0) return undefined;
  return unopened.length === 0 ? 'no vectors were found' : `the vectors lie in ${[...new Set(unopened.map(({ format }) => format))].join(', ')} and were not opened`;
}
