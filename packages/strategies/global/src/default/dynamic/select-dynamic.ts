import { definePlugin, kinds, type Found, type Needs, type Result, type Retriever, type RetrieverRequest, type Run } from '@graphwright/contract';
import { enoughReports, rateReports } from '../prompts.ts';
import { reportTokens } from '../report-windows.ts';
import { readReportTree, type ReportNode } from '../select/tree.ts';
import { forecastBelow, shareOf } from './forecast.ts';
import { dynamicOptions, type DynamicOptions } from './options.ts';
import { BatchRater, candidateOf } from './rater.ts';
import { Walk } from './walk.ts';

/**
 * The selector `select-dynamic`: walks down the tree of communities, has many rated in one call by their summaries, and stops where what is kept
 * is enough. Where a forecast says that it will not pay, the plain selector is used, and the run says so.
 */
export const selectDynamic = definePlugin(kinds.retriever, {
  id: 'select-dynamic',
  version: '1.0.0',
  description: 'Community reports that a model rates as relevant, many in one call, level by level, until they are enough.',
  options: dynamicOptions,
  prompts: [rateReports, enoughReports],
  derive: ({ communityLevel }) => ({ plain: { use: 'select-level', communityLevel } }),
  needs: (): Needs => ({
    model: true,
    tables: { community_reports: ['level'] },
    optionalTables: { communities: ['level', 'parentId', 'childIds'], community_reports: ['communityId', 'rank', 'title', 'summary', 'findings', 'fullContent'] },
  }),
  create: (options): Retriever => ({ specVersion: 'v1', retrieve: (request, run) => select(request, run, options) }),
});

async function select(request: RetrieverRequest, run: Run, options: DynamicOptions): Promise<Result<Found>> {
  const tree = await readReportTree(options.communityLevel, run.knowledge, run.signal);
  tellOfTree(tree.withoutCommunity.length, tree.circles, run);
  const among = await prefiltered(request, tree.roots, run, options);
  if (!among.ok) return among;
  const rater = new BatchRater(request.questions.join('\n'), run, options);
  const summaries = await withSummary(tree.pool.map(({ id }) => id), run);
  const cost = options.forecast ? await costs(request, tree.pool.map(({ id }) => id), run, options) : undefined;
  const walk = new Walk(tree.roots, among.value, options);
  let ending = 'at the leaves';
  for (let round = 1; walk.queue.length > 0; round++) {
    const limit = limitReached(round, rater, options);
    if (limit !== undefined) {
      ending = limit;
      run.warn({ code: 'selection-limited', message: `Selection ended at the limit ${limit}: finer reports were not rated.`, count: walk.queue.length });
      break;
    }
    const { verdicts, failure } = await rater.rate(round, walk.queue, summaries);
    if (failure !== undefined && walk.kept.size === 0) return { ok: false, failure };
    const { rated, relevant } = walk.enter(verdicts);
    if (walk.queue.length === 0) break;
    if (cost !== undefined && rated > 0) {
      const whole = [...walk.verdicts.values()].filter(({ read }) => read === 'full').length;
      const ground = { ...cost, relevant: shareOf(relevant, rated), doubtful: options.fullReports === 'always' ? 1 : whole / walk.verdicts.size };
      const expected = forecastOf(walk, rater.spent.tokens, ground);
      walk.rounds.at(-1)?.notes.push(expected);
      if (expected.total > options.payUpTo * cost.plainTokens) return plainPath(cost.plain, walk, expected, cost.plainTokens, run);
    }
    if (options.stopWhenEnough && walk.kept.size > 0) {
      const judged = await rater.judge(round, [...walk.kept.values()]);
      const enough = judged !== undefined && judged.consistent && judged.specific && judged.subQuestions.length > 0 && judged.subQuestions.every(({ covered }) => covered);
      if (judged !== undefined) walk.rounds.at(-1)?.notes.push({ enough, ...judged });
      if (enough) {
        ending = 'enough';
        break;
      }
    }
  }
  report(walk, ending, rater, run);
  if (walk.kept.size === 0) run.warn({ code: 'selection-empty', message: 'No report was rated as relevant.', count: walk.verdicts.size });
  return { ok: true, value: walk.found(tree.pool) };
}

interface Costs {
  readonly full: ReadonlyMap<string, number>;
  readonly summary: ReadonlyMap<string, number>;
  readonly plain: Found;
  readonly plainTokens: number;
}

