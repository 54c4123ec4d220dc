import { definePlugin, kinds, type Candidate, type Dropped, type Failure, type Found, type Result, type Retriever, type RetrieverRequest, type Run } from '@graphwright/contract';
import { z } from 'zod';
import { rateReport } from '../../prompts.ts';
import { Rater } from './rater.ts';
import { readTree, type Tree, type TreeCommunity } from './tree.ts';

const BY = 'select-dynamic-compatible';

const selectDynamicOptions = z.object({
  /** The finest level whose reports may be rated; null for all levels. */
  communityLevel: z.int().nullable().default(2),
  /** The least rating, from 0 to 5, of a report that is kept. */
  threshold: z.int().default(1),
  /** Whether a report stays when one below it is kept. */
  keepParent: z.boolean().default(false),
  /** Ratings of one report, of which the most frequent counts. */
  numRepeats: z.int().min(1).default(1),
  /** Whether the rater sees summaries in place of full reports. */
  useSummary: z.boolean().default(false),
  /** The finest level that is rated whole when nothing above it was kept. It does not bound the way down from what is kept. */
  maxLevel: z.int().default(2),
});

type SelectDynamicOptions = z.output<typeof selectDynamicOptions>;

/**
 * The selector `select-dynamic-compatible`: GraphRAG's dynamic community selection. Reports of level 0 are rated, then those below the ones
 * that are kept, round by round; a report leaves when one directly below it is kept. Candidates stand in the order in which they were rated.
 */
export const selectDynamicCompatible = definePlugin(kinds.retriever, {
  id: BY,
  version: '1.0.0',
  description: 'Community reports that a model rates as relevant, walking down the tree, as GraphRAG selects them.',
  options: selectDynamicOptions,
  prompts: [rateReport],
  needs: () => ({
    model: true,
    tables: { community_reports: ['level'], communities: ['level'] },
    optionalTables: { communities: ['parentId', 'childIds'], community_reports: ['communityId', 'rank', 'summary', 'fullContent'] },
  }),
  create: (options): Retriever => ({ specVersion: 'v1', retrieve: (request, run) => select(request, run, options) }),
});

/** What came of a community. */
interface Rated {
  readonly community: TreeCommunity;
  /** Undefined where the rater gave none. */
  readonly rating: number | undefined;
}

async function select({ questions }: RetrieverRequest, run: Run, options: SelectDynamicOptions): Promise<Result<Found>> {
  const tree = await readTree(options.communityLevel, run.knowledge, run.signal);
  const rater = new Rater(questions.join('\n'), run, options);
  const rated = new Map<string, Rated>();
  const kept = new Set<string>();
  const rounds: { readonly from: string; readonly ids: (string | undefined)[]; readonly ratings: (number | null)[] }[] = [];
  let queue = atLevel(tree, 0);
  let from = 'roots';
  if (queue.length === 0) run.warn({ code: 'no-report-at-the-top', message: 'No community of level 0 has a report: rating begins further down.' });
  for (let round = 0; ; round++) {
    const outcomes = await rater.rate(round, queue);
    const failure = outcomes.find((outcome): outcome is { readonly failure: Failure } => typeof outcome === 'object')?.failure;
    const ratings = outcomes.map((outcome) => (typeof outcome === 'object' ? undefined : outcome));
    if (failure !== undefined && ratings.every((rating) => rating === undefined)) return { ok: false, failure };
    if (queue.length > 0) rounds.push({ from, ids: queue.map(({ report }) => report.number), ratings: ratings.map((rating) => rating ?? null) });
    const next: TreeCommunity[] = [];
    for (const [place, community] of queue.entries()) {
      const rating = ratings[place];
      rated.set(community.id, { community, rating });
      if (rating === undefined || rating < options.threshold) continue;
      kept.add(community.id);
      next.push(...community.childIds.flatMap((id) => tree.byId.get(id) ?? []));
      if (!options.keepParent && community.parentId !== undefined) kept.delete(community.parentId);
    }
    from = next.length > 0 ? 'children' : `level ${round + 1}`;
    const fallback = next.length === 0 && kept.size === 0 && round + 1 <= options.maxLevel;
    queue = (fallback ? atLevel(tree, round + 1) : next).filter(({ id }) => !rated.has(id));
    if (queue.length === 0) break;
  }
  run.report('selection', { rounds });
  return { ok: true, value: foundOf(tree, rated, kept, options) };
}

function atLevel({ communities }: Tree, level: number): TreeCommunity[] {
  return communities.filter((community) => community.level === level);
}

/** Kept reports in the order in which they were rated; the others with why they are not read. */
function foundOf({ pool }: Tree, rated: ReadonlyMap<string, Rated>, kept: ReadonlySet<string>, { threshold }: SelectDynamicOptions): Found {
  const candidates: Candidate[] = [];
  const dropped: Dropped[] = [];
  for (const { community, rating } of rated.values()) {
    const via = rating === undefined ? { by: BY } : { by: BY, score: rating };
    const candidate = { table: 'community_reports', id: community.report.id, via: [via] };
    if (kept.has(community.id)) candidates.push(candidate);
    else if (rating === undefined) dropped.push({ ...candidate, reason: 'not-rated' });
    else dropped.push({ ...candidate, reason: rating >= threshold ? 'superseded' : 'not-relevant' });
  }
  const met = new Set([...candidates, ...dropped].map(({ id }) => id));
  const others = pool.filter(({ id }) => !met.has(id)).map(({ id }): Dropped => ({ table: 'community_reports', id, via: [{ by: BY }], reason: 'not-rated' }));
  return { candidates, dropped: [...dropped, ...others], caps: [] };
}
