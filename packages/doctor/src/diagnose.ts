import { GraphwrightError, TABLE_NAMES, throwIfAborted, type Embedder, type OpenedIndex, type Tokenizer, type VectorSource } from '@graphwright/contract';
import type { Check, CodeFacts, Found } from './check.ts';
import { CHECKS } from './checks/all.ts';
import { openingFindings } from './checks/opening.ts';
import type { Diagnosis, Finding } from './diagnosis.ts';
import { readTables } from './survey/read-tables.ts';
import { scanVectors } from './survey/scan-vectors.ts';
import type { Survey } from './survey/survey.ts';

/** How far a diagnosis is. */
export interface DiagnosisProgress {
  /** `reading` a table or a vector space, or `checking`. */
  readonly step: 'reading' | 'checking';
  /** The table, the space, or the check. */
  readonly name: string;
  readonly done: number;
  readonly total: number;
}

/** How an index is examined. */
export interface DiagnoseOptions {
  /** Vectors beside those that the index hands out: of its `vectorLocations`, opened by whoever knows their format. */
  readonly vectors?: readonly VectorSource[];
  /** Five texts of each space are embedded again by it, to see whether it made the stored vectors; costs one call a space. */
  readonly embedder?: Embedder;
  /** What lengths are counted in; the index's own counts, or four characters a token, when left out. */
  readonly tokenizer?: Tokenizer;
  /** Tokens of a context, ≥ 1; 12,000 when left out. */
  readonly window?: number;
  readonly onProgress?: (progress: DiagnosisProgress) => void;
  readonly signal?: AbortSignal;
}

/** The cap of a context where nobody sets another one, here and in GraphRAG. */
const WINDOW = 12_000;

/**
 * Examines an index: walks every table and every vector space once, keeps of them what the checks look at (ids, numbers, lengths),
 * and lets each check look. Changes nothing. Time and memory grow with the index; nothing is compared pair by pair.
 *
 * @throws GraphwrightError `usage-invalid` for a window under 1, `aborted`, and whatever the index, a source of vectors or the embedder throws.
 */
export async function diagnose(index: OpenedIndex, options: DiagnoseOptions = {}): Promise<Diagnosis> {
  const { window = WINDOW, onProgress, signal, tokenizer } = options;
  if (!Number.isSafeInteger(window) || window < 1) {
    throw new GraphwrightError({ code: 'usage-invalid', message: 'A window is a whole number of tokens.', expected: 'window ≥ 1', found: String(window) });
  }
  const survey = await surveyOf(index, options, window);
  const findings: Finding[] = openingFindings(index.warnings, index.source.format);
  const checked: { check: string; rows: number }[] = [];
  const skipped: { check: string; why: string }[] = [];
  for (const [done, check] of CHECKS.entries()) {
    throwIfAborted(signal);
    onProgress?.({ step: 'checking', name: check.id, done, total: CHECKS.length });
    const why = obstacleOf(check, survey, index);
    if (why !== undefined) {
      skipped.push({ check: check.id, why });
      continue;
    }
    checked.push({ check: check.id, rows: rowsSeen(check, survey) });
    for (const found of await check.find(survey)) if (found.tally.count > 0) findings.push(findingOf(found, check.codes[found.code]));
  }
  if (survey.spaces.length > 0) {
    skipped.push(...survey.unopened.map((location) => ({ check: 'vectors', why: `${location.space} lies in ${location.format} and was not opened` })));
  }
  const { format, version, folder } = index.source;
  return {
    index: { format, version, folder, fingerprint: index.knowledge.fingerprint },
    findings: [...findings.filter(({ severity }) => severity === 'hurts'), ...findings.filter(({ severity }) => severity === 'note')],
    checked,
    skipped,
    tokens: tokenizer === undefined ? 'estimate' : tokenizer.encoding,
    specVersion: 'v1',
  };
}

async function surveyOf(index: OpenedIndex, { vectors = [], embedder, tokenizer, onProgress, signal }: DiagnoseOptions, window: number): Promise<Survey> {
  const { knowledge } = index;
  const reading = (name: string, done: number, total: number): void => onProgress?.({ step: 'reading', name, done, total });
  throwIfAborted(signal);
  const tables = await readTables({ knowledge, tokenizer, onRows: reading, signal });
  const spaces: Survey['spaces'][number][] = [];
  for (const source of [...index.vectors, ...vectors.filter(({ space }) => !index.vectors.some((known) => known.space === space))]) {
    spaces.push(await scanVectors(source, (seen) => reading(source.space, seen, source.count), signal));
  }
  const unopened = index.vectorLocations.filter(({ space }) => !spaces.some((known) => known.space === space));
  return { tables, spaces, unopened, warnings: index.warnings, knowledge, embedder, window, signal };
}

/** Why a check cannot run on an index, if it cannot. */
function obstacleOf(check: Check, survey: Survey, { knowledge }: OpenedIndex): string | undefined {
  for (const [table, columns] of tablesOf(check)) {
    const held = knowledge.columns[table];
    if (held === undefined || !survey.tables[table].isThere) return `there is no table ${table}`;
    if (survey.tables[table].rows.length === 0) return `the table ${table} is empty`;
    const missing = columns.find((column) => !held.includes(column));
    if (missing !== undefined) return `${table}.${missing} holds nothing`;
  }
  return check.obstacle?.(survey);
}

function rowsSeen(check: Check, survey: Survey): number {
  return tablesOf(check).reduce((sum, [table]) => sum + survey.tables[table].rows.length, check.alsoSees?.(survey) ?? 0);
}

function tablesOf({ needs }: Check): (readonly [keyof Survey['tables'], readonly string[]])[] {
  return TABLE_NAMES.flatMap((table) => (needs[table] === undefined ? [] : [[table, needs[table]] as const]));
}

function findingOf({ code, tally, total, part, hurts }: Found<string>, facts: CodeFacts | undefined): Finding {
  if (facts === undefined) throw new Error(`no check explains the code ${code}`);
  const touched = hurts ?? facts.hurts;
  const isBad = facts.hurtsFrom !== undefined && touched.length > 0 && tally.count >= facts.hurtsFrom * total;
  return {
    code,
    ...(part === undefined ? {} : { part }),
    severity: isBad ? 'hurts' : 'note',
    count: tally.count,
    total,
    examples: [...tally.examples],
    meaning: facts.meaning,
    hurts: [...touched],
    advice: facts.advice,
  };
}
