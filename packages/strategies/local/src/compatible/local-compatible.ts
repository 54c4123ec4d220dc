import { graphragRenderer, historyAhead, sourcesSection, type RowRecord } from '@graphwright/context';
import {
  definePlugin,
  GraphwrightError,
  kinds,
  recordKey,
  type Ahead,
  type Budget,
  type Dropped,
  type Needs,
  type Request,
  type Run,
  type Section,
  type StageEstimate,
  type Strategy,
  type TokenCounter,
  type Window,
} from '@graphwright/contract';
import { takeBudget } from '@graphwright/token-budget';
import { IndexMemo } from './memo/index-memo.ts';
import { localAnswer, localAnswerInput } from '../prompt.ts';
import { reportCandidates } from './candidates.ts';
import { GraphSection } from './graph/graph-section.ts';
import { claimPart, entityPart, relationshipPart } from './graph/printers.ts';
import { compatibleOptions, type CompatibleOptions } from './options.ts';
import { reportSection } from './reports.ts';
import { select, type SelectedEntity, type Selection } from './selection.ts';

/**
 * The strategy `local-compatible`: the context that GraphRAG 3.3.0 builds for local search, byte for byte, and one call that answers
 * from it by our own prompt. See the package's README for where GraphRAG crashes and this does not.
 */
export const localCompatible = definePlugin(kinds.strategy, {
  id: 'local-compatible',
  version: '1.0.0',
  description: 'Local search as GraphRAG 3.3.0 does it: the same context, byte for byte.',
  options: compatibleOptions,
  prompts: [localAnswer],
  derive({ communityProp = 0, textUnitProp = 0 }) {
    // A sum of decimals may miss 1 by a rounding error, which is nobody's fault.
    if (communityProp + textUnitProp > 1 + 1e-9) throw sharesOverOne(communityProp + textUnitProp);
    return { policy: { use: 'fixed-shares', shares: { reports: communityProp, sources: textUnitProp }, rest: 'graph' } };
  },
  needs: (): Needs => ({
    model: true,
    embedder: true,
    tables: {
      entities: ['title', 'communityIds', 'textUnitIds'],
      relationships: ['sourceTitle', 'targetTitle'],
      text_units: ['text'],
    },
    optionalTables: {
      entities: ['description', 'degree'],
      relationships: ['sourceId', 'targetId', 'description', 'weight', 'combinedDegree'],
      text_units: ['relationshipIds'],
      communities: ['level'],
      community_reports: ['communityId', 'level', 'title', 'rank', 'summary', 'fullContent'],
      covariates: ['subjectId', 'subjectTitle', 'objectTitle', 'status', 'startDate', 'endDate', 'description'],
    },
    spaces: ['entity_description'],
  }),
  create: (options): Strategy => ({
    specVersion: 'v1',
    estimate: (request, run) => estimate(request, run, options),
    async retrieve(request, run) {
      const built = await assembled(request, run, options);
      return { windows: built.windows, nothingRelevant: built.nothing };
    },
    async run(request, run) {
      const { windows, nothing } = await assembled(request, run, options);
      const [window] = windows;
      if (window !== undefined) await run.answer(localAnswer, localAnswerInput(request), { window });
      return { windows, nothingRelevant: nothing };
    },
  }),
});

interface Built {
  readonly windows: readonly Window[];
  /** Whether not one entity was selected. */
  readonly nothing: boolean;
}

interface Drawn {
  readonly tokens: TokenCounter;
  readonly budget: Budget;
  readonly ahead: Ahead | undefined;
}

async function assembled(request: Request, run: Run, options: CompatibleOptions): Promise<Built> {
  refuse(request);
  const drawn = await draw(request, run, options);
  const memo = IndexMemo.of(run.knowledge);
  const selection = await select(request, memo, run, options);
  if (selection.ok) return build(request, selection.value, memo, drawn, run, options);
  run.fail(selection.failure);
  return { windows: [], nothing: false };
}

async function draw(request: Request, run: Run, options: CompatibleOptions): Promise<Drawn> {
  const tokens = run.tokensOf(await run.use(options.tokenizer));
  const fit = run.tokensOf(await run.use(options.historyTokenizer));
  const given = request.budget;
  const window = given === undefined ? options.maxContextTokens : given.history + given.context;
  const ahead = historyAhead(request.turns, window, options, tokens, fit);
  const history = ahead?.tokens ?? 0;
  const budget =
    given === undefined
      ? run.budget(localAnswer, localAnswerInput(request), { contextCap: options.maxContextTokens, history, tokens })
      : takeBudget(given, history);
  return { tokens, budget, ahead };
}

