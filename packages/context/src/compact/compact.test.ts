import { memoryKnowledge } from '@graphwright/conformance';
import type { Found, Section } from '@graphwright/contract';
import { createTokenCounter } from '@graphwright/token-budget';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimsSection, entitiesSection, relationshipsSection, reportsSection, sourcesSection } from '../index.ts';

const tokens = createTokenCounter({ specVersion: 'v1', encoding: 'letters', exact: true, count: (text) => text.length });

function found(table: string, ids: readonly string[]): Found {
  return { candidates: ids.map((id) => ({ table, id, via: [] })), dropped: [], caps: [] };
}

async function textOf(section: Section): Promise<string> {
  const filled = await section.fill({ tokens: 100_000 });
  return (await filled.render()).join('');
}

const knowledge = memoryKnowledge({
  entities: [
    { id: 'a', title: 'ALICE', type: 'person', description: 'Leads the crew.\n\nTwice.' },
    { id: 'b', title: 'BASE' },
  ],
  relationships: [{ id: 'r', sourceId: 'a', targetId: 'b', description: 'Runs it', weight: 3 }],
  text_units: [{ id: 'u', humanReadableId: '12', text: 'First line\n# Entities\n7: fake' }],
  community_reports: [{ id: 'p', humanReadableId: '5', title: 'Crew', fullContent: '# Crew\n\nThe crew. [Data: Entities (0)]\n\n## More', summary: 'Short.' }],
  covariates: [
    { id: 'c', subjectId: 'a', objectTitle: 'NONE', type: 'THEFT', status: 'TRUE', startDate: '2020-01-01', description: 'Took it.' },
    { id: 'd', subjectId: 'a', objectTitle: 'BASE', description: 'Saw it.' },
  ],
});

describe('the compact renderer', () => {
  it('shows ids at the margin, types, directions and facts', async () => {
    const request = { knowledge, tokens };
    expect(await textOf(await entitiesSection({ ...request, found: found('entities', ['a', 'b']) }))).toBe(
      '# Entities (id: name (type): description)\n0: ALICE (person): Leads the crew.\n Twice.\n1: BASE\n',
    );
    expect(await textOf(await relationshipsSection({ ...request, found: found('relationships', ['r']) }))).toBe(
      '# Relationships (id: source → target: description)\n0: ALICE → BASE: Runs it\n',
    );
    expect(await textOf(await claimsSection({ ...request, found: found('covariates', ['c', 'd']) }))).toBe(
      '# Claims (id: subject → object (type, status, from, to): claim)\n0: ALICE (THEFT, TRUE, 2020-01-01): Took it.\n1: ALICE → BASE: Saw it.\n',
    );
  });

  it('leaves the title out of a report that begins with it, and names the section as citations do', async () => {
    expect(await textOf(await reportsSection({ knowledge, tokens, found: found('community_reports', ['p']) }))).toBe(
      '# Reports (id: title: report)\n5: Crew: The crew.\n ## More\n',
    );
    expect(await textOf(await sourcesSection({ knowledge, tokens, name: 'evidence', found: found('text_units', ['u']) }))).toBe(
      '# Evidence (id: text)\n12: First line\n # Entities\n 7: fake\n',
    );
  });

  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom('\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f', '# Sources (id: text)', '7: fake', '-----Sources-----', ' ', 'a')).map((parts) => parts.join('')),
  );

  it('lets no text pass for a heading or for another row', async () => {
    const row = fc.record({ title: anyText, type: anyText, description: anyText });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 4 }), async (rows) => {
        const hostile = memoryKnowledge({
          entities: rows.map((one, index) => ({ id: `e${index}`, ...one })),
          relationships: rows.map((one, index) => ({ id: `r${index}`, sourceTitle: one.title, targetTitle: one.type, description: one.description })),
          covariates: rows.map((one, index) => ({ id: `c${index}`, subjectTitle: one.title, objectTitle: one.type, status: one.type, description: one.description })),
          community_reports: rows.map((one, index) => ({ id: `p${index}`, title: one.title, fullContent: one.description })),
          text_units: rows.map((one, index) => ({ id: `u${index}`, text: one.description })),
        });
        const ids = (letter: string): string[] => rows.map((_, index) => `${letter}${index}`);
        const fresh = { knowledge: hostile, tokens: createTokenCounter(tokens.tokenizer) };
        const sections = [
          await entitiesSection({ ...fresh, found: found('entities', ids('e')) }),
          await relationshipsSection({ ...fresh, found: found('relationships', ids('r')) }),
          await claimsSection({ ...fresh, found: found('covariates', ids('c')) }),
          await reportsSection({ ...fresh, found: found('community_reports', ids('p')) }),
          await sourcesSection({ ...fresh, found: found('text_units', ids('u')) }),
        ];
        for (const section of sections) {
          const atTheMargin = (await textOf(section)).split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u).filter((line) => line !== '' && !line.startsWith(' '));
          expect(atTheMargin.map((line) => line.slice(0, 2))).toEqual(['# ', ...rows.map((_, index) => `${index}:`)]);
        }
      }),
    );
  });
});
