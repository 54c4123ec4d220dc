import { GraphwrightError, TABLE_NAMES, type KnowledgeBase, type Needs } from '@graphwright/contract';

/** What a run can offer. */
export interface Provision {
  readonly knowledge: KnowledgeBase;
  readonly spaces: readonly string[];
  readonly embedder: boolean;
  readonly model: boolean;
}

/** A need that is not met. */
export interface UnmetNeed {
  readonly plugin: string;
  /** What is missing, as a noun phrase. */
  readonly missing: string;
  readonly table?: string;
  /** What would help. */
  readonly next: string;
}

/** The needs of some plugins that a run cannot meet, in the order of the plugins. */
export function unmetNeeds(needs: readonly { readonly plugin: string; readonly needs: Needs }[], provision: Provision): readonly UnmetNeed[] {
  return needs.flatMap(({ plugin, needs: one }) => unmet(plugin, one, provision));
}

function unmet(plugin: string, needs: Needs, { knowledge, spaces, embedder, model }: Provision): UnmetNeed[] {
  const missing: UnmetNeed[] = [];
  for (const table of TABLE_NAMES) {
    const columns = needs.tables?.[table];
    if (columns === undefined) continue;
    const rows = knowledge.facts.counts[table];
    if (rows === undefined) {
      missing.push({ plugin, missing: `the table ${table}`, table, next: 'Use an index that has it.' });
      continue;
    }
    // A table without rows has no column that holds anything, and lacks none.
    const held = knowledge.columns[table] ?? [];
    for (const column of rows === 0 ? [] : columns) {
      if (!held.includes(column)) missing.push({ plugin, missing: `the column ${column} of ${table}`, table, next: 'Use an index that has it.' });
    }
  }
  for (const space of needs.spaces ?? []) {
    if (!spaces.includes(space)) {
      const known = spaces.length === 0 ? 'The index has no vectors that can be opened.' : `The index has: ${spaces.join(', ')}.`;
      missing.push({ plugin, missing: `the vectors of "${space}"`, next: known });
    }
  }
  if (needs.embedder === true && !embedder) missing.push({ plugin, missing: 'an embedder', next: 'Give the engine one: the model that the index was embedded with.' });
  if (needs.model === true && !model) missing.push({ plugin, missing: 'a language model', next: 'Give the engine one.' });
  if (needs.adjacency === true && knowledge.adjacency === undefined) {
    missing.push({ plugin, missing: 'the whole graph', next: 'Use an index that can give its adjacency.' });
  }
  return missing;
}

/**
 * The error for a need that is not met.
 *
 * @param strategy The strategy that was asked for.
 * @param working Strategies that would work on this index as it is.
 */
export function needUnmet(strategy: string, { plugin, missing, table, next }: UnmetNeed, working: readonly string[]): GraphwrightError {
  const by = plugin === strategy ? '' : ` (through ${plugin})`;
  const instead = working.length === 0 ? 'No other strategy works as things are.' : `Strategies that work as things are: ${working.join(', ')}.`;
  return new GraphwrightError({
    code: 'need-unmet',
    message: `The strategy "${strategy}"${by} needs ${missing}, which is not there.`,
    where: { plugin, ...(table === undefined ? {} : { table }) },
    next: `${next} ${instead}`,
  });
}
