import { throwIfAborted, type Filled, type PackedWindow, type PackingPolicy, type PackingRequest, type Section } from '@graphwright/contract';
import { describe, expect, it } from 'vitest';
import { fakeSection, type FakeSectionOffer } from '../fakes/section.ts';
import { failuresOf } from '../suite.ts';
import { packingFaults } from './laws.ts';
import { packingPolicySuite, packingRequest } from './suite.ts';

/** The plainest policy there is: floors first, then each section takes what is left. */
const plainPolicy: PackingPolicy = {
  specVersion: 'v1',
  async pack({ sections, tokens, separatorTokens, signal }) {
    throwIfAborted(signal);
    const price = (one: Filled): number => (one.tokens > 0 ? one.tokens + separatorTokens : 0);
    const allowance = (section: Section, left: number): number => Math.max(0, Math.min(section.cap ?? Infinity, left - separatorTokens));
    let left = tokens + separatorTokens;
    const floors = new Map<Section, number>();
    for (const section of sections) {
      const filled = await section.fill({ tokens: allowance(section, left), items: section.floor ?? 0 });
      floors.set(section, price(filled));
      left -= price(filled);
    }
    const filled: Filled[] = [];
    for (const section of sections) {
      left += floors.get(section) ?? 0;
      const one = await section.fill({ tokens: allowance(section, left) });
      left -= price(one);
      filled.push(one);
    }
    const overrun = filled.flatMap((one) => one.overrun ?? []).join('; ');
    return [overrun === '' ? { filled } : { filled, overrun }];
  },
};

describe('the laws of packing', () => {
  const offers: readonly FakeSectionOffer[] = [{ name: 'a', rows: [10, 10, 10], cap: 25 }, { name: 'b', rows: [10, 10], floor: 1 }];
  type Windows = readonly PackedWindow[];
  const through = (change: (windows: Windows, asked: PackingRequest) => Windows | Promise<Windows>): PackingPolicy => ({
    specVersion: 'v1',
    pack: async (asked) => change(await plainPolicy.pack(asked), asked),
  });
  const each = ([window]: Windows, change: (filled: Filled) => Filled): Windows => [{ filled: (window?.filled ?? []).map(change) }];
  const whole = (tokens: number): { tokens: number } => ({ tokens });
  let turn = 0;
  const fillAll = async (sections: readonly Section[], tokens: number): Promise<Filled[]> => Promise.all(sections.map(async (one) => one.fill(whole(tokens))));
  const broken: readonly [string, PackingPolicy, RegExp][] = [
    ['returns no window', through(() => []), /no window/u],
    ['returns too many', through((windows) => [...windows, ...windows]), /2 windows where 1/u],
    ['puts a row in twice', through(([window]) => [{ filled: [...(window?.filled ?? []), ...(window?.filled ?? [])] }]), /already included/u],
    ['invents a row', through(async () => [{ filled: [await fakeSection({ name: 'x', rows: [1] }).fill(whole(9))] }]), /was not offered/u],
    ['passes the window', through(async (_, { sections }) => [{ filled: await fillAll(sections, 1_000) }]), /has 50 tokens where 35/u],
    ['passes a cap', through(async (_, { sections }) => [{ filled: await fillAll(sections.slice(0, 1), 1_000) }]), /over its cap of 25/u],
    ['misses a floor', through(async (_, { sections }) => [{ filled: await fillAll(sections.slice(0, 1), 25) }]), /b has 0 rows where its floor is 1/u],
    ['hides a row', through((windows) => each(windows, (one) => ({ ...one, rest: fakeSection({ name: 'a', rows: [] }) }))), /offered and is nowhere/u],
    ['turns rows round', through((windows) => each(windows, (one) => ({ ...one, parts: one.parts.map((part) => ({ ...part, included: part.included.toReversed() })) }))), /out of order/u],
    ['changes from run to run', through((windows) => each(windows, (one) => ({ ...one, render: () => [String(turn++)] }))), /other windows/u],
  ];
  it.each(broken)('catch a policy that %s', async (_, policy, fault) => {
    expect((await packingFaults(policy, () => packingRequest(offers, { tokens: 35 }))).join('\n')).toMatch(fault);
    expect(await packingFaults(plainPolicy, () => packingRequest(offers, { tokens: 35 }))).toEqual([]);
  });

  it('make a suite that the plainest policy passes whole, and no broken one does', async () => {
    expect(await failuresOf(packingPolicySuite({ name: 'plain', policy: plainPolicy }))).toEqual([]);
    for (const [what, policy] of broken) {
      expect(await failuresOf(packingPolicySuite({ name: what, policy })), what).not.toEqual([]);
    }
  });

  it('make a suite without a case that nothing fails', async () => {
    const deaf: PackingPolicy = { specVersion: 'v1', pack: ({ signal: _, ...asked }) => plainPolicy.pack({ ...asked, signal: new AbortController().signal }) };
    const none = through(() => []);
    const caught = new Set<string>();
    for (const policy of [none, deaf]) for (const { name } of await failuresOf(packingPolicySuite({ name: 'broken', policy }))) caught.add(name);
    expect(packingPolicySuite({ name: 'plain', policy: plainPolicy }).cases.map(({ name }) => name).filter((name) => !caught.has(name))).toEqual([]);
  });
});
