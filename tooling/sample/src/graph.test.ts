import { describe, expect, it } from 'vitest';
import { buildCommunities } from './communities.ts';
import type { SampleData } from './data.ts';
import { buildGraph } from './graph.ts';
import { mentionsOf } from './mentions.ts';

const report = { rating: 5, ratingExplanation: 'Because.', summary: 'Two things.', findings: [{ summary: 'Joined', explanation: 'They are joined.', about: ['Alpha', 'Beta'] }] };
const DATA: SampleData = {
  documents: [
    { title: 'a.md', text: '# Heading\n\nAlpha meets Beta.\n\nThe alphabet says nothing of Alpha.' },
    { title: 'b.md', text: '图谱里有甲物。' },
  ],
  entities: [
    { name: 'Alpha', type: 'thing', description: 'First.', aliases: [] },
    { name: 'Beta', type: 'thing', description: 'Second.', aliases: [] },
    { name: 'Gamma', type: 'thing', description: 'Third.', aliases: ['甲物'] },
  ],
  relationships: [{ from: 'Alpha', to: 'Beta', weight: 2, description: 'They met.' }],
  claims: [{ subject: 'Beta', object: 'NONE', type: 'meeting', status: 'TRUE', from: 'NONE', to: 'NONE', description: 'Met.', quote: 'Alpha meets Beta' }],
  communities: [{ ...report, title: 'All', children: [{ ...report, title: 'Pair', entities: ['Alpha', 'Beta'] }, { ...report, title: 'One', entities: ['Gamma'] }] }],
  settings: '',
};

describe('buildGraph derives what the lists do not say', () => {
  const graph = buildGraph(DATA);

  it('cuts documents into paragraphs, the heading with the first', () => {
    expect(graph.textUnits.map(({ text }) => text)).toEqual(['# Heading\n\nAlpha meets Beta.', 'The alphabet says nothing of Alpha.', '图谱里有甲物。']);
    expect(graph.documents[0]?.textUnitIds).toEqual(graph.textUnits.slice(0, 2).map(({ id }) => id));
  });

  it('finds mentions, degrees, and the text units of relationships and claims', () => {
    expect(graph.entities.map(({ title, degree, textUnitIds }) => [title, degree, textUnitIds.length])).toEqual([
      ['ALPHA', 1, 2],
      ['BETA', 1, 1],
      ['GAMMA', 0, 1],
    ]);
    expect(graph.relationships[0]).toMatchObject({ combinedDegree: 2, textUnitIds: [graph.textUnits[0]?.id] });
    expect(graph.claims[0]?.textUnitId).toBe(graph.textUnits[0]?.id);
    expect(graph.textUnits[0]).toMatchObject({ covariateIds: [graph.claims[0]?.id], relationshipIds: [graph.relationships[0]?.id] });
  });

  it.each<[string, Partial<SampleData>, RegExp]>([
    ['an entity that no text names', { entities: [...DATA.entities, { name: 'Delta', type: 't', description: 'd', aliases: [] }] }, /No document mentions "Delta"/u],
    ['a relationship that no text supports', { relationships: [{ from: 'Alpha', to: 'Gamma', weight: 1, description: 'd' }] }, /names both "Alpha" and "Gamma"/u],
    ['an unknown name', { relationships: [{ from: 'Alpha', to: 'Omega', weight: 1, description: 'd' }] }, /"Omega" is no entity/u],
    ['a relationship listed twice', { relationships: DATA.relationships.flatMap((each) => [each, each]) }, /listed twice/u],
    ['a quote that stands nowhere', { claims: DATA.claims.map((claim) => ({ ...claim, quote: 'never said' })) }, /never said/u],
  ])('refuses %s', (_, change, message) => {
    expect(() => buildGraph({ ...DATA, ...change })).toThrow(message);
  });
});

describe('buildCommunities', () => {
  it('numbers level by level, and lets a parent hold what its children hold', () => {
    const rows = buildCommunities(DATA, buildGraph(DATA));
    expect(rows.map(({ community, level, parent, children, entityIds, relationshipIds }) => [community, level, parent, children, entityIds.length, relationshipIds.length])).toEqual([
      [0, 0, -1, [1, 2], 3, 1],
      [1, 1, 0, [], 2, 1],
      [2, 1, 0, [], 1, 0],
    ]);
    expect(rows[1]?.findings[0]?.explanation).toBe('They are joined. [Data: Entities (0, 1); Relationships (0)]');
  });

  it('refuses an entity without a home, or with two', () => {
    const graph = buildGraph(DATA);
    expect(() => buildCommunities({ ...DATA, communities: [{ ...report, title: 'Pair', entities: ['Alpha', 'Beta'] }] }, graph)).toThrow(/"Gamma"/u);
    expect(() => buildCommunities({ ...DATA, communities: [{ ...report, title: 'All', entities: ['Alpha', 'Beta', 'Gamma', 'Alpha'] }] }, graph)).toThrow(/"Alpha"/u);
  });
});

describe('mentionsOf', () => {
  it('takes whole words only, any case, and Chinese names anywhere', () => {
    expect(mentionsOf(['Claim'])('It disclaims. Claims!')).toBe(false);
    expect(mentionsOf(['Claim', 'claims'])('It disclaims. Claims!')).toBe(true);
    expect(mentionsOf(['社区'])('每个社区都有')).toBe(true);
    expect(mentionsOf(['1 / (k + rank)'])('It is 1 / (k + rank).')).toBe(true);
  });
});
