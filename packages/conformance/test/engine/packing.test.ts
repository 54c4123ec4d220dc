import { accountFaults } from '@graphwright/conformance';
import {
  answerSchema,
  isGraphwrightError,
  kinds,
  refTo,
  type Answer,
  type Dropped,
  type Filled,
  type PackedWindow,
  type PackingPolicy,
  type Section,
  type SectionEntry,
} from '@graphwright/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerPrompt, engineFor, faultOf, policy } from './setting.ts';

interface Offer {
  readonly name: string;
  readonly rows: readonly number[];
  readonly dropped?: number;
}

/** A section whose rows are counted when a fill meets them, as real ones are. */
function counted({ name, rows, dropped = 0 }: Offer): Section {
  const entries = rows.map((_, row) => ({
    candidate: { table: name, id: `${name}-${row}`, score: 1 / (row + 1), via: [{ by: 'test' }] },
    label: String(row),
    humanReadableId: String(row),
    tokens: undefined as number | undefined,
  }));
  const lost = Array.from({ length: dropped }, (_, row): Dropped => ({ table: name, id: `${name}-lost-${row}`, via: [], reason: 'below-threshold' }));
  return over(entries, lost);

  function over(waiting: typeof entries, droppedHere: readonly Dropped[]): Section {
    return {
      name,
      entries: waiting,
      dropped: droppedHere,
      caps: droppedHere.length > 0 ? [{ by: 'test.limit', limit: 1, total: 9 }] : [],
      fill({ tokens, items = Infinity }): Filled {
        const included: { entry: SectionEntry; tokens: number }[] = [];
        let used = 0;
        for (const entry of waiting) {
          const cost = rows[entries.indexOf(entry)] ?? 0;
          if (included.length >= items) break;
          entry.tokens = cost;
          if (used + cost > tokens) break;
          included.push({ entry, tokens: cost });
          used += cost;
        }
        return {
          parts: [{ name, tokens: used, included }],
          tokens: used,
          items: included.length,
          undone: [],
          rest: over(waiting.slice(included.length), []),
          render: () => [included.map(({ entry }) => `${entry.candidate.id}\n`).join('')],
        };
      },
    };
  }
}

function first(sections: readonly Section[]): Section {
  const [one] = sections;
  if (one === undefined) throw new Error('no section is offered');
  return one;
}

async function packed(pack: PackingPolicy['pack'], offers: readonly Offer[], context = 100, maxWindows = 1): Promise<Answer> {
  const engine = engineFor(
    async ({ question }, run) => {
      const budget = run.budget(answerPrompt, { question }, { contextCap: context });
      await run.pack({ sections: offers.map(counted), policy: refTo(kinds.packingPolicy, 'tried'), budget, maxWindows });
    },
    { plugins: [policy('tried', pack)] },
  );
  return engine.context({ question: 'Who?' });
}

const reasons = (answer: Answer): string[] => answer.ledger.entries.map(({ id, outcome, reason, ids }) => `${id ?? ids?.join('+') ?? ''} ${reason ?? outcome}`);

