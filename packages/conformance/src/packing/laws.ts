import type { Filled, PackedWindow, PackingPolicy, PackingRequest, Section, SectionEntry } from '@graphwright/contract';

/** What a check of a policy needs to know of it. */
export interface PackingLawOptions {
  /** Whether the policy owes all floors of a request; by default when they fit into the first window together, in order. */
  readonly owesFloors?: (request: PackingRequest) => boolean | Promise<boolean>;
}

/**
 * Runs a policy and says which laws of packing it breaks; an empty list means none. The laws hold for any policy: at least one
 * window and at most `maxWindows`; what is in, what was undone and what waits are together what was offered, each once; floors
 * hold whenever they fit; caps are kept; no window passes its tokens unless it says why; rows of one part stand in the order
 * in which they were offered; the same input gives the same windows, to the byte.
 *
 * @param make Makes the request; called several times, with new sections of the same content each time.
 */
export async function packingFaults(policy: PackingPolicy, make: () => PackingRequest, options: PackingLawOptions = {}): Promise<readonly string[]> {
  const request = make();
  const windows = await policy.pack(request);
  const again = await policy.pack(make());
  const faults = [...countFaults(windows, request), ...entryFaults(windows, request), ...tokenFaults(windows, request)];
  const owesFloors = await (options.owesFloors ?? floorsFit)(make());
  if (owesFloors) faults.push(...floorFaults(windows, request));
  if ((await printed(windows)) !== (await printed(again))) faults.push('the same input gave other windows');
  return faults;
}

function countFaults(windows: readonly PackedWindow[], { maxWindows }: PackingRequest): string[] {
  if (windows.length === 0) return ['there is no window'];
  return windows.length > maxWindows ? [`there are ${windows.length} windows where ${maxWindows} are allowed`] : [];
}

function entryFaults(windows: readonly PackedWindow[], { sections }: PackingRequest): string[] {
  const faults: string[] = [];
  const order = new Map<SectionEntry, number>();
  for (const section of sections) for (const entry of section.entries) order.set(entry, order.size);
  const state = new Map<SectionEntry, string>();
  const enter = (entry: SectionEntry, as: string): void => {
    const id = `${entry.candidate.table} ${entry.candidate.id}`;
    if (!order.has(entry)) faults.push(`${id} is ${as} and was not offered`);
    const before = state.get(entry);
    if (before !== undefined) faults.push(`${id} is ${as} and was already ${before}`);
    state.set(entry, as);
  };
  for (const filled of windows.flatMap((window) => window.filled)) {
    for (const { name, included } of filled.parts) {
      for (const { entry } of included) enter(entry, 'included');
      const places = included.map(({ entry }) => order.get(entry) ?? -1);
      if (places.some((place, row) => row > 0 && place < (places[row - 1] ?? -1))) faults.push(`rows of ${name} are out of order`);
    }
    for (const { entry } of filled.undone) enter(entry, 'undone');
  }
  // What waits is what the last fill of a section leaves; of a section without a fill, all of it.
  const waiting = new Set<SectionEntry>();
  for (const section of sections) for (const entry of lastRest(section, windows)) waiting.add(entry);
  for (const entry of waiting) enter(entry, 'waiting');
  for (const entry of order.keys()) {
    if (!state.has(entry)) faults.push(`${entry.candidate.table} ${entry.candidate.id} was offered and is nowhere`);
  }
  return faults;
}

/** Goes from a section along the fills that share entries with it to what is left in the end. */
function lastRest(section: Section, windows: readonly PackedWindow[]): readonly SectionEntry[] {
  const own = new Set(section.entries);
  let rest = section.entries;
  for (const filled of windows.flatMap((window) => window.filled)) {
    const touches = filled.rest.entries.some((entry) => own.has(entry)) || entriesOf(filled).some((entry) => own.has(entry));
    if (touches) rest = filled.rest.entries;
  }
  return rest;
}

function entriesOf(filled: Filled): SectionEntry[] {
  return [...filled.parts.flatMap((part) => part.included.map(({ entry }) => entry)), ...filled.undone.map(({ entry }) => entry)];
}

function tokenFaults(windows: readonly PackedWindow[], { tokens, separatorTokens, sections }: PackingRequest): string[] {
  const faults: string[] = [];
  const caps = new Map(sections.map((section) => [section.name, section.cap ?? Infinity]));
  for (const [row, window] of windows.entries()) {
    const used = windowTokens(window.filled, separatorTokens);
    if (used > tokens && window.overrun === undefined) faults.push(`window ${row} has ${used} tokens where ${tokens} are allowed, and does not say why`);
    for (const filled of window.filled) {
      const cap = caps.get(filled.rest.name) ?? Infinity;
      if (filled.tokens > cap && filled.overrun === undefined) faults.push(`${filled.rest.name} has ${filled.tokens} tokens over its cap of ${cap}`);
      if (filled.tokens !== filled.parts.reduce((sum, part) => sum + part.tokens, 0)) faults.push(`the parts of ${filled.rest.name} do not add up`);
    }
  }
  return faults;
}

/** Whether the floors of all sections, within their caps, fit into one window one after another. */
async function floorsFit({ sections, tokens, separatorTokens }: PackingRequest): Promise<boolean> {
  let left = tokens + separatorTokens;
  for (const section of sections) {
    if ((section.floor ?? 0) === 0) continue;
    const filled = await section.fill({ tokens: Math.max(0, Math.min(section.cap ?? Infinity, left - separatorTokens)), items: section.floor ?? 0 });
    if (filled.items < Math.min(section.floor ?? 0, section.entries.length)) return false;
    if (filled.tokens > 0) left -= filled.tokens + separatorTokens;
  }
  return left >= 0;
}

function floorFaults([first]: readonly PackedWindow[], { sections }: PackingRequest): string[] {
  return sections.flatMap((section) => {
    const owed = Math.min(section.floor ?? 0, section.entries.length);
    const own = new Set(section.entries);
    const items = (first?.filled ?? []).filter((filled) => entriesOf(filled).some((entry) => own.has(entry))).reduce((sum, filled) => sum + filled.items, 0);
    return items < owed ? [`${section.name} has ${items} rows where its floor is ${owed}`] : [];
  });
}

/** Tokens of a window: its fills, and a separator between any two that are not blank. Counted here anew, as laws must be. */
function windowTokens(filled: readonly Filled[], separatorTokens: number): number {
  const shown = filled.filter((one) => one.tokens > 0).length;
  return filled.reduce((sum, one) => sum + one.tokens, 0) + Math.max(0, shown - 1) * separatorTokens;
}

/** Everything of windows that can be seen from outside, as one string. */
async function printed(windows: readonly PackedWindow[]): Promise<string> {
  const shown = [];
  for (const { filled, overrun } of windows) {
    for (const one of filled) {
      const included = one.parts.map((part) => part.included.map(({ entry, tokens, part: what }) => [entry.candidate.id, tokens, what]));
      shown.push([await one.render(), included, one.undone.map(({ entry, reason }) => [entry.candidate.id, reason]), overrun]);
    }
    shown.push('end of window');
  }
  return JSON.stringify(shown);
}
