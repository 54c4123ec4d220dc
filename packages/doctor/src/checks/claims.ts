import { defineCheck, Tally } from '../check.ts';

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
    const missing = new Tally();
    const without = new Tally();
    for (const row of covariates.rows) {
      if (row.subjectId !== undefined) continue;
      const title = row.subjectTitle?.trim() ?? '';
      if (title === '') without.add('covariates', row);
      else missing.add('covariates', row, title);
    }
    const total = covariates.rows.length;
    return [
      { code: 'claim-subject-missing', tally: missing, total },
      { code: 'claim-without-subject', tally: without, total },
    ];
  },
});
