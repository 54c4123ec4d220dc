import type { Allowance, Filled, Section } from '@graphwright/contract';
import { packingFaults } from '@graphwright/conformance';
import { createTokenCounter, fixedSharesPolicy, priorityPolicy } from '@graphwright/token-budget';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsSection, type RowRecord, type RowsSectionRequest } from './rows-section.ts';

/** Counts letters, so that a row of n letters costs n and its line end one. */
const letters = () => createTokenCounter({ specVersion: 'v1', encoding: 'letters', exact: true, count: (text) => text.length });

interface Watched {
  readonly section: Section;
  /** How many rows each reading asked for. */
  readonly readings: number[];
  /** Rows whose text was made. */
  readonly decoded: string[];
}

function watched(lengths: readonly (number | readonly number[])[], more: Partial<RowsSectionRequest> = {}, tokens = letters()): Watched {
  const readings: number[] = [];
  const decoded: string[] = [];
  const section = rowsSection({
    name: 'things',
    rows: lengths.map((_, row) => ({ candidate: { table: 'things', id: `t${row}`, via: [] }, label: String(row), humanReadableId: String(row) })),
    tokens,
    rendering: 'test/things',
    heading: 'head\n',
    texts: async (rows) => {
      readings.push(rows.length);
      return (position) => {
        const id = rows[position]?.candidate.id ?? '';
        decoded.push(id);
        return { lines: [lengths[Number(id.slice(1))] ?? 0].flat().map((length) => `${'x'.repeat(length - 1)}\n`) };
      };
    },
    ...more,
  });
  return { section, readings, decoded };
}

const fill = async (section: Section, allowance: Allowance): Promise<Filled> => section.fill(allowance.items === undefined ? { tokens: allowance.tokens } : allowance);
const idsIn = (filled: Filled): string[] => filled.parts.flatMap((part) => part.included.map(({ entry }) => entry.candidate.id));

