import { memoryKnowledge } from '@graphwright/conformance';
import type { Filled, Found, Section } from '@graphwright/contract';
import { createTokenCounter } from '@graphwright/token-budget';
import { describe, expect, it } from 'vitest';
import { entitiesSection, graphragRenderer, reportsSection, sourcesSection, stripCitationMarks } from '../index.ts';

const words = () => createTokenCounter({ specVersion: 'v1', encoding: 'words', exact: true, count: (text) => (text.match(/[^\s…]+|…/gu) ?? []).length });

const REPORT = 'The crew leads [Data: Entities (1)].';
const tables = {
  entities: [
    { id: 'a', title: 'A', description: 'one two three four five six' },
    { id: 'b', title: 'B', description: 'one two' },
  ],
  text_units: [
    { id: 'u', humanReadableId: '7', text: 'seven' },
    { id: 'v', humanReadableId: '7', text: 'seven again' },
    { id: 'w', humanReadableId: '1', text: 'a number that was taken' },
    { id: 'x', humanReadableId: undefined, text: 'no number' },
  ],
  community_reports: [
    {
      id: 'p', title: 'P', summary: 'Sum [Data: Claims (2)].', fullContent: REPORT, rank: 8.5,
      findings: [{ summary: 'First', explanation: 'because [Data: Entities (1)]' }, { summary: 'Second', explanation: '' }, { summary: 'Third', explanation: 'last' }],
    },
    { id: 'q', title: 'Q', summary: 'Only a summary.' },
  ],
};

function found(table: string, ids: readonly string[]): Found {
  return { candidates: ids.map((id) => ({ table, id, via: [] })), dropped: [], caps: [] };
}

async function filled(section: Promise<Section>, tokens = 10_000): Promise<Filled & { readonly text: string }> {
  const result = await (await section).fill({ tokens });
  return { ...result, text: (await result.render()).join('') };
}

const partsOf = (result: Filled): (string | undefined)[] => result.parts.flatMap((part) => part.included.map((one) => one.part));

describe('sections of tables', () => {
  const base = () => ({ knowledge: memoryKnowledge(tables), tokens: words() });

  it('drop what the index does not have, and lose nothing that was dropped before', async () => {
    const before = { table: 'entities', id: 'z', via: [], reason: 'excluded' };
    const section = await entitiesSection({ ...base(), found: { ...found('entities', ['b', 'nowhere', 'a']), dropped: [before] } });
    expect(section.entries.map((entry) => [entry.candidate.id, entry.label, entry.humanReadableId])).toEqual([['b', '1', '1'], ['a', '0', '0']]);
    expect(section.dropped).toEqual([before, { table: 'entities', id: 'nowhere', via: [], reason: 'unavailable' }]);
  });

  it('ask an index for nothing when there is nothing to print', async () => {
    const knowledge = memoryKnowledge({});
    const section = await sourcesSection({ knowledge, tokens: words(), found: found('text_units', []) });
    expect([section.entries, (await section.fill({ tokens: 100 })).tokens]).toEqual([[], 0]);
  });

  it('give every row a label of its own, by which it can be looked up', async () => {
    const request = { ...base(), found: found('text_units', ['u', 'v', 'w', 'x']) };
    const section = sourcesSection(request);
    expect((await section).entries.map((entry) => entry.label)).toEqual(['7', '1', '2', '3']);
    expect((await filled(section)).text).toBe('# Sources (id: text)\n7: seven\n1: seven again\n2: a number that was taken\n3: no number\n');
    expect((await filled(sourcesSection({ ...request, found: found('text_units', ['v']) }))).text).toContain('7: seven again');
  });

  it('print sources by row number, and never twice the wiser, in the graphrag form', async () => {
    const section = sourcesSection({ ...base(), renderer: graphragRenderer(), found: found('text_units', ['v', 'u']) });
    expect((await section).entries.map((entry) => entry.label)).toEqual(['1', '0']);
    expect((await filled(section)).text).toBe('-----Sources-----\nid|text\n1|seven again\n0|seven\n');
  });

  it('shorten long texts, and say by how much, also when nothing has to be read again', async () => {
    const request = { ...base(), found: found('entities', ['a', 'b']), maxTokens: 4 };
    const first = await filled(entitiesSection(request));
    expect(first.text).toBe('# Entities (id: name (type): description)\n0: A: one two three…\n1: B: one two\n');
    expect(partsOf(first)).toEqual(['text cut at 4 of 6 tokens', undefined]);
    const read = request.knowledge.reads('entities', 'description');
    const again = await (await entitiesSection(request)).fill({ tokens: 100 });
    expect(partsOf(again)).toEqual(partsOf(first));
    expect(request.knowledge.reads('entities', 'description')).toBe(read);
    expect((await filled(entitiesSection({ ...request, maxTokens: undefined }))).text).toContain('five six');
  });

  it('read labels in one request and no text before it is needed', async () => {
    const { knowledge, tokens } = base();
    const section = await entitiesSection({ knowledge, tokens, found: found('entities', ['a', 'b']) });
    expect(knowledge.requests.map((request) => request.columns)).toEqual([['humanReadableId', 'ordinal']]);
    await section.fill({ tokens: 100 });
    expect(knowledge.requests).toHaveLength(2);
    expect(knowledge.reads('entities', 'description')).toBe(2);
  });

  it('stop when the run is aborted', async () => {
    const made = entitiesSection({ ...base(), found: found('entities', ['a']), signal: AbortSignal.abort() });
    await expect(made).rejects.toMatchObject({ code: 'aborted' });
  });

  it('say so when a record has vanished since', async () => {
    const { tokens } = base();
    const knowledge = memoryKnowledge(tables);
    const shrunk = memoryKnowledge({ entities: tables.entities.slice(1) });
    let calls = 0;
    const section = await entitiesSection({
      tokens,
      knowledge: { ...knowledge, rows: (request) => (calls++ === 0 ? knowledge.rows(request) : shrunk.rows(request)) },
      found: found('entities', ['a']),
    });
    await expect(Promise.resolve(section.fill({ tokens: 100 }))).rejects.toMatchObject({ code: 'folder-changed' });
  });
});

