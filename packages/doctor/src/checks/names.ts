import { defineCheck, Tally } from '../check.ts';
import { namesakes, nearNames } from './near-names.ts';

/** Entities that are likely one and the same under several names. */
export const names = defineCheck({
  id: 'names',
  needs: { entities: ['title'] },
  codes: {
    'entity-name-repeated': {
      meaning: 'Entities share a name, but for case, width and blanks: relationships, claims and reports of one thing are spread over several, and a question finds one of them.',
      hurts: ['local', 'drift'],
      hurtsFrom: 0.02,
      advice: 'Merge them before clustering: extract again with fewer types, or join entities by name whatever their type.',
    },
    'entity-name-near': {
      meaning: 'Entities have nearly the same name (a letter or two apart, or the same words in another order): many are one thing twice.',
      hurts: ['local', 'drift'],
      advice: 'Read the pairs; merge those that are one thing, by a list of synonyms in the extraction prompt or a step over the entities.',
    },
  },
  find({ tables: { entities } }) {
    const { rows } = entities;
    const groups = namesakes(rows);
    const repeated = new Tally();
    for (const [first, ...others] of groups) for (const row of others) repeated.add('entities', row, first === undefined || first.name === row.name ? row.name : `${row.name} = ${first.name}`);
    const near = new Tally();
    for (const [row, other] of nearNames(groups.flatMap(([first]) => first ?? []))) near.add('entities', row, `${row.name} ~ ${other.name}`);
    return [
      { code: 'entity-name-repeated', tally: repeated, total: rows.length },
      { code: 'entity-name-near', tally: near, total: rows.length },
    ];
  },
});
