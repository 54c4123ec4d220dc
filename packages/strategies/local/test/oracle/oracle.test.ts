import { accountFaults } from '@graphwright/conformance';
import type { Answer } from '@graphwright/contract';
import { createGptTokenizer } from '@graphwright/tokenizer-gpt-tokenizer';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { oracleCases, type OracleCase } from './cases.ts';
import { worldOf, type World } from './world.ts';

const cases = oracleCases();
const built = cases.filter(({ expect: { error } }) => error === undefined);
const cl100k = createGptTokenizer('cl100k_base');

/** Sections that GraphRAG's context data holds as tables. */
const SECTIONS = ['reports', 'entities', 'relationships', 'claims', 'sources'] as const;
const GRAPH = ['entities', 'relationships', 'claims'];

const candidatesSchema = z.strictObject({
  relationships: z.array(z.string()),
  entities: z.array(z.string()),
  claims: z.array(z.string()),
  sources: z.array(z.string()),
});

/** Options under GraphRAG's names, as the strategy takes them. Names to include and exclude are parts of the request. */
function optionsOf({ options, communityLevel }: OracleCase): Record<string, unknown> {
  const { include_entity_names: _, exclude_entity_names: __, top_k_mapped_entities, top_k_relationships, ...own } = options;
  const renamed = Object.entries(own).map(([key, value]): [string, unknown] => [key.replaceAll(/_([a-z])/gu, (___, letter: string) => letter.toUpperCase()), value]);
  return { ...Object.fromEntries(renamed), topKMappedEntities: top_k_mapped_entities, topKRelationships: top_k_relationships, communityLevel };
}

function namesIn({ options }: OracleCase, option: string): readonly string[] {
  const names = options[option];
  return Array.isArray(names) ? names.map(String) : [];
}

async function contextOf(oracle: OracleCase): Promise<World & { readonly answer: Answer }> {
  const world = await worldOf(oracle);
  const answer = await world.engine.context({
    question: oracle.query,
    ...(oracle.history === null ? {} : { turns: oracle.history }),
    include: namesIn(oracle, 'include_entity_names'),
    exclude: namesIn(oracle, 'exclude_entity_names'),
    strategy: { use: 'local-compatible', ...optionsOf(oracle) },
  });
  return { ...world, answer };
}

/** The ids that a section of the window prints, in order. */
function printed({ ledger }: Answer, section: string): (string | undefined)[] {
  return ledger.entries.filter((entry) => entry.section === section && entry.outcome === 'included').map(({ label }) => label);
}

function tokensOf({ windows }: Answer, names: readonly string[]): number {
  return (windows[0]?.sections ?? []).filter(({ name }) => names.includes(name)).reduce((sum, { tokens }) => sum + tokens, 0);
}

/**
 * The tokens of the sections that are in the context. The oracle counts texts as they are printed; what is held against a share is
 * the sum of rows: the same but for the quotes of reports, and for a seam of the graph, of which it gives the sum beside.
 */
function tokenTable(answer: Answer, { expect: { sections } }: OracleCase): { readonly ours: [string, number][]; readonly theirs: [string, number | undefined][] } {
  // GraphRAG counts 1 for a graph of blanks that it then leaves out.
  const shown = sections.filter(({ inContext }) => inContext);
  const textOf = (name: string): string => answer.windows[0]?.sections.find((section) => section.name === name)?.text ?? '';
  return {
    ours: shown.map(({ name }) => [name, name === 'reports' ? cl100k.count(textOf(name)) : tokensOf(answer, name === 'local' ? GRAPH : [name])]),
    theirs: shown.map(({ name, tokens, steps, entityTokens }) => [name, name === 'local' ? (steps?.findLast(({ fits }) => fits)?.total ?? entityTokens) : tokens]),
  };
}

