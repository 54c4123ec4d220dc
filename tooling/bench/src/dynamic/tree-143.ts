import { scriptedModel, type ScriptedModel } from '@graphwright/conformance';
import type { Answer, KnowledgeBase, LanguageModel, OpenedIndex } from '@graphwright/contract';
import { createEngine, openIndex } from 'graphwright';
import { sharedPath } from '@graphwright-internal/testing';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The three questions of `tree-143`, by how much of the tree they concern. */
export const DENSITIES = ['low', 'medium', 'high'] as const;
/** A question of `tree-143`. */
export type Density = (typeof DENSITIES)[number];

const numbers = z.record(z.string(), z.number());
const raterSchema = z.looseObject({ question: z.string(), ratings: numbers, summaryRatings: numbers, summaryConfidence: z.record(z.string(), z.string()) });
const ratersSchema = z.object({ low: raterSchema, medium: raterSchema, high: raterSchema });
const costSchema = z.looseObject({
  default: z.looseObject({ total: z.number() }),
  dynamic: z.looseObject({ selection: z.looseObject({ promptTokens: z.number() }), total: z.number() }),
});
const costsSchema = z.looseObject({ densities: z.object({ low: costSchema, medium: costSchema, high: costSchema }) });
const caseSchema = z.looseObject({ expected: z.looseObject({ kept: z.array(z.string()) }) });
const CASES = { low: '40-tree-low', medium: '41-tree-medium', high: '42-tree-high' } as const;

function read(name: string): unknown {
  return JSON.parse(readFileSync(sharedPath('oracle', 'dynamic', `${name}.json`), 'utf8'));
}

/** What GraphRAG pays and keeps at a density. */
export function graphrag(density: Density): { readonly plain: number; readonly selection: number; readonly total: number; readonly kept: ReadonlySet<string> } {
  const cost = costsSchema.parse(read('cost-by-density')).densities[density];
  const { expected } = caseSchema.parse(read(CASES[density]));
  return { plain: cost.default.total, selection: cost.dynamic.selection.promptTokens, total: cost.dynamic.total, kept: new Set(expected.kept) };
}

/** `alike`: judges a summary as it judges the report. `misled`: some summaries mislead it, and of most of these it is not sure. */
export type RaterKind = 'alike' | 'misled';

const rowLabel = /^(\d+): /gmu;

/** A model that rates as the oracle's rater, notes one point a batch, and answers. */
export function rater(density: Density, kind: RaterKind, enough = false): ScriptedModel {
  const { ratings, summaryRatings, summaryConfidence } = ratersSchema.parse(read('tree-143-ratings'))[density];
  return scriptedModel(
    ({ prompt: { id, window = '' } }) => {
      const labels = [...window.matchAll(rowLabel)].map(([, label = '']) => label);
      if (id === 'enough-reports') return JSON.stringify({ subQuestions: [{ question: 'The question', covered: enough }], consistent: true, specific: true, reason: 'scripted' });
      if (id === 'global-points') return `{"points": [{"description": "A point of ${labels[0] ?? ''} [Data: Reports (${labels[0] ?? ''})].", "score": 60}]}`;
      if (id !== 'rate-reports') return 'REDUCED';
      const bySummary = kind === 'misled' && window.startsWith('# Reports (id: title: summary)');
      const table = bySummary ? summaryRatings : ratings;
      return JSON.stringify({ ratings: labels.map((label) => ({ id: label, reason: 'scripted', relevant: (table[label] ?? 0) > 0, sure: !bySummary || summaryConfidence[label] !== 'low' })) });
    },
    { limits: { window: 200_000, maxOutput: 4000 }, encoding: 'cl100k_base' },
  );
}

let opened: Promise<OpenedIndex> | undefined;

/** What a question over `tree-143` kept and paid. */
export interface Measured {
  readonly answer: Answer;
  /** Numbers of the reports that were selected. */
  readonly kept: ReadonlySet<string>;
  /** Tokens of input: of selecting (rating, judging), of everything. */
  readonly selection: number;
  readonly total: number;
  readonly calls: number;
}

/** Asks the question of a density over `tree-143`. */
export async function measure(density: Density, model: LanguageModel, selector: Readonly<Record<string, unknown>>): Promise<Measured> {
  const index = await (opened ??= openIndex(sharedPath('oracle', 'dynamic', 'tree-143')));
  const engine = await createEngine({ index, model, retries: 0 });
  const { question } = ratersSchema.parse(read('tree-143-ratings'))[density];
  const answer = await engine.ask({ question, strategy: { use: 'global', selector } });
  await engine.close();
  const tokens = (stage: string): number => answer.cost.entries.filter((entry) => entry.stage.startsWith(stage)).reduce((sum, { inputTokens }) => sum + inputTokens, 0);
  const selecting = answer.cost.entries.filter(({ stage }) => stage.startsWith('select'));
  return { answer, kept: await keptIn(answer, index.knowledge), selection: tokens('select'), total: tokens(''), calls: selecting.length };
}

async function keptIn(answer: Answer, knowledge: KnowledgeBase): Promise<ReadonlySet<string>> {
  const ids = answer.ledger.entries.flatMap(({ section, outcome, id }) => (section === 'reports' && outcome === 'included' && id !== undefined ? [id] : []));
  const batch = await knowledge.rows({ table: 'community_reports', values: ids, columns: ['humanReadableId'] });
  return new Set(batch.ids.map((_, row) => batch.get(row, 'humanReadableId') ?? ''));
}

/** Shared members of two sets over all of them; 1 for two empty sets. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((one) => b.has(one)).length;
  return a.size + b.size === 0 ? 1 : shared / (a.size + b.size - shared);
}
