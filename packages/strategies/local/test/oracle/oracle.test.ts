import type { Answer } from '@graphwright/contract';
import { describe, expect, it } from 'vitest';
import { oracleCases, type OracleCase } from './cases.ts';
import { worldOf } from './world.ts';

const cases = oracleCases();
if (cases.length === 0) console.info('The oracle is absent: its cases of local search are skipped.');

/** Options under GraphRAG's names, as the strategy takes them. */
function optionsOf({ options, communityLevel }: OracleCase): Record<string, unknown> {
  const names: Readonly<Record<string, string>> = { top_k_mapped_entities: 'topKMappedEntities', top_k_relationships: 'topKRelationships' };
  const { include_entity_names: _, exclude_entity_names: __, ...own } = options;
  const renamed = Object.entries(own).map(([key, value]) => [names[key] ?? key.replaceAll(/_([a-z])/gu, (___, letter: string) => letter.toUpperCase()), value]);
  return { ...Object.fromEntries(renamed), communityLevel };
}

function ask(oracle: OracleCase, names: string): readonly string[] | undefined {
  const value = oracle.options[names];
  return Array.isArray(value) ? value.map(String) : undefined;
}

async function contextOf(oracle: OracleCase): Promise<{ readonly answer: Answer } & Awaited<ReturnType<typeof worldOf>>> {
  const world = await worldOf(oracle);
  const [include, exclude] = [ask(oracle, 'include_entity_names'), ask(oracle, 'exclude_entity_names')];
  const answer = await world.engine.context({
    question: oracle.query,
    ...(oracle.history === null ? {} : { turns: oracle.history }),
    ...(include === undefined ? {} : { include }),
    ...(exclude === undefined ? {} : { exclude }),
    strategy: { use: 'local-compatible', ...optionsOf(oracle) },
  });
  return { answer, ...world };
}

describe.skipIf(cases.length === 0)('what GraphRAG 3.3.0 builds for local search', () => {
  it.each(cases)('$name', async (oracle) => {
    const expected = oracle.expect;
    if ('error' in expected) {
      await expect(contextOf(oracle)).rejects.toMatchObject({ code: 'option-invalid' });
      return;
    }
    const { answer, embedded, searches } = await contextOf(oracle);
    expect(answer.windows[0]?.text ?? '').toBe(expected.context);
    expect(embedded).toEqual(expected.embeddedTexts);
  });
});