describe('a ledger', () => {
  const fill: PackingPolicy['pack'] = async ({ sections, tokens }) => {
    const filled: Filled[] = [];
    for (const one of sections.slice(0, 2)) filled.push(await one.fill({ tokens: Math.floor(tokens / 2) }));
    return [{ filled }];
  };

  it('says of every record whether it is in, and why not', async () => {
    const answer = await packed(fill, [{ name: 'a', rows: [20, 20, 20, 20], dropped: 2 }, { name: 'b', rows: [5] }, { name: 'c', rows: [1, 1] }]);
    expect(reasons(answer)).toEqual([
      'a-0 included', 'a-1 included', 'b-0 included', 'a-2 over-budget', 'a-3 not-reached', 'a-lost-0 below-threshold', 'a-lost-1 below-threshold', 'c-0+c-1 not-reached',
    ]);
    expect(answer.ledger.entries.find(({ id }) => id === 'a-2')).toMatchObject({ tokens: 20, window: 'window-1', label: '2' });
    expect(answer.ledger.caps).toEqual([{ stage: '', section: 'a', by: 'test.limit', limit: 1, total: 9 }]);
    expect(answer.ledger.totals).toEqual({
      a: { considered: 6, included: 2, dropped: 4, tokens: 40 },
      b: { considered: 1, included: 1, dropped: 0, tokens: 5 },
      c: { considered: 2, included: 0, dropped: 2, tokens: 0 },
    });
    expect(answer.windows[0]).toMatchObject({ id: 'window-1', use: 'evidence', text: 'a-0\na-1\n\n\nb-0\n', tokens: 46 });
  });

  it('counts a record once that two sections of a run hold, in if it is in one', async () => {
    const engine = engineFor(async ({ question }, run) => {
      const budget = run.budget(answerPrompt, { question }, { contextCap: 30 });
      for (const stage of ['one', 'two']) {
        await run.stage(stage).pack({ sections: [counted({ name: 'a', rows: stage === 'one' ? [20, 20] : [40, 20] })], policy: refTo(kinds.packingPolicy, 'greedy'), budget });
      }
    });
    const answer = await engine.context({ question: 'Who?' });
    expect(answer.ledger.totals).toEqual({ a: { considered: 2, included: 1, dropped: 1, tokens: 20 } });
    expect(answer.windows.map(({ id }) => id)).toEqual(['one/window-1', 'two/window-1']);
  });

  it('balances for any sections and any policy that keeps the rules, in one window or several', async () => {
    const offers = fc.array(fc.record({ rows: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 8 }), dropped: fc.integer({ min: 0, max: 3 }) }), { maxLength: 4 });
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(offers, shares, fc.integer({ min: 1, max: 3 }), async (given, drawn, maxWindows) => {
        const rule: PackingPolicy['pack'] = async ({ sections, tokens, separatorTokens }) => {
          const windows: PackedWindow[] = [];
          let open = sections;
          for (let window = 0; window < maxWindows; window++) {
            const filled: Filled[] = [];
            let left = tokens;
            for (const [row, one] of open.entries()) {
              const made = await one.fill({ tokens: Math.max(0, Math.floor(left * (drawn[(row + window) % drawn.length] ?? 1))) });
              left -= made.tokens + separatorTokens;
              filled.push(made);
            }
            windows.push({ filled });
            open = filled.map(({ rest }) => rest);
          }
          return windows;
        };
        const answer = await packed(rule, given.map((one, row) => ({ ...one, name: `s${row}` })), 100, maxWindows);
        expect(accountFaults(answer)).toEqual([]);
        expect(answerSchema.safeParse(answer).error).toBeUndefined();
        const offered = given.reduce((sum, { rows, dropped }) => sum + rows.length + dropped, 0);
        const listed = answer.ledger.entries.reduce((sum, { count }) => sum + (count ?? 1), 0);
        expect(listed).toBe(offered);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a policy', () => {
  const two: Offer[] = [{ name: 'a', rows: [10, 10] }, { name: 'b', rows: [10] }];
  const nonsense: PackedWindow[] = [];
  Reflect.set(nonsense, 0, null);
  const made: Section = counted({ name: 'invented', rows: [1] });

  it.each<[string, RegExp, PackingPolicy['pack']]>([
    ['invents a fill', /none of the offered sections made/u, async () => [{ filled: [await made.fill({ tokens: 9 })] }]],
    ['copies a fill', /none of the offered sections made/u, async ({ sections }) => [{ filled: [{ ...(await first(sections).fill({ tokens: 50 })) }] }]],
    ['puts a section twice into a window', /twice into one window/u, async ({ sections }) => {
      const one = await first(sections).fill({ tokens: 50, items: 1 });
      return [{ filled: [one, await one.rest.fill({ tokens: 50 })] }];
    }],
    ['puts a fill twice into a window', /twice into one window/u, async ({ sections }) => {
      const one = await first(sections).fill({ tokens: 50 });
      return [{ filled: [one, one] }];
    }],
    ['puts a record into two windows', /stands in another fill/u, async ({ sections }) => [
      { filled: [await first(sections).fill({ tokens: 15 })] },
      { filled: [await first(sections).fill({ tokens: 15 })] },
    ]],
    ['opens too many windows', /3 windows where 2 are allowed/u, async () => [{ filled: [] }, { filled: [] }, { filled: [] }]],
    ['opens none', /returns no window/u, async () => []],
    ['fills over the allowance', /20 tokens where 15 are allowed/u, async ({ sections }) => [{ filled: [await first(sections).fill({ tokens: 50 })] }]],
    ['fills with no number of tokens', /fills a with NaN tokens/u, async ({ sections }) => [{ filled: [await first(sections).fill({ tokens: Number.NaN })] }]],
    ['fills with less than nothing', /fills a with -1 rows/u, async ({ sections }) => [{ filled: [await first(sections).fill({ tokens: 5, items: -1 })] }]],
    ['returns nonsense', /list of windows/u, async () => nonsense],
    ['throws', /it fails with "broken"/u, async () => Promise.reject(new Error('broken'))],
  ])('that %s is refused', async (_what, message, pack) => {
    const fault = await faultOf(packed(pack, two, 15, 2));
    expect(fault).toMatch(/^policy-invalid: /u);
    expect(fault).toMatch(message);
  });

  it('that fills nothing hides nothing', async () => {
    const answer = await packed(async () => [{ filled: [] }], two);
    expect(reasons(answer)).toEqual(['a-0+a-1 not-reached', 'b-0 not-reached']);
    expect(accountFaults(answer)).toEqual([]);
  });

  it('may pass its tokens when it says why', async () => {
    const answer = await packed(async ({ sections }) => [{ filled: [await first(sections).fill({ tokens: 50 })], overrun: 'a row that goes alone' }], two, 15);
    expect(answer.windows[0]).toMatchObject({ tokens: 20, overrun: 'a row that goes alone' });
    const within = await packed(async ({ sections }) => [{ filled: [await first(sections).fill({ tokens: 50 })], overrun: 'not needed' }], two, 50);
    expect(within.windows[0]).not.toHaveProperty('overrun');
  });

  it('keeps the ledger balanced or is refused, whatever it does', async () => {
    const moves = fc.array(fc.record({ section: fc.integer({ min: 0, max: 2 }), tokens: fc.integer({ min: 0, max: 80 }), from: fc.constantFrom('section', 'rest', 'copy'), window: fc.integer({ min: 0, max: 1 }) }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(moves, async (given) => {
        const hostile: PackingPolicy['pack'] = async ({ sections }) => {
          const windows: { filled: Filled[] }[] = [{ filled: [] }, { filled: [] }];
          const last = [...sections];
          for (const move of given) {
            const from = move.from === 'section' ? sections[move.section] : last[move.section];
            if (from === undefined) continue;
            const one = await from.fill({ tokens: move.tokens });
            last[move.section] = one.rest;
            windows[move.window]?.filled.push(move.from === 'copy' ? { ...one } : one);
          }
          return windows;
        };
        const faults = await packed(hostile, [{ name: 'a', rows: [10, 20, 30], dropped: 1 }, { name: 'b', rows: [5, 5] }], 60, 2).then(
          (answer) => accountFaults(answerSchema.parse(answer)),
          (error: unknown) => (isGraphwrightError(error) && error.code === 'policy-invalid' ? [] : [String(error)]),
        );
        expect(faults).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});

it('refuses a budget that does not add up', async () => {
  const engine = engineFor(async ({ question }, run) => {
    await run.pack({ sections: [], policy: refTo(kinds.packingPolicy, 'greedy'), budget: { ...run.budget(answerPrompt, { question }), context: 7 } });
  });
  await expect(engine.context({ question: 'Who?' })).rejects.toMatchObject({ code: 'usage-invalid' });
});

describe('a section', () => {
  const pack = async (one: Section): Promise<Answer> =>
    engineFor(async ({ question }, run) => {
      await run.pack({ sections: [one], policy: refTo(kinds.packingPolicy, 'greedy'), budget: run.budget(answerPrompt, { question }) });
    }).context({ question: 'Who?' });
  const entry = (id: string, more: Partial<SectionEntry> = {}): SectionEntry => ({ candidate: { table: 'entities', id, via: [] }, label: undefined, humanReadableId: undefined, tokens: undefined, ...more });
  const filling = (filled: Partial<Filled>, entries: readonly SectionEntry[]): Section => {
    const whole: Section = { name: 'graph', entries, dropped: [], caps: [], fill: () => ({ parts: [], tokens: 0, items: 0, undone: [], rest: { ...whole, entries: [] }, render: () => [], ...filled }) };
    return whole;
  };

  it('that fills itself as several parts closes as these', async () => {
    const [a, b, c, d] = [entry('a'), entry('b'), entry('c', { section: 'relationships', tokens: 3 }), entry('d', { section: 'entities' })];
    const answer = await pack(
      filling(
        {
          parts: [{ name: 'entities', tokens: 4, included: [{ entry: a, tokens: 2, part: 'first line' }] }, { name: 'relationships', tokens: 0, included: [] }],
          tokens: 4,
          undone: [{ section: 'entities', entry: b, reason: 'step-undone' }],
          render: () => ['one\n', ''],
        },
        [a, b, c, d],
      ),
    );
    expect(answer.ledger.entries.map(({ section, id, ids, reason, part }) => [section, id ?? ids, reason, part])).toEqual([
      ['entities', 'a', 'shortened', 'first line'],
      ['entities', 'b', 'step-undone', undefined],
      ['relationships', 'c', 'over-budget', undefined],
      ['entities', ['d'], 'not-reached', undefined],
    ]);
    expect(answer.windows[0]?.sections).toEqual([{ name: 'entities', text: 'one\n', tokens: 4 }]);
  });

  it.each<[string, Partial<Filled>]>([
    ['whose parts do not add up', { parts: [{ name: 'x', tokens: 1, included: [] }], tokens: 2, render: () => [''] }],
    ['that renders another number of texts', { parts: [{ name: 'x', tokens: 1, included: [] }], tokens: 1 }],
    ['that puts in what it never offered', { parts: [{ name: 'x', tokens: 1, included: [{ entry: entry('z'), tokens: 1 }] }], tokens: 1, render: () => ['z'] }],
  ])('%s is found out', async (_what, filled) => {
    await expect(pack(filling(filled, [entry('a')]))).rejects.toMatchObject({ code: 'ledger-unbalanced' });
  });

  it('of sources that leaves none in the window is a warning', async () => {
    const answer = await pack(filling({}, [{ ...entry('t'), candidate: { table: 'text_units', id: 't', via: [] } }]));
    expect(answer.warnings).toEqual([expect.objectContaining({ code: 'no-source-text', count: 1 })]);
  });
});

