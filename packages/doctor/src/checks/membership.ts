import { defineCheck, tallyOf } from '../check.ts';

/** Entities that no community holds. */
export const membership = defineCheck({
  id: 'membership',
  needs: { entities: ['communityIds'], communities: [] },
  codes: {
    'entity-without-community': {
      meaning: 'Entities belong to no community: no report speaks of them, so global never sees them; GraphRAG drops them in silence from local as well.',
      hurts: ['local', 'global'],
      hurtsFrom: 0.1,
      advice: 'Few are those without relationships. Where it is many, look for names lost between entities and communities, or cluster without `use_lcc`.',
    },
  },
  find: ({ tables: { entities } }) => [
    { code: 'entity-without-community', tally: tallyOf('entities', entities.rows, ({ communityIds }) => communityIds.length === 0), total: entities.rows.length },
  ],
});
