import {
  definePlugin,
  kinds,
  throwIfAborted,
  type Filled,
  type PackedWindow,
  type PackingPolicy,
  type PackingRequest,
  type Section,
} from '@graphwright/contract';
import { allowanceFor, closeWindow } from '@graphwright/token-budget';

/**
 * GraphRAG's batches: a window holds rows of one section, in the order offered, until the next would pass its tokens; then
 * another window begins. A row longer than a window goes alone, declared as an overrun. No row is lost but beyond `maxWindows`, or
 * where a row is longer than its section's cap. Floors play no part: every row is put in.
 */
export function globalBatchesPolicy(): PackingPolicy {
  return {
    specVersion: 'v1',
    async pack(request: PackingRequest): Promise<readonly PackedWindow[]> {
      const windows: PackedWindow[] = [];
      for (const section of request.sections) await fillWindows(section, request, windows);
      return windows.length === 0 ? [{ filled: [] }] : windows;
    },
  };
}

async function fillWindows(section: Section, request: PackingRequest, windows: PackedWindow[]): Promise<void> {
  let rest = section;
  while (rest.entries.length > 0 && windows.length < request.maxWindows) {
    throwIfAborted(request.signal);
    const filled = await nextBatch(rest, request.tokens);
    if (filled === undefined) return;
    windows.push(closeWindow([filled], request, 'a row longer than a window goes alone'));
    ({ rest } = filled);
  }
}

/** What fits; where not even the first row does, the first row alone; nothing where it passes the section's cap. */
async function nextBatch(section: Section, tokens: number): Promise<Filled | undefined> {
  const fitting = await section.fill(allowanceFor(section, tokens));
  if (fitting.items > 0) return fitting;
  const alone = await section.fill(allowanceFor(section, Infinity, 1));
  return alone.items > 0 ? alone : undefined;
}

/** The plugin `global-batches-compatible`; see {@link globalBatchesPolicy}. */
export const globalBatchesCompatible = definePlugin(kinds.packingPolicy, {
  id: 'global-batches-compatible',
  version: '1.0.0',
  description: 'Deals rows in order into as many windows as they need, as GraphRAG batches its reports.',
  create: globalBatchesPolicy,
});
