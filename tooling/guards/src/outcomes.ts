import { printed, type Ending } from './commands.ts';
import { formatFinding, type Finding } from './findings.ts';

/** What a check came to: how many things passed, failed or were left out, and what a reader should see of it. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Printed below the check's name; empty when there is nothing to say. */
  readonly report: string;
}

/** The outcome of a guard: one thing, failed when there is a finding. */
export function fromFindings(findings: readonly Finding[]): Outcome {
  return single(findings.length === 0, findings.map(formatFinding).join('\n'));
}

/** The outcome of programs: one thing, failed when any of them ended with a code other than 0. */
export function fromEndings(endings: readonly Ending[]): Outcome {
  const bad = endings.filter(({ code }) => code !== 0);
  return single(bad.length === 0, bad.map(printed).join('\n'));
}

/** The outcome of a check that counts as one. */
export function single(ok: boolean, report: string): Outcome {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, report };
}

/** The closing line over several outcomes: `N passed, N failed`, and the number skipped when there is one. */
export function totals(outcomes: readonly Outcome[]): string {
  const sum = (key: 'passed' | 'failed' | 'skipped') => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  const skipped = sum('skipped');
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}
