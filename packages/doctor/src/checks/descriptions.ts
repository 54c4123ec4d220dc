import { defineCheck, tallyOf, type Check } from '../check.ts';

const EXTRACT = 'Extract the graph with a model that describes what it finds; GraphRAG\'s method "fast" writes no descriptions at all.';

/** Entities without a text of their own. */
export const entityDescriptions = defineCheck({
  id: 'entity-descriptions',
  needs: { entities: [] },
  codes: {
    'entity-without-description': {
      meaning: 'Entities have no description: their rows tell a model nothing, and their vectors are those of a bare name.',
      hurts: ['local', 'drift'],
      hurtsFrom: 0.1,
      advice: EXTRACT,
    },
  },
  find: ({ tables: { entities } }) => [
    { code: 'entity-without-description', tally: tallyOf('entities', entities.rows, ({ described }) => !described), total: entities.rows.length },
  ],
});

/** Relationships without a text of their own. */
export const relationshipDescriptions = defineCheck({
  id: 'relationship-descriptions',
  needs: { relationships: [] },
  codes: {
    'relationship-without-description': {
      meaning: 'Relationships have no description: a model reads that two things are connected, and not how.',
      hurts: ['local'],
      hurtsFrom: 0.1,
      advice: EXTRACT,
    },
  },
  find: ({ tables: { relationships } }) => [
    {
      code: 'relationship-without-description',
      tally: tallyOf('relationships', relationships.rows, ({ description }) => description === undefined),
      total: relationships.rows.length,
    },
  ],
});

/** Reports without a text, or without what orders them. */
export const reportTexts = defineCheck({
  id: 'report-texts',
  needs: { community_reports: [] },
  codes: {
    'report-without-content': {
      meaning: 'Reports have no content: their communities count as reported and say nothing.',
      hurts: ['local', 'global', 'drift'],
      hurtsFrom: 0,
      advice: 'Write these reports again.',
    },
    'report-without-summary': {
      meaning: 'Reports have no summary: where the short form is asked for, nothing stands.',
      hurts: ['local', 'global'],
      advice: 'Use the full content (the default), or write these reports again.',
    },
    'report-without-rank': {
      meaning: 'Reports have no rank: they come last whatever they hold, and GraphRAG leaves them out of global.',
      hurts: ['local', 'global'],
      hurtsFrom: 0,
      advice: 'Write these reports again; the model gave no rating.',
    },
  },
  find({ tables: { community_reports: reports } }) {
    const total = reports.rows.length;
    return [
      { code: 'report-without-content', tally: tallyOf('community_reports', reports.rows, ({ hasContent }) => !hasContent), total },
      { code: 'report-without-summary', tally: tallyOf('community_reports', reports.rows, ({ hasSummary }) => !hasSummary), total },
      { code: 'report-without-rank', tally: tallyOf('community_reports', reports.rows, ({ rank }) => rank === undefined), total },
    ];
  },
});

/** Relationships that all say the same. */
export const variety: Check<'relationship-descriptions-alike' | 'relationship-weights-equal'> = {
  id: 'relationship-variety',
  needs: { relationships: [] },
  codes: {
    'relationship-descriptions-alike': {
      meaning: 'All relationships have one and the same description: they tell that things are connected, and not how.',
      hurts: ['local'],
      hurtsFrom: 0,
      advice: EXTRACT,
    },
    'relationship-weights-equal': {
      meaning: 'All relationships have the same weight: nothing can be ordered by it.',
      hurts: [],
      advice: 'Order relationships by combined degree (the default), or count how often each is named.',
    },
  },
  find({ tables: { relationships } }) {
    const { rows } = relationships;
    const described = rows.filter(({ description }) => description !== undefined);
    const weighted = rows.filter(({ weight }) => weight !== undefined);
    const allAlike = new Set(described.map(({ description }) => description)).size === 1 && described.length > 1;
    const allEqual = new Set(weighted.map(({ weight }) => weight)).size === 1 && weighted.length > 1;
    return [
      { code: 'relationship-descriptions-alike', tally: tallyOf('relationships', described, () => allAlike), total: rows.length },
      { code: 'relationship-weights-equal', tally: tallyOf('relationships', weighted, () => allEqual), total: rows.length },
    ];
  },
};
