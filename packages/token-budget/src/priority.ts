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
import { allowanceFor, closeWindow } from './window.ts';

/**
 * Fills sections in the order in which they are offered. Floors come first: every section is promised its first rows, in
 * order, as far as they fit. Then each section takes all it can, up to its cap, but nothing that is promised to a later one;
 * what it leaves flows to the next. Separators count, rows stay whole, and the total never passes the window. With
 * `maxWindows` above 1 further windows go on with what is left, until a window takes nothing.
 */
export function priorityPolicy(): PackingPolicy {
  return {
    specVersion: 'v1',
    async pack(request: PackingRequest): Promise<readonly PackedWindow[]> {
      const windows: PackedWindow[] = [];
      let sections = request.sections;
      do {
        const filled = await packWindow(sections, request);
        if (windows.length > 0 && filled.every((one) => one.items === 0)) break;
        windows.push(closeWindow(filled, request));
        sections = filled.map((one) => one.rest);
      } while (windows.length < request.maxWindows && sections.some((section) => section.entries.length > 0));
      return windows;
    },
  };
}

/** The plugin `priority`; see {@link priorityPolicy}. */
export const priority = definePlugin(kinds.packingPolicy, {
  id: 'priority',
  version: '1.0.0',
  description: 'Fills sections as offered: floors first, each up to its cap, what is left flows to the next.',
  create: priorityPolicy,
});

async function packWindow(sections: readonly Section[], { tokens, separatorTokens, signal }: PackingRequest): Promise<Filled[]> {
  // Every section that is not blank pays a separator, the first one out of the pocket of this extra one.
  const price = (filled: Filled): number => (filled.tokens > 0 ? filled.tokens + separatorTokens : 0);
  let left = tokens + separatorTokens;
  const fill = (section: Section, items?: number): Filled | Promise<Filled> => {
    throwIfAborted(signal);
    return section.fill(allowanceFor(section, left - separatorTokens, items));
  };
  const promised = new Map<Section, number>();
  for (const section of sections) {
    if (section.floor === undefined || section.floor === 0) continue;
    const filled = await fill(section, section.floor);
    promised.set(section, price(filled));
    left -= price(filled);
  }
  const result: Filled[] = [];
  for (const section of sections) {
    left += promised.get(section) ?? 0;
    const filled = await fill(section);
    left -= price(filled);
    result.push(filled);
  }
  // What is left at the end flows back, first to last, to sections whose steps depend on each other: with more room such a
  // section may keep a step that it gave back. One of independent rows has met a row longer than all that is left, or its cap.
  for (const [row, section] of sections.entries()) {
    const before = result[row];
    if (before === undefined || before.undone.length === 0) continue;
    left += price(before);
    const again = await fill(section);
    const better = again.items > before.items ? again : before;
    left -= price(better);
    result[row] = better;
  }
  return result;
}
