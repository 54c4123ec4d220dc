import type { Request } from '@graphwright/contract';
import { crowdedIndex, type smallIndex } from './fixture.test.util.ts';

/** What a test asks the small index. */
export type Ask = Partial<Request> & { readonly options?: Readonly<Record<string, unknown>>; readonly index?: ReturnType<typeof smallIndex> };

/** A question that finds something in the small index. */
export const QUESTION = 'What does Alex Mercer want at Dulce Base?';

/** For every option: a request, and the option flipped. The answer must change. */
export const FLIPS: readonly (readonly [option: string, value: unknown, ask?: Ask])[] = [
  ['entrance', 'names'],
  ['seeds', 1],
  ['seedOrder', 'degree', { question: 'Taylor Cruz', options: { seeds: 1 } }],
  ['seedsWhenSparse', 2, { options: { seeds: 2, sparseBelow: 9 } }],
  ['sparseBelow', 9, { options: { seeds: 2 } }],
  ['expander', { use: 'neighbourhood', hops: 0 }],
  ['expander', { use: 'neighbourhood', enough: 1 }, { question: 'Jordan Hayes', options: { entrance: 'names' } }],
  ['expander', { use: 'neighbourhood', relationshipsPerEntity: 1 }],
  ['expander', { use: 'neighbourhood', relationshipsPerEntity: 1, relationshipsBy: 'combinedDegree' }, { options: { expander: { use: 'neighbourhood', relationshipsPerEntity: 1 } } }],
  ['expander', { use: 'neighbourhood', entitiesPerHop: 1 }, { question: 'Alex Mercer', options: { entrance: 'names' } }],
  ['profile', 'fact'],
  ['communityLevel', 0],
  ['order', ['sources', 'reports', 'claims', 'relationships', 'entities']],
  ['order', ['sources']],
  ['floors', { sources: 6 }, { options: { contextCap: 900 } }],
  ['capShares', { relationships: 0.002 }],
  ['entityOrder', 'degree', { question: 'Taylor Cruz or Alex Mercer?' }],
  ['relationshipOrder', 'weight', { question: 'Alex Mercer and Taylor Cruz', options: { seeds: 2 } }],
  ['claimOrder', 'occurrence', { question: 'Taylor Cruz or Alex Mercer?' }],
  ['reportOrder', 'as-found', { question: 'Taylor Cruz', options: { seeds: 1 } }],
  ['sourceOrder', 'similarity'],
  ['entityOrder', { use: 'graph-distance', within: 'degree' }, { question: 'Jordan Hayes', options: { entrance: 'names' } }],
  ['sourceOrder', { use: 'occurrence', decay: 1 }, { options: { sourceOrder: 'occurrence' } }],
  ['sourceOrder', { use: 'fused-order', rankers: ['similarity'] }],
  ['sourceOrder', { use: 'fused-order', weights: [1, 9] }],
  ['sourceOrder', { use: 'fused-order', k: 0 }],
  ['entitySection', { use: 'entities', maxTokens: 1 }],
  ['relationshipSection', { use: 'relationships', renderer: 'graphrag' }],
  ['claimSection', { use: 'claims', maxTokens: 1 }],
  ['reportSection', { use: 'reports', form: 'summary' }],
  ['sourceSection', { use: 'sources', maxTokens: 5 }],
  ['policy', { use: 'fixed-shares' }, { options: { contextCap: 600 } }],
  ['historyTokens', 0, { turns: [{ role: 'user', content: 'Hello?' }] }],
  ['contextCap', 300],
  ['outputReserve', 99],
  ['entrance', { use: 'fuse', retrievers: ['dense'] }, { question: 'Taylor Cruz' }],
  ['entrance', { use: 'fuse', retrievers: ['names', 'dense'], weights: [9, 1] }, { question: 'Lone Ranger and Taylor Cruz' }],
  ['entrance', { use: 'fuse', k: 0 }, { question: 'Taylor Cruz or Jordan Hayes?' }],
  ['entrance', { use: 'fuse', limit: 2 }],
  ['entrance', { use: 'names', limit: 1 }, { options: { entrance: 'names' } }],
  ['entrance', { use: 'names', longest: 9, sharedBy: 0 }, { options: { entrance: { use: 'names', sharedBy: 0 } } }],
  ['entrance', { use: 'names', sharedBy: 0 }, { question: 'Agent Mercer at Dulce Base', options: { entrance: 'names' } }],
  ['entrance', { use: 'names', minCoverage: 1 }, { question: 'Agent Mercer at Dulce Base', options: { entrance: 'names' } }],
  ['entrance', { use: 'names', near: false }, { question: 'Who is Taylercruz?', options: { entrance: 'names' } }],
  ['entrance', { use: 'names', aliases: { boss: 'Alex Mercer' } }, { question: 'Who is the boss?', options: { entrance: 'names' } }],
  ['entrance', { use: 'dense', limit: 2 }, { options: { entrance: 'dense' } }],
  ['entrance', { use: 'dense', minDeviations: 0 }, { options: { entrance: 'dense' }, index: crowdedIndex() }],
  ['entrance', { use: 'dense', minScore: 0.85 }, { options: { entrance: 'dense' } }],
  ['entrance', { use: 'dense', space: 'text_unit_text' }, { options: { entrance: 'dense' } }],
  ['entrance', { use: 'dense', space: 'text_unit_text', table: 'entities' }, { options: { entrance: { use: 'dense', space: 'text_unit_text' } } }],
  ['sourceOrder', { use: 'similarity', space: 'entity_description' }, { options: { sourceOrder: 'similarity' } }],
];
