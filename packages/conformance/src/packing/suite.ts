import type { PackingPolicy, PackingRequest } from '@graphwright/contract';
import * as fc from 'fast-check';
import { fakeSection, type FakeSectionOffer } from '../fakes/section.ts';
import { check, checkFails, type ConformanceCase, type ConformanceSuite } from '../suite.ts';
import { packingFaults, type PackingLawOptions } from './laws.ts';

/** What the suite needs of a packing policy. */
export interface PackingPolicySubject extends PackingLawOptions {
  readonly name: string;
  readonly policy: PackingPolicy;
  /** Names that its sections may have; `s0` to `s3` when left out. At least one. */
  readonly sections?: readonly string[];
}

/** Any fixed seed would do: it makes the cases of every run the same. */
const SEED = 20_240_501;

/** What every packing policy must do: the laws of packing over many made-up requests, always the same ones. */
export function packingPolicySuite({ name, policy, sections = ['s0', 's1', 's2', 's3'], ...options }: PackingPolicySubject): ConformanceSuite {
  const law = (title: string, restrict: (offer: FakeSectionOffer) => FakeSectionOffer): ConformanceCase => ({
    name: title,
    run: () =>
      fc.assert(
        fc.asyncProperty(anyOffers(sections), anyFrame, async (offers, frame) => {
          const faults = await packingFaults(policy, () => packingRequest(offers.map(restrict), frame), options);
          check(faults.length === 0, faults.join('; '));
        }),
        { seed: SEED },
      ),
  });
  return {
    name: `packing policy: ${name}`,
    cases: [
      law('keeps the laws for rows alone', ({ name: section, rows }) => ({ name: section, rows })),
      law('keeps the laws for headings, floors and caps', (offer) => offer),
      law('keeps the laws for sections that give a step back', (offer) => ({ ...offer, step: 50 })),
      {
        name: 'makes a window when nothing is offered, or no token is there',
        async run() {
          check((await policy.pack(packingRequest([], { tokens: 100 }))).length === 1, 'Nothing offered makes no window.');
          const none = await packingFaults(policy, () => packingRequest([{ name: sections[0] ?? 's0', rows: [1] }], { tokens: 0 }), options);
          check(none.length === 0, none.join('; '));
        },
      },
      {
        name: 'stops for an aborted signal',
        async run() {
          const offers = [{ name: sections[0] ?? 's0', rows: [1, 2] }];
          await checkFails(() => policy.pack(packingRequest(offers, { tokens: 9, signal: AbortSignal.abort() })), 'aborted');
        },
      },
    ],
  };
}

/** A request of fake sections; one window and separators that cost nothing when left out. */
export function packingRequest(offers: readonly FakeSectionOffer[], frame: Partial<PackingRequest> & { readonly tokens: number }): PackingRequest {
  return { sections: offers.map((offer) => fakeSection(offer)), separatorTokens: 0, maxWindows: 1, signal: new AbortController().signal, ...frame };
}

const anyFrame = fc.record({ tokens: fc.nat(400), separatorTokens: fc.nat(3), maxWindows: fc.integer({ min: 1, max: 4 }) });

function anyOffers(names: readonly string[]): fc.Arbitrary<FakeSectionOffer[]> {
  const offer = fc.record(
    { rows: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 8 }), heading: fc.nat(9), floor: fc.nat(3), cap: fc.nat(200), late: fc.boolean() },
    { requiredKeys: ['rows'] },
  );
  return fc
    .array(offer, { minLength: 1, maxLength: names.length })
    .map((offers) => offers.map((one, index) => ({ ...one, name: names[index] ?? '' })));
}
