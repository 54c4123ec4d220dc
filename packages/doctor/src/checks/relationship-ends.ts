import { defineCheck, tallyOf } from '../check.ts';

/** Ends of relationships that are no entities. */
export const relationshipEnds = defineCheck({
  id: 'relationship-ends',
  needs: { relationships: [], entities: [] },
  codes: {
    'relationship-end-missing': {
      meaning: 'Relationships have an end whose name no entity carries: they cannot be reached from that side, and a walk along the graph stops there.',
      hurts: ['local', 'drift'],
      hurtsFrom: 0,
      advice: 'Look at the names: another spelling or an entity that was filtered out. Index again with one extraction of both, or add the entities.',
    },
  },
  find: ({ tables: { relationships } }) => [
    {
      code: 'relationship-end-missing',
      tally: tallyOf('relationships', relationships.rows, ({ sourceId, targetId }) => sourceId === undefined || targetId === undefined),
      total: relationships.rows.length,
    },
  ],
});
