import { definePlugin, kinds, type Ranker } from '@graphwright/contract';

/** The ranker that leaves the order in which candidates were found. */
export const asFound = definePlugin(kinds.ranker, {
  id: 'as-found',
  version: '1.0.0',
  description: 'The order in which candidates were found.',
  create: (): Ranker => ({ specVersion: 'v1', rank: ({ candidates }) => Promise.resolve(candidates) }),
});