describe.skipIf(cases.length === 0)('what GraphRAG 3.3.0 builds for local search (skipped where the oracle is absent)', () => {
  it('is there in 87 cases, of which one is refused', () => {
    expect([cases.length, built.length]).toEqual([87, 86]);
  });

  it.each(cases.filter((oracle) => !built.includes(oracle)))('$name: refused with a clear error', async (oracle) => {
    await expect(contextOf(oracle)).rejects.toMatchObject({ code: 'option-invalid' });
  });

  it.each(built)('$name: the context, to the byte', async (oracle) => {
    const { answer } = await contextOf(oracle);
    expect(answer.windows[0]?.text ?? '').toBe(oracle.expect.context);
    expect(accountFaults(answer).filter((fault) => !fault.includes('stands twice'))).toEqual([]);
  });

  it.each(built)('$name: what was embedded, searched and selected', async (oracle) => {
    const { answer, embedded, searches } = await contextOf(oracle);
    const { embeddedTexts, hits, searchK, entities } = oracle.expect;
    expect(embedded).toEqual(embeddedTexts);
    const ids = (hits ?? []).map(({ id }) => id);
    expect(searches).toEqual(ids.length === 0 ? [] : [{ k: searchK, metric: 'squared-l2', ids }]);
    const lost = new Set(['excluded', 'filtered']);
    const considered = answer.ledger.entries.filter(({ section, reason = '' }) => section === 'entities' && !lost.has(reason));
    expect(considered.flatMap(({ id, ids: group = [] }) => id ?? group)).toEqual(entities.map(({ id }) => id));
  });

  it.each(built)('$name: the tables and their tokens', async (oracle) => {
    const { answer } = await contextOf(oracle);
    const { ours, theirs } = tokenTable(answer, oracle);
    expect(ours).toEqual(theirs);
    // Where candidates are listed too, GraphRAG's tables hold more than what is in the context, but for reports.
    const sections = oracle.options['return_candidate_context'] === true ? (['reports'] as const) : SECTIONS;
    const reports = String(oracle.options['community_context_name']).toLowerCase();
    expect(sections.map((section) => [section, printed(answer, section)])).toEqual(
      sections.map((section) => [section, oracle.expect.records[section === 'reports' ? reports : section]?.ids ?? []]),
    );
  });

  it.each(built.filter(({ options }) => options['return_candidate_context'] === true))('$name: the candidates, and which of them are in', async (oracle) => {
    const { answer, knowledge } = await contextOf(oracle);
    const candidates = candidatesSchema.parse(answer.details.find(({ name }) => name === 'candidates')?.data);
    for (const section of ['relationships', 'entities', 'claims', 'sources'] as const) {
      const records = oracle.expect.records[section];
      // GraphRAG lists no source as a candidate where none is in the context.
      const ids = records?.ids === undefined ? [] : await labelsOf(knowledge, section, candidates[section]);
      const inside = new Set(printed(answer, section));
      const flags = ids.map((label) => inside.has(label));
      expect([section, ids, flags]).toEqual([section, records?.ids ?? [], flagsOf(records?.inContext, ids.length)]);
    }
  });
});

function flagsOf(flags: boolean | readonly boolean[] | undefined, size: number): readonly boolean[] {
  return typeof flags === 'object' ? flags : Array.from({ length: size }, () => flags === true);
}

/** The ids by which GraphRAG prints records. */
async function labelsOf(knowledge: World['knowledge'], section: 'relationships' | 'entities' | 'claims' | 'sources', values: readonly string[]): Promise<string[]> {
  const table = { relationships: 'relationships', entities: 'entities', claims: 'covariates', sources: 'text_units' } as const;
  const columns: readonly ('humanReadableId' | 'ordinal')[] = ['humanReadableId', 'ordinal'];
  const batch = await knowledge.rows({ table: table[section], values, columns });
  return batch.ids.map((_, row) => (section === 'sources' ? String(batch.get(row, 'ordinal')) : (batch.get(row, 'humanReadableId') ?? '')));
}
