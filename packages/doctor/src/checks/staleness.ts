import { defineCheck, Tally, tallyOf, type Check } from '../check.ts';
import type { ReportRow, SurveyRow } from '../survey/rows.ts';

/** Below so many cited entities a report says too little to be judged by them. */
const FEW_CITED = 3;

/** Communities as an update leaves them: of several days, or of another size than they say. */
export const communityAge = defineCheck({
  id: 'community-age',
  needs: { communities: [] },
  codes: {
    'community-periods': {
      meaning: 'Communities are of several days: the index was updated in steps. New communities are further roots, and the old ones were not clustered anew.',
      hurts: ['global'],
      advice: 'Nothing at once; cluster and write the reports again when updates have added up.',
    },
    'community-size-differs': {
      meaning: 'Communities state another size than they have members: they, or the entities, were changed afterwards, and their reports tell of what was before.',
      hurts: ['global'],
      hurtsFrom: 0.1,
      advice: 'Run clustering and reports again.',
    },
  },
  find({ tables: { communities } }) {
    const { rows } = communities;
    const newest = rows.reduce((latest, { period = '' }) => (period > latest ? period : latest), '');
    return [
      { code: 'community-periods', tally: tallyOf('communities', rows, ({ period }) => period !== undefined && period !== newest), total: rows.length },
      {
        code: 'community-size-differs',
        tally: tallyOf('communities', rows, ({ size, entityIds }) => size !== undefined && entityIds.length > 0 && size !== entityIds.length),
        total: rows.length,
      },
    ];
  },
});

/** Reports against the community that they are about, as far as it shows: level, and the numbers of the records that they cite. */
export const reportAge: Check<'report-level-differs' | 'report-cites-missing' | 'report-cites-elsewhere'> = {
  id: 'report-age',
  needs: { communities: [], community_reports: [], entities: [] },
  codes: {
    'report-level-differs': {
      meaning: 'Reports are of another level than their community: a choice of reports by level takes the wrong ones.',
      hurts: ['global', 'drift', 'local'],
      hurtsFrom: 0,
      advice: 'Write the reports again after clustering.',
    },
    'report-cites-missing': {
      meaning: 'Reports cite numbers of entities or relationships that no record has: made up by the model, or of an earlier run.',
      hurts: ['local', 'global', 'drift'],
      hurtsFrom: 0.25,
      advice: 'A few are the model\'s inventions. Where it is many, the reports are older than the tables: write them again.',
    },
    'report-cites-elsewhere': {
      meaning: 'Reports cite mostly entities outside of their community: the records were numbered anew, or the reports are of another clustering.',
      hurts: ['local', 'global', 'drift'],
      hurtsFrom: 0.25,
      advice: 'Write the reports again; read one beside its community to see.',
    },
  },
  find({ tables: { communities, community_reports: reports, entities, relationships } }) {
    const entityNumbers = byNumber(entities.rows);
    const relationshipNumbers = byNumber(relationships.rows);
    const missing = new Tally();
    const elsewhere = new Tally();
    for (const report of reports.rows) {
      const unknown = [
        ...report.cited.entities.filter((number) => !entityNumbers.has(number)).map((number) => `entity ${number}`),
        ...(relationships.isThere ? report.cited.relationships.filter((number) => !relationshipNumbers.has(number)).map((number) => `relationship ${number}`) : []),
      ];
      if (unknown.length > 0) missing.add('community_reports', report, `${report.name} → ${unknown.slice(0, 3).join(', ')}`);
      if (citesElsewhere(report, communities.byId.get(report.communityId ?? '')?.entityIds, entityNumbers)) elsewhere.add('community_reports', report);
    }
    const total = reports.rows.length;
    return [
      {
        code: 'report-level-differs',
        tally: tallyOf('community_reports', reports.rows, ({ communityId, level }) => (communities.byId.get(communityId ?? '')?.level ?? level) !== level),
        total,
      },
      { code: 'report-cites-missing', tally: missing, total },
      { code: 'report-cites-elsewhere', tally: elsewhere, total },
    ];
  },
};

function byNumber(rows: readonly (SurveyRow & { readonly humanReadableId: string | undefined })[]): Map<string, string> {
  return new Map(rows.flatMap(({ humanReadableId, id }) => (humanReadableId === undefined ? [] : [[humanReadableId, id] as const])));
}

function citesElsewhere({ cited }: ReportRow, members: readonly string[] = [], numbers: ReadonlyMap<string, string>): boolean {
  const known = cited.entities.flatMap((number) => numbers.get(number) ?? []);
  if (known.length < FEW_CITED || members.length === 0) return false;
  const inside = new Set(members);
  return known.filter((id) => !inside.has(id)).length > known.length / 2;
}
