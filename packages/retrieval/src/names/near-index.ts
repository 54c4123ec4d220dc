import type { KnowledgeBase } from '@graphwright/contract';
import { editBound, foldName } from './fold.ts';
import { STOP_WORDS } from './stop-words.ts';

/** Code units of a folded name, from its start, of which deletions are kept. */
const PREFIX = 7;
/** The shortest folded name that is looked for. */
const SHORTEST = 3;
const PAGE = 10_000;

/** A name of the index. */
export interface KnownName {
  readonly id: string;
  readonly title: string;
}

/** The names of an index, found by forms that are near to them. */
export interface NearIndex {
  readonly names: readonly KnownName[];
  /** The names that may be near to a folded form, by the order of the index: all that are, with others among them. */
  candidates(folded: string): KnownName[];
}

const indexes = new WeakMap<KnowledgeBase, Promise<NearIndex>>();

/**
 * The near index of a knowledge base, made on first use and kept as long as the knowledge base is. Making it walks the titles of all
 * entities once; it then holds their titles and ids, and numbers of 8 bytes: one for a name of up to 5
 * characters, at most 7 up to 10, 22 from 11 on.
 */
export async function nearIndexOf(knowledge: KnowledgeBase, signal: AbortSignal): Promise<NearIndex> {
  for (;;) {
    const known = indexes.get(knowledge);
    const making = known ?? makeNearIndex(knowledge, signal);
    indexes.set(knowledge, making);
    try {
      return await making;
    } catch (error) {
      if (indexes.get(knowledge) === making) indexes.delete(knowledge);
      // Whoever began to make it may have been aborted; that is no reason for another run to go without.
      if (known === undefined || signal.aborted) throw error;
    }
  }
}

async function makeNearIndex(knowledge: KnowledgeBase, signal: AbortSignal): Promise<NearIndex> {
  const names: KnownName[] = [];
  const total = knowledge.facts.counts.entities ?? 0;
  for (let offset = 0; offset < total; offset += PAGE) {
    const batch = await knowledge.page({ table: 'entities', columns: ['title'], offset, limit: PAGE, signal });
    for (const [row, id] of batch.ids.entries()) {
      const title = batch.get(row, 'title');
      const folded = foldName(title);
      if (folded.length >= SHORTEST && !STOP_WORDS.has(folded)) names.push({ id, title });
    }
  }
  return nearIndex(names);
}

/**
 * Symmetric deletion on prefixes (SymSpell, W. Garbe): two strings within d edits have a common form after at most d deletions on
 * either side. The first character is kept as it is. A form is kept as a hash beside the number of its name, both in one whole
 * number, so that the whole is one sorted array.
 */
export function nearIndex(names: readonly KnownName[]): NearIndex {
  const count = Math.max(1, names.length);
  const buckets = Math.min(2 ** 32, Math.floor(Number.MAX_SAFE_INTEGER / count) - 1);
  const entries: number[] = [];
  for (const [number, { title }] of names.entries()) {
    for (const form of deletions(foldName(title))) entries.push((hashOf(form) % buckets) * count + number);
  }
  const sorted = Float64Array.from(entries).sort();
  return {
    names,
    candidates(folded) {
      const numbers = new Set<number>();
      for (const form of deletions(folded)) {
        const from = (hashOf(form) % buckets) * count;
        for (let place = firstFrom(sorted, from); (sorted[place] ?? Infinity) < from + count; place++) numbers.add((sorted[place] ?? 0) - from);
      }
      return [...numbers].toSorted((a, b) => a - b).flatMap((number) => names[number] ?? []);
    },
  };
}

/** The prefix of a folded name with as many of its characters deleted as it may have edits, the first never. */
function deletions(folded: string): Set<string> {
  let last = [folded.slice(0, PREFIX)];
  const forms = new Set(last);
  for (let edit = 0; edit < editBound(folded.length); edit++) {
    const shorter = new Set<string>();
    for (const form of last) for (let place = 1; place < form.length; place++) shorter.add(form.slice(0, place) + form.slice(place + 1));
    for (const form of shorter) forms.add(form);
    last = [...shorter];
  }
  return forms;
}

/** FNV-1a over code units, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let unit = 0; unit < text.length; unit++) hash = Math.imul(hash ^ text.charCodeAt(unit), 0x01000193);
  return hash >>> 0;
}

/** The place of the first number that is not below `least`. */
function firstFrom(sorted: Float64Array, least: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? 0) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}
