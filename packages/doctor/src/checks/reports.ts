import { defineCheck, Tally, tallyOf } from '../check.ts';
import { cutIn } from './tree.ts';

/** Whether every community has one report, and every report a community. */
export const reports = defineCheck({
  id: 'reports',
  needs: { communities: [], community_reports: [] },
  codes: {
    'community-without-report': {
      meaning: 'Communities have no report: what they hold does not exist for global and DRIFT, and local gets no summary of it.',
      hurts: ['local', 'global', 'drift'],
      hurtsFrom: 0,
      advice: 'Run the step that writes reports again; a model call that failed is the usual cause.',
    },
    'branch-cut': {
      meaning: 'Communities hang below one that has no report: dynamic selection walks from report to report and never gets to theirs.',
      hurts: ['global'],
      hurtsFrom: 0,
      advice: 'Write the missing reports above; until then select communities by level, not dynamically.',
    },
    'report-community-missing': {
      meaning: 'Reports are about communities that are not there: left from an earlier run or of the number -1, they tell of clusters that are no more.',
      hurts: ['local', 'global'],
      hurtsFrom: 0,
      advice: 'Write the reports again, or take these out; look whether both tables come from the same run.',
    },
    'report-repeated': {
      meaning: 'Communities have several reports: the same content enters twice, or an old one beside the new.',
      hurts: ['local', 'global', 'drift'],
      hurtsFrom: 0,
      advice: 'Keep the newest report of each community.',
    },
  },
  find({ tables: { communities, community_reports: table } }) {
    const reported = new Set<string>();
    const repeated = new Tally();
    for (const report of table.rows) {
      if (report.communityId === undefined) continue;
      if (reported.has(report.communityId)) repeated.add('community_reports', report);
      reported.add(report.communityId);
    }
    const cut = cutIn(communities.rows, communities.byId, reported);
    const total = communities.rows.length;
    return [
      { code: 'community-without-report', tally: tallyOf('communities', communities.rows, ({ id }) => !reported.has(id)), total },
      { code: 'branch-cut', tally: tallyOf('communities', communities.rows, ({ id }) => reported.has(id) && cut.has(id)), total },
      {
        code: 'report-community-missing',
        tally: tallyOf('community_reports', table.rows, ({ communityId }) => communityId === undefined || !communities.byId.has(communityId)),
        total: table.rows.length,
      },
      { code: 'report-repeated', tally: repeated, total: table.rows.length },
    ];
  },
});
