import { compareStrings, definePlugin, kinds, type Found, type Retriever } from '@graphwright/contract';
import { z } from 'zod';
import { applyFilter, resolveFilter } from '../filter.ts';
import { limitFound } from '../found.ts';
import { matchNames, type NameMatch } from './match.ts';

const ID = 'names';

/**
 * The retriever of entities that the question names. A name counts wherever `normaliseName` meets (case, width, spaces), between
 * word bounds in scripts that have them; the longest wins, what stands only inside it is dropped as `superseded`. A word of a
 * longer name counts when few names hold it. Two look-ups by key a question; no model, no vectors, no scan.
 *
 * Options: `limit` (candidates at most, default 20), `longest` (longest name in normalised characters, default 64), `sharedBy` (a
 * word points at a name only if at most so many names hold it, default 3; 0: whole names only), `minCoverage` (share of a name's
 * words that must stand in the question, in (0, 1], default 0.5: half of `ALEX MERCER` is enough, a third of a longer name is not).
 *
 * Score: 1 for a whole name, else coverage ÷ number of names that share its rarest word. Ties go by place in the question, then id.
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
  }),
  needs: () => ({ tables: { entities: ['title'] } }),
  create: (options): Retriever => ({
    specVersion: 'v1',
    async retrieve({ questions, limit, filter }, run) {
      const scope = await resolveFilter(filter, run);
      const matches: NameMatch[] = [];
      for (const question of questions) matches.push(...(await matchNames(question, options, run)));
      const found = await applyFilter(foundOf(matches), scope, run);
      return { ok: true, value: limitFound(found, limit ?? options.limit) };
    },
  }),
});

/** Every entity once, by its best match. */
function foundOf(matches: readonly NameMatch[]): Found {
  const best = new Map<string, NameMatch>();
  for (const match of matches) {
    const before = best.get(match.id);
    if (before === undefined || compareMatches(match, before) < 0) best.set(match.id, match);
  }
  const ordered = [...best.values()].toSorted(compareMatches);
  const candidates = ordered.filter(({ superseded }) => !superseded).map(({ id, score }, index) => ({
    table: 'entities',
    id,
    score,
    via: [{ by: ID, score, rank: index + 1 }],
  }));
  const dropped = ordered.filter(({ superseded }) => superseded).map(({ id, score }) => ({
    table: 'entities',
    id,
    score,
    via: [{ by: ID, score }],
    reason: 'superseded',
  }));
  return { candidates, dropped, caps: [] };
}

function compareMatches(a: NameMatch, b: NameMatch): number {
  return (
    Number(a.superseded) - Number(b.superseded) || b.score - a.score || a.position - b.position || compareStrings(a.id, b.id)
  );
}
