import { accountFaults, scriptedModel } from '@graphwright/conformance';
import type { Answer, KnowledgeBase } from '@graphwright/contract';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dynamicCases, type DynamicCase } from './cases.ts';
import { worldOf } from './world.ts';

const cases = dynamicCases();

const detailSchema = z.object({ rounds: z.array(z.object({ from: z.string(), ids: z.array(z.string()), ratings: z.array(z.number().nullable()) })) });

/** What GraphRAG does in a case in which it does not crash. */
type Expected = Extract<DynamicCase['expected'], { readonly error: null }>;

interface Ran {
  readonly answer: Answer;
  readonly rounds: z.infer<typeof detailSchema>['rounds'];
  readonly calls: number;
}

/** Communities by the text that their report shows to the rater. */
async function communities(knowledge: KnowledgeBase, summary: boolean): Promise<ReadonlyMap<string, string>> {
  const column = summary ? 'summary' : 'fullContent';
  const batch = await knowledge.page({ table: 'community_reports', columns: ['humanReadableId', column], offset: 0, limit: knowledge.facts.counts.community_reports ?? 0 });
  return new Map(batch.ids.map((_, row) => [batch.get(row, column) ?? 'nan', batch.get(row, 'humanReadableId') ?? '']));
}

async function run({ rater, options, communityLevel, question, ...oracle }: DynamicCase): Promise<Ran> {
  const asked = new Map<string, number>();
  let byText: ReadonlyMap<string, string> = new Map();
  const model = scriptedModel(
    ({ prompt }) => {
      if (prompt.id === 'global-map') return '{"points": [{"description": "A point.", "score": 60}]}';
      if (prompt.id !== 'rate-report') return 'REDUCED';
      const community = byText.get(prompt.window ?? '') ?? '?';
      const repeat = asked.get(community) ?? 0;
      asked.set(community, repeat + 1);
      const given = rater.ratings[community] ?? rater.default;
      const one = Array.isArray(given) ? (given[repeat % given.length] ?? 0) : given;
      return typeof one === 'number' ? `{"reason": "scripted", "rating": ${one}}` : one.reply;
    },
    { limits: { window: 200_000, maxOutput: 4000 }, encoding: 'cl100k_base' },
  );
  const { engine, knowledge } = await worldOf(oracle, model);
  byText = await communities(knowledge, options.use_summary);
  const answer = await engine.ask({
    question,
    strategy: {
      use: 'global-compatible',
      selector: {
        use: 'select-dynamic-compatible',
        communityLevel,
        threshold: options.threshold,
        keepParent: options.keep_parent,
        numRepeats: options.num_repeats,
        useSummary: options.use_summary,
        maxLevel: options.max_level,
      },
    },
  });
  const detail = answer.details.find(({ name }) => name === 'selection');
  return { answer, rounds: detailSchema.parse(detail?.data).rounds, calls: model.requests.filter(({ prompt }) => prompt.id === 'rate-report').length };
}

function expectedOf({ expected }: DynamicCase): Expected {
  if (expected.error === null && 'rounds' in expected) return expected;
  throw new Error('GraphRAG crashes here');
}

const sorted = (ids: readonly (string | undefined)[]): number[] => ids.map(Number).toSorted((a, b) => a - b);

describe.skipIf(cases.length === 0)('what GraphRAG 3.3.0 selects (skipped where the oracle is absent)', () => {
  it('is there in 45 cases, of which GraphRAG crashes in 6', () => {
    expect([cases.length, cases.filter(({ expected }) => expected.error !== null).length]).toEqual([45, 6]);
  });

  it.each(cases.filter(({ expected }) => expected.error === null))('$name: rounds, ratings, kept, and the batches made of them', async (oracle) => {
    const { answer, rounds, calls } = await run(oracle);
    const expected = expectedOf(oracle);
    expect(rounds.map(({ ids, ratings }) => ({ ids, ratings }))).toEqual(expected.rounds.map(({ ids, ratings }) => ({ ids, ratings })));
    expect(calls).toBe(expected.selection.calls);
    const read = answer.ledger.entries.filter(({ section, reason }) => section === 'reports' && !['not-rated', 'not-relevant', 'superseded'].includes(reason ?? ''));
    expect(sorted(read.map(({ label }) => label))).toEqual(sorted(expected.kept));
    const windows = answer.windows.filter(({ stage }) => stage === 'map');
    const hashes = windows.map(({ text }) => createHash('sha256').update(text, 'utf8').digest('hex'));
    expect(hashes).toEqual(expected.contextInRatingOrder.batches.map(({ sha256 }) => sha256));
    expect(accountFaults(answer)).toEqual([]);
  });

  it.each(cases.filter(({ name, expected }) => expected.error !== null && /^(?:28|29|30|31)/u.test(name)))('$name: what is no rating is told, and the others are read', async (oracle) => {
    const { answer, rounds } = await run(oracle);
    expect(answer.status).toBe('partial');
    expect(answer.failures.map(({ code, stage }) => [code, stage])).toEqual([['reply-unparsable', 'select/1.5']]);
    expect(rounds[0]?.ratings).toEqual([1, 1, 1, 1, null, 1, 1]);
    expect(answer.ledger.entries.filter(({ section, reason }) => section === 'reports' && reason === 'not-rated').map(({ humanReadableId, id }) => humanReadableId ?? id)).toHaveLength(1);
  });

  it.each(cases.filter(({ name, expected }) => expected.error !== null && /^3[34]/u.test(name)))('$name: rating begins further down', async (oracle) => {
    const { answer, rounds } = await run(oracle);
    expect(answer.warnings.map(({ code }) => code)).toContain('no-report-at-the-top');
    expect(rounds.map(({ ids }) => ids)).toEqual([['7', '8', '9']]);
    expect(answer.status).toBe('answered');
  });
});
