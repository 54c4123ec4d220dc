import {
  definePlugin,
  kinds,
  throwIfAborted,
  type Filled,
  type PackedWindow,
  type PackingPolicy,
  type PackingRequest,
  type Section,
  type SectionRows,
} from '@graphwright/contract';
import { allowanceFor, closeWindow } from '@graphwright/token-budget';

/** A window that is being filled. */
interface Bin {
  readonly rows: number[];
  tokens: number;
}

/**
 * Deals the rows of each section into as few windows as hold them, so that all are about equally full: the longest row first, always into
 * the emptiest window (Graham 1969, longest processing time first). Rows of a window stand in the order offered. Where
 * `maxWindows` does not hold all, rows are dealt in the order offered, so that the last ones are left. A row longer than a window is filled
 * in as far as its section lets it, in a window of its own; where that is nothing, it is left over budget.
 */
export function balancedBatchesPolicy(): PackingPolicy {
  return {
    specVersion: 'v1',
    async pack(request: PackingRequest): Promise<readonly PackedWindow[]> {
      const windows: PackedWindow[] = [];
      for (const section of request.sections) {
        throwIfAborted(request.signal);
        const { tokens } = allowanceFor(section, request.tokens);
        const most = request.maxWindows - windows.length;
        const filled = section.rows === undefined ? await inTurn(section, tokens, most) : await dealt(section, section.rows, tokens, most);
        windows.push(...filled.map((one) => closeWindow([one], request)));
      }
      return windows.length === 0 ? [{ filled: [] }] : windows;
    },
  };
}

async function dealt(section: Section, rows: SectionRows, tokens: number, most: number): Promise<Filled[]> {
  const capacity = tokens - rows.headingTokens;
  const sizes: number[] = [];
  for (let row = 0; row < rows.size; row++) sizes.push(await rows.tokens(row));
  const offered = sizes.map((_, row) => row);
  const fitting = offered.filter((row) => (sizes[row] ?? 0) <= capacity);
  const size = (row: number): number => sizes[row] ?? 0;
  const total = fitting.reduce((sum, row) => sum + size(row), 0);
  const longestFirst = fitting.toSorted((a, b) => size(b) - size(a) || a - b);
  const all = deal(longestFirst, size, capacity, Math.max(1, Math.ceil(total / Math.max(1, capacity))), Infinity);
  const bins = all.length <= most ? all : deal(fitting, size, capacity, most, most);
  const filled: Filled[] = [];
  for (const { rows: chosen } of bins.toSorted((a, b) => Math.min(...a.rows) - Math.min(...b.rows))) filled.push(await rows.take(chosen.toSorted((a, b) => a - b)));
  // Only a section of one record may go in by part: what was put in of several would stand in two fills.
  if (rows.size === 1 && fitting.length === 0 && most > 0) {
    const part = await section.fill({ tokens });
    if (part.items > 0) filled.push(part);
  }
  return filled;
}

/** Rows in their order, each into the emptiest of the windows that takes it; another window is opened where none does, up to `most`. */
function deal(rows: readonly number[], size: (row: number) => number, capacity: number, begin: number, most: number): Bin[] {
  const bins: Bin[] = Array.from({ length: Math.min(begin, rows.length) }, () => ({ rows: [], tokens: 0 }));
  for (const row of rows) {
    const emptiest = bins.reduce<Bin | undefined>((best, bin) => (best === undefined || bin.tokens < best.tokens ? bin : best), undefined);
    let bin = emptiest !== undefined && emptiest.tokens + size(row) <= capacity ? emptiest : undefined;
    if (bin === undefined && bins.length < most) bins.push((bin = { rows: [], tokens: 0 }));
    if (bin === undefined) continue;
    bin.rows.push(row);
    bin.tokens += size(row);
  }
  return bins.filter(({ rows: chosen }) => chosen.length > 0);
}

/** A section whose rows depend on one another goes on from window to window. */
async function inTurn(section: Section, tokens: number, most: number): Promise<Filled[]> {
  const filled: Filled[] = [];
  let rest = section;
  while (rest.entries.length > 0 && filled.length < most) {
    const next = await rest.fill({ tokens });
    if (next.items === 0 || next.overrun !== undefined) break;
    filled.push(next);
    ({ rest } = next);
  }
  return filled;
}

/** The plugin `balanced-batches`; see {@link balancedBatchesPolicy}. */
export const balancedBatches = definePlugin(kinds.packingPolicy, {
  id: 'balanced-batches',
  version: '1.0.0',
  description: 'Deals rows into as few windows as hold them, all about equally full.',
  create: balancedBatchesPolicy,
});