async function build(request: Request, { entities, dropped }: Selection, memo: IndexMemo, drawn: Drawn, run: Run, options: CompatibleOptions): Promise<Built> {
  const { tokens, budget, ahead } = drawn;
  if (entities.length === 0) {
    run.drop('entities', dropped);
    return { windows: [], nothing: true };
  }
  const known = new Set((request.known ?? []).map(recordKey));
  const sections: Section[] = [];
  const reports = await reportSection(entities, memo, run, options, tokens, known);
  if (reports !== undefined) sections.push(reports);
  sections.push(await graphOf(entities, dropped, memo, drawn, run, options, known));
  const sources = await sourcesOf(entities, memo, tokens, run, known);
  if (sources !== undefined) sections.push(sources);
  const windows = await run.pack({ sections, policy: options.policy, budget, tokens, ...(ahead === undefined ? {} : { ahead }) });
  if (options.returnCandidateContext) await reportCandidates(entities, memo, run, options);
  return { windows, nothing: false };
}

async function graphOf(
  selected: readonly SelectedEntity[],
  dropped: readonly Dropped[],
  memo: IndexMemo,
  { tokens }: Drawn,
  run: Run,
  options: CompatibleOptions,
  known: ReadonlySet<string>,
): Promise<Section> {
  const { knowledge, signal } = run;
  const ids = selected.map(({ record }) => record.id);
  const hasClaims = knowledge.facts.counts.covariates !== undefined;
  const headings = tokens.memo('headings');
  const printing = { knowledge, options, tokens, signal };
  return new GraphSection({
    entities: selected,
    neighbourhoods: await memo.rankedNeighbourhoods(ids, options.relationshipRankingAttribute, signal),
    claims: hasClaims ? await memo.claims(ids, signal) : [],
    hasClaims,
    options,
    parts: { entities: entityPart(printing), relationships: relationshipPart(printing), claims: claimPart(printing) },
    count: (heading) => headings.get(heading) ?? headings.measure(heading, heading),
    dropped,
    known,
  });
}

/** The text units of the entities, entity by entity, each once; undefined where there is none, and no heading then. */
async function sourcesOf(
  entities: readonly SelectedEntity[],
  memo: IndexMemo,
  tokens: TokenCounter,
  run: Run,
  known: ReadonlySet<string>,
): Promise<Section | undefined> {
  const units = await memo.textUnits(entities.map(({ record }) => record), run.signal);
  const seen = new Set<string>();
  const rows: RowRecord[] = [];
  const dropped: Dropped[] = [];
  for (const ofEntity of units) {
    for (const row of ofEntity) {
      const { candidate } = row;
      if (seen.has(candidate.id)) continue;
      seen.add(candidate.id);
      if (known.size > 0 && known.has(recordKey(candidate))) dropped.push({ ...candidate, reason: 'already-known' });
      else rows.push(row);
    }
  }
  if (seen.size === 0) return undefined;
  const found = { candidates: rows.map(({ candidate }) => candidate), dropped, caps: [] };
  return sourcesSection({ knowledge: run.knowledge, found, rows, tokens, name: 'sources', title: 'Sources', renderer: graphragRenderer(), signal: run.signal });
}

function sharesOverOne(sum: number): GraphwrightError {
  return new GraphwrightError({
    code: 'option-invalid',
    message: 'The shares of reports and text units are more than the window.',
    expected: 'communityProp + textUnitProp at most 1',
    found: String(sum),
    where: { plugin: 'local-compatible', option: 'communityProp' },
    next: 'Lower one of the two.',
  });
}

function refuse({ filter }: Request): void {
  if (filter === undefined) return;
  throw new GraphwrightError({
    code: 'unsupported',
    message: 'GraphRAG has no filter by metadata, and so its compatible face has none.',
    where: { plugin: 'local-compatible' },
    next: 'Ask the strategy local, or leave the filter out.',
  });
}

/** From no call, where no entity enters, to a full window: which entities enter is known only when they are selected. */
async function estimate(request: Request, run: Run, options: CompatibleOptions): Promise<readonly StageEstimate[]> {
  const { budget, ahead } = await draw(request, run, options);
  const fixed = budget.prompt + budget.question + (ahead?.tokens ?? 0);
  const inputTokens = { from: 0, to: fixed + budget.context };
  return [{ stage: run.path, calls: { from: 0, to: 1 }, inputTokens, outputTokens: { from: 0, to: budget.outputReserve } }];
}