/** Tokens of everything that the forecast compares; undefined where the plain selector fails. */
async function costs(request: RetrieverRequest, ids: readonly string[], run: Run, options: DynamicOptions): Promise<Costs | undefined> {
  const plain = await (await run.use(options.plain)).retrieve(request, run.stage('plain'));
  if (!plain.ok) return undefined;
  const { candidates } = plain.value;
  const others = new Set(ids);
  const all = [...ids.map((id) => candidateOf(id)), ...candidates.filter(({ id }) => !others.has(id))];
  const [full, summary] = [await reportTokens(all, 'full', run), await reportTokens(all, 'summary', run)];
  return { full, summary, plain: plain.value, plainTokens: candidates.reduce((sum, { id }) => sum + (full.get(id) ?? 0), 0) };
}

interface Expected {
  readonly spent: number;
  readonly rating: number;
  readonly reading: number;
  readonly total: number;
}

/** What is kept and has nothing in the queue below it is read; below the others the walk goes on. */
function forecastOf(walk: Walk, spent: number, ground: Parameters<typeof forecastBelow>[1]): Expected {
  let [rating, reading] = [0, 0];
  for (const node of walk.kept.values()) {
    const below = forecastBelow({ ...node, children: node.children.filter((child) => walk.queued(child)) }, ground);
    rating += below.rating;
    reading += below.reading;
  }
  // What is in the queue below nothing that is kept, as after a round without a relevant report.
  for (const node of walk.queue.filter((one) => !walk.belowKept(one))) {
    const below = forecastBelow(node, ground);
    rating += (ground.summary.get(node.report.id) ?? 0) + ground.doubtful * (ground.full.get(node.report.id) ?? 0) + ground.relevant * below.rating;
    reading += ground.relevant * below.reading;
  }
  [rating, reading] = [Math.round(rating), Math.round(reading)];
  return { spent, rating, reading, total: spent + rating + reading };
}

function plainPath(plain: Found, walk: Walk, expected: Expected, plainTokens: number, run: Run): Result<Found> {
  run.warn({ code: 'selection-not-paying', message: `Going on would cost about ${expected.total} tokens, and reading without selection ${plainTokens}: selection was given up.` });
  run.report('selection', { ending: 'plain', plainTokens, ...walk.account() });
  return { ok: true, value: plain };
}

function report(walk: Walk, ending: string, { spent }: BatchRater, run: Run): void {
  run.report('selection', { ending, ...spent, ...walk.account() });
}

function limitReached(round: number, { spent }: BatchRater, { maxRounds, maxCalls, maxTokens }: DynamicOptions): string | undefined {
  if (maxRounds !== undefined && round > maxRounds) return 'maxRounds';
  if (maxCalls !== undefined && spent.calls >= maxCalls) return 'maxCalls';
  return maxTokens !== undefined && spent.tokens >= maxTokens ? 'maxTokens' : undefined;
}

/** Reports that the prefilter found, and those above them; undefined for no prefilter. */
async function prefiltered(request: RetrieverRequest, roots: readonly ReportNode[], run: Run, { prefilter }: DynamicOptions): Promise<Result<ReadonlySet<string> | undefined>> {
  if (prefilter === undefined) return { ok: true, value: undefined };
  const found = await (await run.use(prefilter)).retrieve(request, run.stage('prefilter'));
  if (!found.ok) return found;
  const hits = new Set(found.value.candidates.map(({ id }) => id));
  const inPlay = new Set<string>();
  const visit = ({ report: { id }, children }: ReportNode): boolean => {
    const below = children.map((child) => visit(child)).includes(true);
    if (below || hits.has(id)) inPlay.add(id);
    return inPlay.has(id);
  };
  for (const root of roots) visit(root);
  return { ok: true, value: inPlay };
}

async function withSummary(ids: readonly string[], { knowledge, signal }: Run): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const batch = await knowledge.rows({ table: 'community_reports', values: ids, columns: ['summary'], signal });
  return new Set(batch.ids.filter((_, row) => (batch.get(row, 'summary') ?? '').trim() !== ''));
}

function tellOfTree(withoutCommunity: number, circles: number, run: Run): void {
  if (withoutCommunity > 0) run.warn({ code: 'report-without-community', message: 'A report belongs to no community of the index: it is rated as one without parents.', count: withoutCommunity });
  if (circles > 0) run.warn({ code: 'community-circle', message: 'Communities are parents of one another in a circle: the coarsest of them is rated first.', count: circles });
}

