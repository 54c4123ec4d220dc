import type { Allowance, Filled, PackedWindow, PackingRequest, Section } from '@graphwright/contract';

/** Tokens of a window: its fills, and a separator between any two of them that are not blank. */
export function windowTokens(filled: readonly Filled[], separatorTokens: number): number {
  let tokens = 0;
  let shown = 0;
  for (const one of filled) {
    tokens += one.tokens;
    if (one.tokens > 0) shown += 1;
  }
  return tokens + Math.max(0, shown - 1) * separatorTokens;
}

/**
 * Makes a window of fills, in the order in which their texts stand, and declares why it passes its tokens where it does: by
 * what the fills say themselves, else by `otherwise`.
 */
export function closeWindow(
  filled: readonly Filled[],
  { tokens, separatorTokens }: Pick<PackingRequest, 'tokens' | 'separatorTokens'>,
  otherwise = '',
): PackedWindow {
  if (windowTokens(filled, separatorTokens) <= tokens) return { filled };
  const overrun = filled.flatMap((one) => one.overrun ?? []).join('; ') || otherwise;
  return overrun === '' ? { filled } : { filled, overrun };
}

/** What a section may take of some tokens: no more than its cap, never less than 0. */
export function allowanceFor(section: Pick<Section, 'cap'>, tokens: number, items?: number): Allowance {
  const capped = Math.max(0, Math.min(section.cap ?? Infinity, tokens));
  return items === undefined ? { tokens: capped } : { tokens: capped, items };
}
