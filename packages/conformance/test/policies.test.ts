import { isGraphwrightError, kinds, type PackedWindow, type PackingRequest, type Section } from '@graphwright/contract';
import { fakeSection, packingPolicySuite, packingRequest, registerSuite, type FakeSectionOffer } from '@graphwright/conformance';
import { describe, expect, it } from 'vitest';
import { fixedShares, fixedSharesPolicy, priorityPolicy, windowTokens } from '@graphwright/token-budget';

const request = (offers: readonly FakeSectionOffer[], tokens: number, more: Partial<PackingRequest> = {}): PackingRequest =>
  packingRequest(offers, { tokens, ...more });

const itemsOf = (windows: readonly PackedWindow[]): number[][] => windows.map((window) => window.filled.map((one) => one.items));

async function failure(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'nothing was thrown',
    (error: unknown) => (isGraphwrightError(error) ? `${error.code}: ${error.message}` : String(error)),
  );
}

describe('priority', () => {
  const pack = (...given: Parameters<typeof request>): Promise<readonly PackedWindow[]> => priorityPolicy().pack(request(...given));

  it('fills sections as offered, and what one leaves flows to the next', async () => {
    expect(itemsOf(await pack([{ name: 'a', rows: [40, 50, 30] }, { name: 'b', rows: [5, 5, 5] }], 100))).toEqual([[2, 2]]);
  });

  it('keeps floors free before anything else, in items, each with its heading', async () => {
    const offers = [{ name: 'a', rows: [40, 50, 30] }, { name: 'b', rows: [10, 10], heading: 15, floor: 1 }];
    expect(itemsOf(await pack(offers, 100))).toEqual([[1, 2]]);
    expect(itemsOf(await pack(offers, 30))).toEqual([[0, 1]]);
  });

  it('keeps to caps, also for floors', async () => {
    expect(itemsOf(await pack([{ name: 'a', rows: [40, 50], cap: 60 }, { name: 'b', rows: [30, 30], floor: 2, cap: 59 }], 200))).toEqual([[1, 1]]);
  });

  it('counts what stands between sections that are not blank', async () => {
    const offers = [{ name: 'a', rows: [50] }, { name: 'b', rows: [] }, { name: 'c', rows: [40] }];
    expect(itemsOf(await pack(offers, 92, { separatorTokens: 2 }))).toEqual([[1, 0, 1]]);
    expect(itemsOf(await pack(offers, 91, { separatorTokens: 2 }))).toEqual([[1, 0, 0]]);
    expect(itemsOf(await pack([offers[2] ?? { name: '', rows: [] }], 40, { separatorTokens: 2 }))).toEqual([[1]]);
  });

  it('gives what is left at the end back to a section that had to undo a step', async () => {
    const graph = { name: 'graph', rows: [30, 40], step: 80 };
    const offers = [graph, { name: 'b', rows: [10, 60], floor: 1, step: 70 }];
    expect(itemsOf(await pack(offers, 85))).toEqual([[1, 1]]);
    expect(itemsOf(await pack([graph, { name: 'b', rows: [10] }], 85))).toEqual([[2, 1]]);
  });

  it('goes on in further windows while they take anything', async () => {
    const offers = [{ name: 'a', rows: [60, 60, 60, 120] }, { name: 'b', rows: [40, 40] }];
    expect(itemsOf(await pack(offers, 100, { maxWindows: 2 }))).toEqual([[1, 1], [1, 1]]);
    expect(itemsOf(await pack(offers, 100, { maxWindows: 9 }))).toEqual([[1, 1], [1, 1], [1, 0]]);
    expect(itemsOf(await pack([], 100, { maxWindows: 9 }))).toEqual([[]]);
  });

  it('says why, where a heading stands over the window', async () => {
    const [window] = await pack([{ name: 'a', rows: [9], heading: 5, stands: true }], 3);
    expect(window?.overrun).toBe('the heading of a stands');
  });

  it('stops when the run is aborted', async () => {
    expect(await failure(pack([{ name: 'a', rows: [1] }], 9, { signal: AbortSignal.abort() }))).toMatch(/^aborted/u);
  });
});

describe('fixed-shares', () => {
  const asked: number[] = [];
  const watched = (name: string): Section => {
    const inner = fakeSection({ name, rows: [1] });
    return { ...inner, fill: (allowance) => (asked.push(allowance.tokens), inner.fill(allowance)) };
  };
  const allowances = async (names: readonly string[], tokens: number, options: Record<string, unknown> = {}): Promise<number[]> => {
    asked.length = 0;
    const policy = fixedShares.resolve(options, {}).create();
    if (!kinds.packingPolicy.check(policy)) return [];
    await policy.pack(request([], tokens, { sections: names.map(watched) }));
    return [...asked];
  };

  it.each([
    [12_000, {}, [1_800, 4_200, 6_000]],
    [60, {}, [9, 21, 30]],
    [12_000, { shares: { reports: 0.1, sources: 0.9 } }, [1_200, 0, 10_800]],
    [12_000, { shares: { reports: 0.4, sources: 0.3 } }, [4_800, 3_600, 3_600]],
    [100, { shares: { reports: 0.7, sources: 0.3 } }, [70, 0, 30]],
  ])('splits %d tokens by %j into %j', async (tokens, options, expected) => {
    expect(await allowances(['reports', 'graph', 'sources'], tokens, options)).toEqual(expected);
  });

  it('lets the sections without a share divide the rest where the one that takes it is not offered', async () => {
    expect(await allowances(['entities', 'relationships', 'sources'], 1_000)).toEqual([175, 175, 500]);
    expect(await allowances(['entities', 'sources'], 1_000, { rest: 'entities', shares: { sources: 0.25 } })).toEqual([750, 250]);
  });

  it('refuses shares over 1, naming the option, and a section without a share', async () => {
    expect(() => fixedShares.resolve({ shares: { reports: 0.8, sources: 0.5 } }, {})).toThrow(/option "shares".*the shares add up to 1\.3/u);
    expect(() => fixedShares.resolve({ shares: { a: 0.1, b: 0.2, c: 0.7 } }, {})).not.toThrow();
    expect(await failure(allowances(['graph', 'extra'], 10))).toMatch(/^option-invalid: .*"extra" has no share.*shares\.extra/u);
  });

  it('lets nothing flow, and says why a window is longer than it may be', async () => {
    const shares = fixedSharesPolicy({ shares: { a: 0.5 }, rest: 'b' });
    const [window] = await shares.pack(request([{ name: 'a', rows: [10] }, { name: 'b', rows: [40, 40] }], 100));
    expect(itemsOf(window === undefined ? [] : [window])).toEqual([[1, 1]]);
    const [standing] = await shares.pack(request([{ name: 'a', rows: [9], heading: 7, stands: true }, { name: 'b', rows: [5] }], 10));
    expect(standing?.overrun).toBe('the heading of a stands');
    const [full] = await shares.pack(request([{ name: 'a', rows: [5] }, { name: 'b', rows: [5] }], 10, { separatorTokens: 2 }));
    expect(full?.overrun).toBe('separators stand outside the shares');
    expect(windowTokens(full?.filled ?? [], 2)).toBe(12);
  });
});

registerSuite(packingPolicySuite({ name: 'priority', policy: priorityPolicy() }));
// Its floors have to fit a share, so a request cannot count on them.
registerSuite(packingPolicySuite({ name: 'fixed-shares', policy: fixedSharesPolicy({ shares: { s0: 0.25, s1: 0.5 }, rest: 'none' }), owesFloors: () => false }));