describe('reportsSection', () => {
  const base = () => ({ knowledge: memoryKnowledge(tables), tokens: words(), found: found('community_reports', ['p', 'q']) });

  it('takes citation marks out unless they are wanted', async () => {
    expect((await filled(reportsSection(base()))).text).toBe('# Reports (id: title: report)\n0: P: The crew leads.\n1: Q\n');
    expect((await filled(reportsSection({ ...base(), citationMarks: 'keep' }))).text).toContain(REPORT);
    expect(stripCitationMarks(REPORT)).not.toBe(REPORT);
  });

  it('keeps the counts of its forms apart', async () => {
    const request = base();
    const sums = [];
    for (const more of [{}, { citationMarks: 'keep' }, { form: 'summary' }, { maxTokens: 2 }] as const) {
      sums.push((await filled(reportsSection({ ...request, ...more }))).tokens);
      sums.push((await filled(reportsSection({ ...base(), ...more }))).tokens);
    }
    expect(sums.filter((_, row) => row % 2 === 0)).toEqual(sums.filter((_, row) => row % 2 === 1));
    expect(new Set(sums).size).toBeGreaterThan(2);
  });

  it('prints summaries, and says that they are', async () => {
    const result = await filled(reportsSection({ ...base(), form: 'summary' }));
    expect(result.text).toBe('# Reports (id: title: summary)\n0: P: Sum.\n1: Q: Only a summary.\n');
    expect(partsOf(result)).toEqual(['summary', 'summary']);
  });

  it('splits reports into findings, each report one entry, as many findings as fit', async () => {
    const all = await filled(reportsSection({ ...base(), form: 'findings' }));
    expect(all.text).toBe('# Reports (id: title: finding)\n0: P: First\n because\n0: P: Second\n0: P: Third\n last\n1: Q: Only a summary.\n');
    expect(partsOf(all)).toEqual(['all findings', 'summary']);
    expect(all.items).toBe(4);
    const some = await filled(reportsSection({ ...base(), form: 'findings' }), 13);
    expect(some.text).toBe('# Reports (id: title: finding)\n0: P: First\n because\n0: P: Second\n');
    expect(partsOf(some)).toEqual(['findings 1–2 of 3']);
    const cut = await filled(reportsSection({ ...base(), form: 'findings', maxTokens: 2 }));
    expect(partsOf(cut)[1]).toContain('text cut at 2 of 3 tokens');
  });

  it('quotes reports in the graphrag form only when it prints them', async () => {
    const knowledge = memoryKnowledge({ community_reports: [{ id: 'p', humanReadableId: '5', title: 'A|B', fullContent: 'one "two"\nthree', rank: 2 }] });
    const letters = createTokenCounter({ specVersion: 'v1', encoding: 'letters', exact: true, count: (text) => text.length });
    const request = { knowledge, tokens: letters, renderer: graphragRenderer(), found: found('community_reports', ['p']), title: 'Community Reports' };
    const result = await filled(reportsSection(request));
    const heading = '-----Community Reports-----\nid|title|content\n';
    expect(result.text).toBe(`${heading}5|"A|B"|"one ""two""\nthree"\n`);
    expect(result.tokens).toBe(heading.length + '5|A|B|one "two"\nthree\n'.length);
    expect((await filled(reportsSection(request), 50)).text).toBe('[]');
  });
});
