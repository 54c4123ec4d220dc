import { memoryKnowledge } from '@graphwright/conformance';
import { GraphwrightError, isPlugin, kinds, type Found, type Plugin, type Ref, type Run } from '@graphwright/contract';
import { createTokenCounter } from '@graphwright/token-budget';
import { describe, expect, it } from 'vitest';
import { claims, compact, entities, graphrag, relationships, rendererKind, reports, sources, type Renderer } from '../index.ts';

const tokens = createTokenCounter({ specVersion: 'v1', encoding: 'words', exact: true, count: (text) => text.split(/\s+/u).length });
const knowledge = memoryKnowledge({
  entities: [{ id: 'x', title: 'X', description: 'one two three four five', degree: 3 }],
  relationships: [{ id: 'x', sourceTitle: 'X', targetTitle: 'Y', description: 'one two three four five', weight: 2.5 }],
  covariates: [{ id: 'x', subjectTitle: 'X', status: 'TRUE', description: 'one two three four five' }],
  text_units: [{ id: 'x', humanReadableId: '9', text: 'one two three four five' }],
  community_reports: [{ id: 'x', title: 'X', fullContent: 'one two three four five [Data: Claims (1)]', summary: 'short', findings: [{ summary: 'found', explanation: '' }] }],
});

/** The part of a run that makers of sections use. */
function runWith(plugins: readonly Plugin[]): Run {
  const unused = (): never => {
    throw new GraphwrightError({ code: 'unsupported', message: 'No maker of sections needs this.' });
  };
  return {
    path: '', knowledge, tokens, seed: 0, signal: new AbortController().signal,
    random: { next: unused, integer: unused, shuffle: unused },
    use: async <P>(reference: Ref<P>): Promise<P> => {
      const port = plugins.find((plugin) => plugin.id === reference.use)?.resolve(reference.options, {}).create();
      return reference.kind.check(port) ? port : unused();
    },
    tokensOf: unused, vectors: unused, embed: unused, rerank: unused, budget: unused, pack: unused, generate: unused, answer: unused, stage: unused,
    report: unused, warn: unused, drop: unused, fail: unused,
  };
}

async function textOf(plugin: Plugin, table: string, options: Record<string, unknown> = {}): Promise<string> {
  const maker = plugin.resolve(options, {}).create();
  if (!kinds.section.check(maker)) return 'no maker of sections';
  const found: Found = { candidates: [{ table, id: 'x', via: [] }], dropped: [], caps: [] };
  const section = await maker.make({ name: plugin.id, found, tokens, floor: 2, cap: 500 }, runWith([compact, graphrag]));
  expect(section).toMatchObject({ name: plugin.id, floor: 2, cap: 500 });
  const filled = await section.fill({ tokens: 1_000 });
  return (await filled.render()).join('');
}

const TABLES: readonly [Plugin, string, string][] = [
  [entities, 'entities', '-----Entities-----\nid|entity|description|number of relationships\n0|X|one two three four five|3\n'],
  [relationships, 'relationships', '-----Relationships-----\nid|source|target|description|weight\n0|X|Y|one two three four five|2.5\n'],
  [claims, 'covariates', '-----claims-----\nid|entity|object_id|status|start_date|end_date|description\n0|X|nan|TRUE|nan|nan|one two three four five\n'],
  [sources, 'text_units', '-----Sources-----\nid|text\n0|one two three four five\n'],
  [reports, 'community_reports', '-----Reports-----\nid|title|content\n0|X|one two three four five\n'],
];

describe.each(TABLES)('the section %o', (plugin, table, graphragText) => {
  it('reads as its renderer says, shortens as it is told, and knows what it reads', async () => {
    expect(isPlugin(plugin)).toBe(true);
    const compactText = await textOf(plugin, table);
    expect(compactText).toMatch(/^# \w+ \(id: .*\)\n\d: .*one two three four five\n$/u);
    expect(await textOf(plugin, table, { renderer: 'graphrag' })).toBe(graphragText);
    expect(await textOf(plugin, table, { maxTokens: 3 })).toMatch(/one two…\n$|one two three…\n$/u);
    expect(plugin.resolve({}, {}).refs.map((reference) => reference.use)).toEqual(['compact']);
    expect(Object.keys(plugin.resolve({}, {}).needs.optionalTables ?? {})).toEqual([table]);
    expect(() => plugin.resolve({ maxTokens: 0 }, {})).toThrow(/maxTokens/u);
  });
});

describe('options', () => {
  it('of reports choose what of a report is printed, and whether marks stay', async () => {
    expect(await textOf(reports, 'community_reports', { form: 'summary' })).toContain('0: X: short\n');
    expect(await textOf(reports, 'community_reports', { form: 'findings' })).toContain('0: X: found\n');
    expect(await textOf(reports, 'community_reports', { citationMarks: 'keep' })).toContain('[Data: Claims (1)]');
    expect(reports.resolve({ form: 'summary' }, {}).needs.optionalTables?.community_reports).toContain('summary');
  });

  it('of the graphrag renderer set what stands between cells, but for sources', async () => {
    const renderer = { use: 'graphrag', delimiter: ';' };
    expect(await textOf(entities, 'entities', { renderer })).toContain('0;X;one two three four five;3\n');
    expect(await textOf(sources, 'text_units', { renderer })).toContain('0|one two three four five\n');
  });

  it('name renderers, which are recognised by their kind', () => {
    const port = graphrag.resolve({}, {}).create();
    expect(rendererKind.check(port)).toBe(true);
    const wrong: Omit<Renderer, 'form'> = { specVersion: 'v1', rendering: 'none' };
    expect(rendererKind.check(wrong)).toBe(false);
  });
});