describe('rowsSection', () => {
  it('takes rows in order until the first that does not fit, heading included', async () => {
    const { section } = watched([10, 20, 50, 5]);
    const filled = await fill(section, { tokens: 60 });
    expect(idsIn(filled)).toEqual(['t0', 't1']);
    expect([filled.tokens, filled.items, filled.undone, filled.overrun]).toEqual([35, 2, [], undefined]);
    expect(await filled.render()).toEqual([`head\n${'x'.repeat(9)}\n${'x'.repeat(19)}\n`]);
    expect(filled.rest.entries.map((entry) => entry.candidate.id)).toEqual(['t2', 't3']);
    expect(filled.rest.entries[0]).toBe(section.entries[2]);
  });

  it('keeps to a number of rows', async () => {
    const filled = await fill(watched([10, 20, 50]).section, { tokens: 1_000, items: 2 });
    expect([idsIn(filled), filled.tokens]).toEqual([['t0', 't1'], 35]);
    expect((await fill(watched([10]).section, { tokens: 1_000, items: 0 })).tokens).toBe(0);
  });

  it('is blank without rows, unless something stands there, which may be declared to stand over the allowance', async () => {
    const blank = await fill(watched([10]).section, { tokens: 14 });
    expect([blank.tokens, await blank.render(), blank.overrun]).toEqual([0, [''], undefined]);
    const standing = await fill(watched([10], { empty: '[]' }).section, { tokens: 1 });
    expect([standing.tokens, await standing.render()]).toEqual([2, ['[]']]);
    expect(standing.overrun).toBe('what stands in things without rows passes its 1 tokens');
    expect((await fill(watched([10], { empty: '[]' }).section, { tokens: 2 })).overrun).toBeUndefined();
  });

  it('reads texts in blocks, only to count rows for the first time', async () => {
    const { section, readings, decoded } = watched(Array.from({ length: 100 }, () => 10));
    await fill(section, { tokens: 409 });
    expect(readings).toEqual([32, 32]);
    expect(decoded).toHaveLength(41);
  });

  it('reads nothing and waits for nothing when counts are known, and prints in one reading', async () => {
    const tokens = letters();
    const lengths = Array.from({ length: 100 }, () => 10);
    await fill(watched(lengths, {}, tokens).section, { tokens: 10_000 });
    const { section, readings, decoded } = watched(lengths, {}, tokens);
    const filled = section.fill({ tokens: 705 });
    expect(filled).not.toBeInstanceOf(Promise);
    expect([readings, decoded]).toEqual([[], []]);
    const text = (await (await filled).render()).join('');
    expect(text).toHaveLength(705);
    expect(readings).toEqual([70]);
  });

  it('has counts of entries that this packing has met, and of no others, whatever is known from before', async () => {
    const tokens = letters();
    const first = watched([10, 20, 50, 5], {}, tokens).section;
    await fill(first, { tokens: 1_000 });
    for (const section of [watched([10, 20, 50, 5]).section, watched([10, 20, 50, 5], {}, tokens).section]) {
      await fill(section, { tokens: 60 });
      expect(section.entries.map((entry) => entry.tokens)).toEqual([10, 20, 50, undefined]);
    }
  });

  it('gives a policy rows to deal out', async () => {
    const { section, readings } = watched([10, 20, 30, 40]);
    const rows = section.rows;
    expect([rows?.size, rows?.headingTokens]).toEqual([4, 5]);
    expect(await rows?.tokens(2)).toBe(30);
    expect(rows?.tokens(2)).toBe(30);
    const filled = await rows?.take([3, 0]);
    expect(filled === undefined ? [] : [idsIn(filled), filled.tokens, filled.rest.entries.map((entry) => entry.candidate.id)]).toEqual([['t3', 't0'], 55, ['t1', 't2']]);
    expect(await filled?.rest.rows?.tokens(0)).toBe(20);
    expect(readings).toEqual([2, 1, 1]);
  });

  it('puts in the first lines of a row that may be divided, as one entry that says what is in', async () => {
    const part = (_: RowRecord, lines: number, of: number): string => `${lines} of ${of}`;
    const { section } = watched([[10, 10], [10, 10, 10], [5]], { divisible: true, part });
    const filled = await fill(section, { tokens: 47 });
    expect(filled.parts[0]?.included.map(({ entry, ...rest }) => [entry.candidate.id, rest])).toEqual([
      ['t0', { tokens: 20, part: '2 of 2' }],
      ['t1', { tokens: 20, part: '2 of 3' }],
    ]);
    expect([filled.items, filled.tokens]).toEqual([4, 45]);
    expect((await filled.render())[0]).toHaveLength(45);
    expect(filled.rest.entries.map((entry) => entry.candidate.id)).toEqual(['t2']);
    expect(idsIn(await fill(section, { tokens: 1_000, items: 3 }))).toEqual(['t0', 't1']);
  });

  it('prints in another order and another form than it counts, where it is told to', async () => {
    const { section } = watched([3, 3], {
      texts: async (rows) => (position) => ({ lines: ['ab\n'], printed: [`"${rows[position]?.candidate.id}"\n`] }),
      arrange: (included) => included.toReversed(),
    });
    const filled = await fill(section, { tokens: 100 });
    expect([await filled.render(), filled.tokens, idsIn(filled)]).toEqual([['head\n"t1"\n"t0"\n'], 11, ['t1', 't0']]);
  });

  it('tells losses and limits once: its rests have none', async () => {
    const dropped = [{ table: 'things', id: 'lost', via: [], reason: 'excluded' }];
    const caps = [{ by: 'test.limit', limit: 1, total: 2 }];
    const { section } = watched([10], { dropped, caps, floor: 1, cap: 50 });
    expect(section).toMatchObject({ dropped, caps, floor: 1, cap: 50 });
    expect((await fill(section, { tokens: 0 })).rest).toMatchObject({ dropped: [], caps: [], floor: 1, cap: 50 });
  });

  it('passes a failed reading on', async () => {
    const { section } = watched([10], { texts: () => Promise.reject(new Error('gone')) });
    await expect(Promise.resolve(section.fill({ tokens: 50 }))).rejects.toThrow('gone');
  });

  const anyRows = fc.array(fc.oneof(fc.integer({ min: 1, max: 60 }), fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 4 })), { maxLength: 80 });
  const anySections = fc.array(fc.record({ rows: anyRows, floor: fc.nat(3), cap: fc.nat(900) }, { requiredKeys: ['rows'] }), { minLength: 1, maxLength: 3 });

  it.each([
    ['priority', priorityPolicy(), undefined],
    ['fixed-shares', fixedSharesPolicy({ shares: { s0: 0.3 }, rest: 'none' }), { owesFloors: () => false }],
  ])('keeps the laws of packing under %s', async (_, policy, options) => {
    await fc.assert(
      fc.asyncProperty(anySections, fc.nat(1_500), fc.integer({ min: 1, max: 3 }), async (offers, tokens, maxWindows) => {
        const make = () => ({
          sections: offers.map(({ rows, ...rest }, index) => watched(rows, { ...rest, name: `s${index}`, divisible: rows.some((row) => typeof row !== 'number') }).section),
          tokens,
          separatorTokens: 2,
          maxWindows,
          signal: new AbortController().signal,
        });
        expect(await packingFaults(policy, make, options)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
