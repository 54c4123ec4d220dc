import { definePlugin, kinds, throwIfAborted, type Filled, type PackingPolicy } from '@graphwright/contract';

/** Gives source texts all that they can use; the other sections, in their order, what is left. */
const sourcesFirst: PackingPolicy = {
  specVersion: 'v1',
  async pack({ sections, tokens, separatorTokens, signal }) {
    const filled = new Map<string, Filled>();
    let left = tokens - separatorTokens * Math.max(0, sections.length - 1);
    for (const section of sections.toSorted((a, b) => Number(b.name === 'sources') - Number(a.name === 'sources'))) {
      throwIfAborted(signal);
      const one = await section.fill({ tokens: left });
      left -= one.tokens;
      filled.set(section.name, one);
    }
    return [{ filled: sections.flatMap(({ name }) => filled.get(name) ?? []) }];
  },
};

/** The plugin: `policy: 'sources-first@^1'` names it. */
export const policy = definePlugin(kinds.packingPolicy, { id: 'sources-first', version: '1.0.0', description: 'Source texts first.', create: () => sourcesFirst });
