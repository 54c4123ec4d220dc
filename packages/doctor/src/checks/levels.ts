import { defineCheck, Tally, tallyOf } from '../check.ts';

/** The levels of the communities: 0, 1, 2 and so on without a gap. */
export const levels = defineCheck({
  id: 'levels',
  needs: { communities: ['level'] },
  codes: {
    'no-level-0': {
      meaning: 'No community is at level 0: GraphRAG begins there and finds nothing; here the coarsest level there is takes its place.',
      hurts: ['global'],
      advice: 'Nothing for use here. For GraphRAG itself number the levels from 0.',
    },
    'level-gap': {
      meaning: 'A level between the coarsest and the finest holds no community: a search that walks down level by level stops before it.',
      hurts: ['global'],
      hurtsFrom: 0,
      advice: 'Run the clustering again; a level was filtered out.',
    },
  },
  find({ tables: { communities } }) {
    const { rows } = communities;
    const found = [...new Set(rows.map(({ level }) => level))].toSorted((a, b) => a - b);
    const [coarsest = 0] = found;
    const gaps = new Tally();
    for (const [index, level] of found.entries()) {
      const above = found[index - 1];
      const firstHere = rows.find((row) => row.level === level);
      if (above !== undefined && level > above + 1 && firstHere !== undefined) gaps.add('communities', firstHere, `level ${level} after level ${above}`);
    }
    return [
      { code: 'no-level-0', tally: tallyOf('communities', rows, ({ level }) => coarsest > 0 && level === coarsest), total: rows.length },
      { code: 'level-gap', tally: gaps, total: found.length },
    ];
  },
});
