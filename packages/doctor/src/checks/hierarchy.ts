import { defineCheck, tallyOf } from '../check.ts';
import { cyclesIn } from './tree.ts';

/** The tree of communities: every one below the coarsest level hangs on a parent of a coarser level. */
export const hierarchy = defineCheck({
  id: 'hierarchy',
  needs: { communities: [] },
  obstacle: ({ tables: { communities } }) =>
    communities.rows.every(({ parentId, childIds }) => parentId === undefined && childIds.length === 0) && new Set(communities.rows.map(({ level }) => level)).size > 1
      ? 'the communities name neither parents nor children'
      : undefined,
  codes: {
    'community-orphan': {
      meaning: 'Communities below the coarsest level have no parent: a search that walks down from the top never reaches them.',
      hurts: ['global'],
      hurtsFrom: 0,
      advice: 'Run the clustering again over the whole graph; updates in steps hang new communities nowhere.',
    },
    'community-cycle': {
      meaning: 'Communities are their own ancestors: a walk down the tree would never end, or never begins.',
      hurts: ['global'],
      hurtsFrom: 0,
      advice: 'Run the clustering again; the numbers of communities were mixed up.',
    },
    'community-level-wrong': {
      meaning: 'Communities are not exactly one level below their parent: a search by level and one along the tree see different reports.',
      hurts: ['global'],
      advice: 'Run the clustering again if it is more than a few.',
    },
    'parent-child-disagree': {
      meaning: 'Communities are listed as children by one community and name another as parent.',
      hurts: ['global'],
      hurtsFrom: 0,
      advice: 'Run the clustering again; the numbers of communities were mixed up.',
    },
  },
  find({ tables: { communities } }) {
    const { rows, byId } = communities;
    const coarsest = rows.reduce((least, { level }) => Math.min(least, level), Number.POSITIVE_INFINITY);
    const cyclic = cyclesIn(rows, byId);
    const total = rows.length;
    return [
      { code: 'community-orphan', tally: tallyOf('communities', rows, ({ level, parentId }) => level > coarsest && parentId === undefined), total },
      { code: 'community-cycle', tally: tallyOf('communities', rows, ({ id }) => cyclic.has(id)), total },
      {
        code: 'community-level-wrong',
        tally: tallyOf('communities', rows, ({ level, parentId }) => {
          const parent = parentId === undefined ? undefined : byId.get(parentId);
          return parent !== undefined && level !== parent.level + 1;
        }),
        total,
      },
      {
        code: 'parent-child-disagree',
        tally: tallyOf('communities', rows, ({ id, childIds }) => childIds.some((child) => (byId.get(child)?.parentId ?? id) !== id)),
        total,
      },
    ];
  },
});
