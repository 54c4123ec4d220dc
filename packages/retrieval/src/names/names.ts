import { compareStrings, definePlugin, kinds, type Found, type Retriever } from '@graphwright/contract';
import { z } from 'zod';
import { applyFilter, resolveFilter } from '../filter.ts';
import { limitFound } from '../found.ts';
import { aliasesOf } from './aliases.ts';
import { matchNames, type NameMatch, type NameWay } from './match.ts';

const ID = 'names';
/** What stands in the ways: whether an alias or a near form led to the record. */
const WAYS: Readonly<Record<NameWay, string>> = { name: ID, words: ID, alias: `${ID}/alias`, near: `${ID}/near` };

/**
 * The retriever of entities that the question names. A name counts wherever `normaliseName` meets (case, width, spaces), between
 * word bounds in scripts that have them; the longest wins, what stands only inside it is dropped as `superseded`. A word of a
 * longer name counts when few names hold it. A stretch that is no name may be near to one: `near` of the README says when. Two
 * look-ups by key a question; no model, no vectors. The first question that has such a stretch walks all titles once, for an index
 * of near forms that is kept with the knowledge base (titles, ids, at most 176 bytes a name besides).
 *
 * Options: `limit` (candidates at most, default 20), `longest` (longest name in normalised characters, default 64), `sharedBy` (a
 * word points at a name only if at most so many names hold it, default 3; 0: whole names only), `minCoverage` (share of a name's
 * words that must stand in the question, in (0, 1], default 0.5: half of `ALEX MERCER` is enough, a third of a longer name is not), `near` (whether near
 * forms count, default true), `aliases` (other names, each with the name or the names that it stands for; none by default).
 *
 * Score: 1 for a whole name or an alias; for words of a name, coverage ÷ number of names that share its rarest word; for a near form,
 * 0.9 · (1 − edits ÷ length) ÷ number of names equally near. The ways tell `names`, `names/alias` and `names/near` apart. Ties go by place in the question, then id.
 */
export const names = definePlugin(kinds.retriever, {
  id: ID,
  version: '1.0.0',
  description: 'Entities whose name, or a rare word of it, stands in the question.',
  options: z.object({
    limit: z.int().min(1).default(20),
    longest: z.int().min(1).max(256).default(64),
    sharedBy: z.int().min(0).max(64).default(3),
    minCoverage: z.number().gt(0).max(1).default(0.5),
    near: z.boolean().default(true),
    aliases: z.record(z.string().min(1), z.union([z.string().min(1), z.array(z.string().min(1)).min(1)])).default({}),
  }),
  needs: () => ({ tables: { entities: ['title'] } }),
  create: ({ aliases: given, ...options }): Retriever => {
    const aliases = aliasesOf(given);
    return {
      specVersion: 'v1',
      async retrieve({ questions, limit, filter }, run) {
        const scope = await resolveFilter(filter, run);
        const matches: NameMatch[] = [];
        for (const question of questions) matches.push(...(await matchNames(question, { ...options, aliases }, run)));
        const found = await applyFilter(foundOf(matches), scope, run);
        return { ok: true, value: limitFound(found, limit ?? options.limit) };
      },
    };
  },
});

/** Every entity once, by its best match. */
function foundOf(matches: readonly NameMatch[]): Found {
  const best = new Map<string, NameMatch>();
  for (const match of matches) {
    const before = best.get(match.id);
    if (before === undefined || compareMatches(match, before) < 0) best.set(match.id, match);
  }
  const ordered = [...best.values()].toSorted(compareMatches);
  const candidates = ordered.filter(({ superseded }) => !superseded).map(({ id, score, by }, index) => ({
    table: 'entities',
    id,
    score,
    via: [{ by: WAYS[by], score, rank: index + 1 }],
  }));
  const dropped = ordered.filter(({ superseded }) => superseded).map(({ id, score, by }) => ({
    table: 'entities',
    id,
    score,
    via: [{ by: WAYS[by], score }],
    reason: 'superseded',
  }));
  return { candidates, dropped, caps: [] };
}

function compareMatches(a: NameMatch, b: NameMatch): number {
  return (
    Number(a.superseded) - Number(b.superseded) || b.score - a.score || a.position - b.position || compareStrings(a.id, b.id)
  );
}
