import {
  definePlugin,
  GraphwrightError,
  kinds,
  throwIfAborted,
  type Filled,
  type PackedWindow,
  type PackingPolicy,
  type PackingRequest,
} from '@graphwright/contract';
import { z } from 'zod';
import { allowanceFor, closeWindow } from './window.ts';

const fixedSharesOptions = z.object({
  /** Section name → share of the window, from 0 to 1; together at most 1. */
  shares: z
    .record(z.string(), z.number().min(0).max(1))
    // Sums of decimal shares may miss 1 by a rounding error, which is nobody's fault.
    .refine((shares) => sum(shares) <= 1 + 1e-9, { error: ({ input }) => `the shares add up to ${sum(input)}, which is more than 1` })
    .default({ reports: 0.15, sources: 0.5 }),
  /** The section that takes what the shares leave. Where it is not offered, the sections without a share divide it equally. */
  rest: z.string().default('graph'),
});

/** Options of {@link fixedSharesPolicy}. */
export type FixedSharesOptions = z.output<typeof fixedSharesOptions>;

/**
 * GraphRAG's split of a window of W tokens: a section with share s is filled to `int(W × s)`, the rest to
 * `int(W × (1 − s₁ − s₂ …))`, in doubles as written and never under 0. Nothing flows from one section to another, separators
 * are taken off nothing, and a heading that stands over its share is declared as an overrun. One window, whatever
 * `maxWindows` says. Sections keep to their caps; a floor holds where it fits the share.
 *
 * @throws GraphwrightError `option-invalid` from `pack`, for a section that has no share while another takes the rest.
 */
export function fixedSharesPolicy({ shares, rest }: FixedSharesOptions): PackingPolicy {
  const left = Object.values(shares).reduce((whole, share) => whole - share, 1);
  return {
    specVersion: 'v1',
    async pack({ sections, tokens, separatorTokens, signal }: PackingRequest): Promise<readonly PackedWindow[]> {
      const open = sections.map((section) => section.name).filter((name) => shares[name] === undefined);
      const takers = open.includes(rest) ? [rest] : open;
      const filled: Filled[] = [];
      for (const section of sections) {
        throwIfAborted(signal);
        const share = shares[section.name] ?? (takers.includes(section.name) ? left / takers.length : undefined);
        if (share === undefined) throw withoutShare(section.name, rest);
        filled.push(await section.fill(allowanceFor(section, Math.trunc(tokens * share))));
      }
      return [closeWindow(filled, { tokens, separatorTokens }, 'separators stand outside the shares')];
    },
  };
}

/** The plugin `fixed-shares`; see {@link fixedSharesPolicy}. */
export const fixedShares = definePlugin(kinds.packingPolicy, {
  id: 'fixed-shares',
  version: '1.0.0',
  description: 'Fills every section to its fixed share of the window, as GraphRAG does; nothing flows between sections.',
  options: fixedSharesOptions,
  create: fixedSharesPolicy,
});

function sum(shares: unknown): number {
  return Object.values(shares ?? {}).reduce((total: number, share) => total + Number(share), 0);
}

function withoutShare(section: string, rest: string): GraphwrightError {
  return new GraphwrightError({
    code: 'option-invalid',
    message: `The section "${section}" has no share of the window, and "${rest}" takes the rest.`,
    where: { plugin: 'fixed-shares', option: 'shares' },
    next: `Give it one: shares.${section}.`,
  });
}
