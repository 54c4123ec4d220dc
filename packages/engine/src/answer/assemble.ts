import type { Answer, KnowledgeBase, Request, Warning } from '@graphwright/contract';
import type { RunRecord } from '../run/record.ts';
import { citationsOf } from './citations.ts';
import { costOf } from './cost.ts';
import { statusOf } from './status.ts';
import { totalsOf } from './totals.ts';

/** What an Answer is made of, beside the record of its run. */
export interface AnswerSources {
  readonly request: Request;
  /** Whether an answer was asked for, or windows alone. */
  readonly asked: boolean;
  readonly nothingRelevant: boolean;
  readonly knowledge: KnowledgeBase;
  readonly provenance: Answer['provenance'];
}

/** Puts the Answer together: everything in the order of stages, nothing in the order of who came first. */
export async function assembleAnswer(record: RunRecord, sources: AnswerSources): Promise<Answer> {
  const { request, asked, nothingRelevant, knowledge, provenance } = sources;
  const entries = record.entries.values;
  const failures = record.failures.values;
  const windows = record.windows.values.map(({ id, stage, ...window }) => {
    const call = record.calls.get(id);
    return { id, stage, ...(call === undefined ? {} : { call }), ...window };
  });
  const { text } = record;
  return {
    status: statusOf({ asked, text, failures: failures.length, windows: windows.length, nothingRelevant }),
    question: request.question,
    ...(text === '' ? {} : { text }),
    citations: await citationsOf(text, { windows, entries, knowledge }),
    windows,
    ledger: { entries, caps: record.caps.values, totals: totalsOf(entries) },
    cost: costOf(record.cost.values),
    failures,
    warnings: mergedWarnings(record.warnings.values),
    provenance,
    details: record.details.values,
  };
}

/** The same warning from several places stands once, with how often. */
function mergedWarnings(warnings: readonly Warning[]): Answer['warnings'] {
  const merged = new Map<string, Warning>();
  for (const warning of warnings) {
    const key = JSON.stringify([warning.code, warning.message]);
    const before = merged.get(key);
    if (before === undefined) {
      merged.set(key, warning);
      continue;
    }
    const examples = [...new Set([...(before.examples ?? []), ...(warning.examples ?? [])])].slice(0, 5);
    merged.set(key, { ...before, count: (before.count ?? 1) + (warning.count ?? 1), ...(examples.length === 0 ? {} : { examples }) });
  }
  return [...merged.values()].map((warning) => ({ ...warning, ...(warning.examples === undefined ? {} : { examples: [...warning.examples] }) }));
}
