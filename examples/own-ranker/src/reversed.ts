import { definePlugin, kinds, type Ranker } from '@graphwright/contract';

/** Turns the order that it is given around: what was found last stands first. */
const reversed: Ranker = { specVersion: 'v1', rank: ({ candidates }) => Promise.resolve(candidates.toReversed()) };

/** The plugin: any order of `local` can name it. */
export const ranker = definePlugin(kinds.ranker, { id: 'reversed', version: '1.0.0', description: 'Last first.', create: () => reversed });
