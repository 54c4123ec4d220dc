import { defineCheck, tallyOf } from '../check.ts';
import type { ClaimRow } from '../survey/rows.ts';

/** Claims whose subject is no entity. */
export const claims = defineCheck({
  id: 'claims',
  needs: { covariates: [], entities: [] },
  codes: {
    'claim-subject-missing': {
      meaning: 'Claims are about a subject that no entity carries the name of: claims are looked up by entity, so these are never found.',
      hurts: ['local'],
      hurtsFrom: 0.1,
      advice: 'Let the extraction of claims see the names of the entities, or take claims out of the index where most are lost.',
    },
    'claim-without-subject': {
      meaning: 'Claims name no subject at all: the extractor wrote down that it found none.',
      hurts: [],
      advice: 'Nothing; they are never found, and take room in the table alone.',
    },
  },
  find({ tables: { covariates } }) {
    const hasSubject = ({ subjectTitle }: ClaimRow): boolean => subjectTitle !== undefined && subjectTitle.trim() !== '';
    const total = covariates.rows.length;
    return [
      {
        code: 'claim-subject-missing',
        tally: tallyOf('covariates', covariates.rows, (row) => row.subjectId === undefined && hasSubject(row)),
        total,
      },
      { code: 'claim-without-subject', tally: tallyOf('covariates', covariates.rows, (row) => row.subjectId === undefined && !hasSubject(row)), total },
    ];
  },
});
