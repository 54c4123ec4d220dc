import { GraphwrightError, recordKey, type PackedWindow, type SectionEntry } from '@graphwright/contract';
import { windowTokens } from '@graphwright/token-budget';
import type { KnownFill, Offers } from './offer.ts';

/** A window that a policy returned and that passed the checks. */
export interface CheckedWindow {
  readonly fills: readonly KnownFill[];
  /** Tokens of the fills and of what stands between them. */
  readonly tokens: number;
  /** Why they pass the allowance; only where they do. */
  readonly overrun: string | undefined;
}

/** What a packing was allowed. */
export interface PackingTerms {
  readonly policy: string;
  readonly tokens: number;
  readonly separatorTokens: number;
  readonly maxWindows: number;
}

/**
 * Holds what a policy returned against what it was given.
 *
 * @throws GraphwrightError `policy-invalid`: no windows or too many; a fill that no offered section made; a section twice in one
 * window; a record in two places; tokens over the allowance without a reason.
 */
export function checkWindows(returned: unknown, offers: Offers, terms: PackingTerms): readonly CheckedWindow[] {
  const fault = (message: string): GraphwrightError => policyInvalid(terms.policy, message);
  if (!isWindows(returned)) throw fault('it does not return a list of windows, each with its list of fills');
  if (returned.length === 0) throw fault('it returns no window');
  if (returned.length > terms.maxWindows) throw fault(`it returns ${returned.length} windows where ${terms.maxWindows} are allowed`);
  const taken = new Set<SectionEntry>();
  return returned.map(({ filled, overrun }, index) => {
    const fills = filled.map((one) => {
      const known = offers.known(one);
      if (known === undefined) throw fault('it returns a fill that none of the offered sections made');
      return known;
    });
    if (new Set(fills.map(({ offer }) => offer)).size < fills.length) throw fault('it puts a section twice into one window');
    for (const fill of fills) takeEntries(fill, offers.listed(fill.offer), taken, fault);
    const tokens = windowTokens(fills.map((fill) => fill.filled), terms.separatorTokens);
    if (tokens <= terms.tokens) return { fills, tokens, overrun: undefined };
    if (typeof overrun === 'string' && overrun !== '') return { fills, tokens, overrun };
    throw fault(`window ${index + 1} has ${tokens} tokens where ${terms.tokens} are allowed, and does not say why`);
  });
}

function takeEntries(
  { offer, filled }: KnownFill,
  own: ReadonlySet<SectionEntry>,
  taken: Set<SectionEntry>,
  fault: (message: string) => GraphwrightError,
): void {
  const take = (entry: SectionEntry, as: string): void => {
    if (taken.has(entry)) throw fault(`the record ${recordKey(entry.candidate)} is ${as} and stands in another fill too`);
    taken.add(entry);
    // A section's own fault, which would be laid at the policy's door if it were let pass.
    if (!own.has(entry)) throw sectionInvalid(offer.section.name, `the record ${recordKey(entry.candidate)} is ${as} and was not offered`);
  };
  for (const { included } of filled.parts) for (const { entry } of included) take(entry, 'in');
  for (const { entry } of filled.undone) take(entry, 'undone');
  const sum = filled.parts.reduce((total, part) => total + part.tokens, 0);
  if (sum !== filled.tokens) throw sectionInvalid(offer.section.name, `its parts have ${sum} tokens and its fill says ${filled.tokens}`);
}

function isWindows(value: unknown): value is readonly PackedWindow[] {
  return (
    Array.isArray(value) &&
    value.every((window: unknown) => typeof window === 'object' && window !== null && 'filled' in window && Array.isArray(window.filled))
  );
}

/** The error for a policy that breaks the rules of packing. */
export function policyInvalid(policy: string, message: string, cause?: unknown): GraphwrightError {
  return new GraphwrightError({
    code: 'policy-invalid',
    message: `The packing policy "${policy}" breaks the rules of packing: ${message}.`,
    where: { plugin: policy },
    next: 'Use another policy, or tell its author.',
    ...(cause === undefined ? {} : { cause }),
  });
}

/** The error for a section whose account of itself does not add up. */
export function sectionInvalid(section: string, message: string): GraphwrightError {
  return new GraphwrightError({
    code: 'ledger-unbalanced',
    message: `The section "${section}" does not add up: ${message}.`,
    next: 'Use another section maker, or tell its author.',
  });
}
