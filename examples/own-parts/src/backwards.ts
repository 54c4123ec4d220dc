import { definePlugin, kinds, type Ranker } from '@graphwright/contract';

const backwards: Ranker = { specVersion: 'v1', rank: ({ candidates }) => Promise.resolve(candidates.toReversed()) };

export const ranker = definePlugin(kinds.ranker, { id: 'backwards', version: '1.0.0', description: 'Last first.', create: () => backwards });
