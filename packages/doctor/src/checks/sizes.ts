import { defineCheck, Tally, tallyOf, type Check } from '../check.ts';

/** GraphRAG's local search gives half of the window to text units. */
const UNIT_SHARE = 0.5;
/** GraphRAG's local search gives 15 % of the window to reports. */
const REPORT_SHARE = 0.15;
/** A sentence or two. */
const SHORT = 30;

/** Text units against the window. */
export const unitSizes = defineCheck({
  id: 'text-unit-sizes',
  needs: { text_units: ['text'] },
  codes: {
    'text-unit-long': {
      meaning: 'Text units are longer than half of the window, the share that local gives to all of them: they never enter it whole, and a vector of so much text is blunt.',
      hurts: ['local', 'drift', 'basic'],
      hurtsFrom: 0,
      advice: 'Cut the documents into units of 300 to 1,200 tokens.',
    },
    'text-unit-short': {
      meaning: 'Text units hold fewer than 30 tokens: they are found easily and say little.',
      hurts: ['basic'],
      hurtsFrom: 0.25,
      advice: 'A few are the ends of documents. Where it is many, join short documents before they are cut.',
    },
  },
  find({ tables: { text_units: units }, window }) {
    const total = units.rows.length;
    return [
      { code: 'text-unit-long', tally: tallyOf('text_units', units.rows, ({ tokens }) => tokens > window * UNIT_SHARE), total },
      { code: 'text-unit-short', tally: tallyOf('text_units', units.rows, ({ written, tokens }) => written && tokens < SHORT), total },
    ];
  },
});

/** Reports against the window. */
export const reportSizes = defineCheck({
  id: 'report-sizes',
  needs: { community_reports: ['fullContent'] },
  codes: {
    'report-long': {
      meaning: 'Reports are longer than a whole window: in global each of them goes alone and over the budget, or not at all.',
      hurts: ['global', 'local', 'drift'],
      hurtsFrom: 0,
      advice: 'Write the reports again with a limit on their length.',
    },
    'report-long-for-local': {
      meaning: 'Reports are longer than 15 % of the window, the share that GraphRAG\'s local gives to all of them: the compatible face then shows no report at all.',
      hurts: ['local'],
      advice: 'Write shorter reports, or use the default face, which lets the packing policy decide.',
    },
  },
  find({ tables: { community_reports: reports }, window }) {
    const total = reports.rows.length;
    return [
      { code: 'report-long', tally: tallyOf('community_reports', reports.rows, ({ tokens }) => tokens > window), total },
      { code: 'report-long-for-local', tally: tallyOf('community_reports', reports.rows, ({ tokens }) => tokens > window * REPORT_SHARE && tokens <= window), total },
    ];
  },
});

/** The reports of a level against the texts that they sum up. */
export const levelLengths: Check<'level-longer-than-source'> = {
  id: 'level-lengths',
  needs: { communities: ['textUnitIds'], community_reports: ['fullContent'], text_units: ['text'] },
  codes: {
    'level-longer-than-source': {
      meaning: 'The reports of a level are together longer than the texts that they rest on: global reads more than the documents themselves, and less exactly.',
      hurts: ['global'],
      advice: 'Use a coarser level, or basic and local, until the collection has grown.',
    },
  },
  find({ tables: { communities, community_reports: reports, text_units: units } }) {
    const levels = new Map<number, { tokens: number; sources: Set<string>; example: (typeof reports.rows)[number] }>();
    for (const report of reports.rows) {
      const level = levels.get(report.level) ?? { tokens: 0, sources: new Set<string>(), example: report };
      level.tokens += report.tokens;
      for (const id of communities.byId.get(report.communityId ?? '')?.textUnitIds ?? []) level.sources.add(id);
      levels.set(report.level, level);
    }
    const tally = new Tally();
    for (const [number, { tokens, sources, example }] of [...levels].toSorted(([a], [b]) => a - b)) {
      const source = [...sources].reduce((sum, id) => sum + (units.byId.get(id)?.tokens ?? 0), 0);
      if (source > 0 && tokens > source) tally.add('community_reports', example, `level ${number}: reports of ${tokens} tokens on texts of ${source}`);
    }
    return [{ code: 'level-longer-than-source', tally, total: levels.size }];
  },
};
