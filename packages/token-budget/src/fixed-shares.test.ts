import { readdirSync, readFileSync } from 'node:fs';
import type { Filled, Section } from '@graphwright/contract';
import { sharedFolder, sharedPath } from '@graphwright-internal/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { drawBudget, fixedSharesPolicy } from './index.ts';

const caseSchema = z.object({
  options: z.object({ max_context_tokens: z.number(), text_unit_prop: z.number(), community_prop: z.number() }),
  expect: z.object({ sections: z.array(z.object({ name: z.string(), budget: z.number(), tokens: z.number() })).optional() }),
});

function readCases() {
  const folder = sharedPath('oracle', 'local');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ file, ...caseSchema.parse(JSON.parse(readFileSync(sharedPath('oracle', 'local', file), 'utf8'))) }));
}

/** A section of nothing that notes what it was given. */
function noting(name: string, given: Record<string, number>): Section {
  const section: Section = {
    name,
    entries: [],
    dropped: [],
    caps: [],
    fill({ tokens }): Filled {
      given[name] = tokens;
      return { parts: [], tokens: 0, items: 0, undone: [], rest: section, render: () => [] };
    },
  };
  return section;
}

describe.skipIf(sharedFolder() === undefined)('fixed-shares against GraphRAG', () => {
  it('gives every section of every case its share, in the doubles as written', async () => {
    const cases = readCases().filter((one) => one.expect.sections !== undefined);
    expect(cases.length).toBeGreaterThan(80);
    for (const { file, options, expect: expected } of cases) {
      const history = expected.sections?.find((section) => section.name === 'history')?.tokens ?? 0;
      const { context } = drawBudget({ outputReserve: 0, prompt: 0, history, contextCap: options.max_context_tokens, exact: true });
      const policy = fixedSharesPolicy({ shares: { reports: options.community_prop, sources: options.text_unit_prop }, rest: 'local' });
      const given: Record<string, number> = {};
      const sections = ['reports', 'local', 'sources'].map((name) => noting(name, given));
      await policy.pack({ sections, tokens: context, separatorTokens: 1, maxWindows: 1, signal: new AbortController().signal });
      const shares = (expected.sections ?? []).filter((section) => section.name in given).map((section) => [section.name, section.budget]);
      expect(shares.length, file).toBeGreaterThan(0);
      expect(shares.map(([name]) => [name, given[String(name)]]), file).toEqual(shares);
    }
  });
});
