import { definePlugin, kinds, throwIfAborted, type LanguageModel, type ModelEvent, type ModelRequest } from '@graphwright/contract';
import { z } from 'zod';
import { extract, type Extract, type ExtractionSettings } from '../text/extract.ts';
import { rowsOf, type WindowRow } from '../window/rows.ts';
import { printed } from './citations.ts';
import { evidenceOf, questionOf, shapeOf, type AnswerShape } from './question.ts';
import { structured, type RowMaterial } from './structured.ts';

/** The sentence that stands beside every answer of this model. */
export const EXTRACTIVE_NOTICE = 'Put together offline from sentences of the index; no language model was asked.';

const NOTHING = 'No sentence of the context bears on the question.';
/** Pessimistic: one token is rarely shorter than this many UTF-16 code units in English; Chinese is counted one for one. */
const UNITS_PER_TOKEN = 3;
const PARAGRAPH = 3;

/** Options of the model `extractive`. */
export const extractiveOptions = z.strictObject({
  sentences: z.int().min(1).max(50).default(6).describe('At most so many sentences in an answer.'),
  minScore: z.number().min(0).max(1).default(0.2).describe("Least share of the question's weight that a sentence must carry."),
  diversity: z.number().min(0).max(1).default(0.7).describe('Weight of relevance against newness: 1 lets sentences repeat each other.'),
});

/**
 * A language model that is a program: it answers a prompt with sentences of the window that bear on the question, each with its
 * citation, and fills output schemas by rule where extracting can. Same request, same text; no clock, no network, no randomness.
 *
 * It reads `request.prompt` and never the rendered messages (but for the question, where the input names none).
 */
export function createExtractiveModel(settings: ExtractionSettings): LanguageModel {
  return {
    specVersion: 'v1',
    model: 'extractive',
    notice: EXTRACTIVE_NOTICE,
    // No window of its own: as large as is common, so that budgets drawn with it look like those of a real model.
    limits: { window: 128_000, maxOutput: 4_096 },
    encoding: 'o200k_base',
    generate: (request) => generate(request, settings),
  };
}

/** The model `extractive`, as a plugin. */
export const extractive = definePlugin(kinds.languageModel, {
  id: 'extractive',
  version: '1.0.0',
  description: 'Answers offline with sentences of the window that bear on the question, and cites them.',
  options: extractiveOptions,
  create: createExtractiveModel,
});

async function* generate(request: ModelRequest, settings: ExtractionSettings): AsyncGenerator<ModelEvent> {
  throwIfAborted(request.signal);
  const { text, refused } = reply(request, settings);
  for (const piece of pieces(text)) {
    throwIfAborted(request.signal);
    yield { type: 'text', text: piece };
  }
  yield { type: 'finish', reason: refused ? 'refusal' : 'stop', dropped: ['temperature', 'seed'] };
}

function reply(request: ModelRequest, settings: ExtractionSettings): { text: string; refused: boolean } {
  const evidence = evidenceOf(request);
  if (evidence === undefined) {
    return { text: `The prompt "${request.prompt.id}" has no text to extract from, and this model writes none of its own.`, refused: true };
  }
  const shape = shapeOf(request, settings.sentences);
  const question = questionOf(request);
  const rows = rowsOf(evidence);
  const extracts = extract(question, rows, { ...settings, sentences: shape.sentences });
  const schema = request.schema ?? request.prompt.contentSchema;
  if (schema !== undefined) {
    const made = structured(schema, { extracts, rows: () => byRow(question, rows, settings) });
    return made.ok ? { text: JSON.stringify(made.value), refused: false } : { text: made.reason, refused: true };
  }
  // What found nothing to say must not pass for an answer.
  if (extracts.length === 0) return { text: NOTHING, refused: true };
  return { text: laidOut(withinLength(extracts, request.maxOutputTokens), shape), refused: false };
}

/** The best sentences, as many as there are rows, each at the rows that hold it. */
function byRow(question: string, rows: readonly WindowRow[], settings: ExtractionSettings): RowMaterial[] {
  const best = extract(question, rows, { ...settings, diversity: 1, sentences: Math.max(1, rows.length) });
  return rows.flatMap((row) => (row.label === undefined ? [] : [{ label: row.label, extracts: best.filter((one) => one.rows.includes(row)) }]));
}

/** Whole sentences only: the first always, the others while the wanted length lasts. */
function withinLength(extracts: readonly Extract[], maxOutputTokens: number): string[] {
  const texts: string[] = [];
  let tokens = 0;
  for (const text of extracts.map(printed)) {
    tokens += Math.max(text.length / UNITS_PER_TOKEN, text.match(/\p{Script=Han}/gu)?.length ?? 0);
    if (texts.length > 0 && tokens > maxOutputTokens) break;
    texts.push(text);
  }
  return texts;
}

function laidOut(texts: readonly string[], shape: AnswerShape): string {
  if (shape.layout === 'list') return texts.map((text) => `- ${text}`).join('\n');
  const paragraphs: string[] = [];
  for (let start = 0; start < texts.length; start += PARAGRAPH) paragraphs.push(texts.slice(start, start + PARAGRAPH).join(' '));
  return paragraphs.join('\n\n');
}

/** Words with the white space behind them; text without spaces goes in runs of a few characters. */
function pieces(text: string): string[] {
  return text.match(/\s*\S{1,12}\s*/gu) ?? [];
}
