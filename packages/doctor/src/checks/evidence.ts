import { defineCheck, tallyOf } from '../check.ts';

/** Text units without text. */
export const unitTexts = defineCheck({
  id: 'text-unit-texts',
  needs: { text_units: [] },
  codes: {
    'text-unit-without-text': {
      meaning: 'Text units have no text: the evidence of what was drawn out of them is gone.',
      hurts: ['local', 'drift', 'basic'],
      hurtsFrom: 0,
      advice: 'Index again; look whether the texts were taken out on purpose.',
    },
  },
  find: ({ tables: { text_units: units } }) => [
    { code: 'text-unit-without-text', tally: tallyOf('text_units', units.rows, ({ written }) => !written), total: units.rows.length },
  ],
});

/** Text units and entities that do not know each other. */
export const evidence = defineCheck({
  id: 'evidence',
  needs: { text_units: [], entities: [] },
  codes: {
    'text-unit-without-entity': {
      meaning: 'Text units are linked to no entity: local and DRIFT enter by entities and never get there.',
      hurts: ['local', 'drift'],
      hurtsFrom: 0.1,
      advice: 'Few are headings and tables. Where it is many, look at the extraction: its failed calls, its types, the language of its prompt. Basic finds them by vector.',
    },
    'entity-without-text-unit': {
      meaning: 'Entities are linked to no text unit that is there: an answer about them rests on no source text.',
      hurts: ['local', 'drift'],
      hurtsFrom: 0.1,
      advice: 'Index again; look whether text units were cut anew without the graph.',
    },
  },
  find({ tables: { text_units: units, entities } }) {
    const linked = new Set(entities.rows.flatMap(({ textUnitIds }) => textUnitIds));
    const named = new Set(units.rows.flatMap(({ entityIds }) => entityIds));
    return [
      {
        code: 'text-unit-without-entity',
        tally: tallyOf('text_units', units.rows, ({ id, entityIds }) => !linked.has(id) && !entityIds.some((entity) => entities.byId.has(entity))),
        total: units.rows.length,
      },
      {
        code: 'entity-without-text-unit',
        tally: tallyOf('entities', entities.rows, ({ id, textUnitIds }) => !named.has(id) && !textUnitIds.some((unit) => units.byId.has(unit))),
        total: entities.rows.length,
      },
    ];
  },
});
