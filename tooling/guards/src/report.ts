import type { Check } from './checks.ts';
import { single, totals, type Outcome } from './outcomes.ts';

/** Where a run is told; the parts of a writable stream that are needed. */
export interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Runs checks one after the other, each whatever became of those before it, and tells of each its name, how long it took and what it
 * found. The last line is the sum over all: `N passed, N failed`.
 *
 * @returns Whether nothing failed.
 */
export async function runChecks(checks: readonly Check[], screen: Screen): Promise<boolean> {
  const terminal = screen.isTTY === true;
  const paint = (code: number, text: string) => (terminal ? `\u001B[${code}m${text}\u001B[0m` : text);
  const failed: string[] = [];
  const outcomes: Outcome[] = [];
  for (const check of checks) {
    if (check.streams === true) screen.write(`… ${check.name}  ${check.title}\n`);
    else if (terminal) screen.write(`… ${check.name}`);
    const started = performance.now();
    const outcome = await check.run().catch((error: unknown) => single(false, error instanceof Error ? error.message : String(error)));
    const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`;
    if (terminal && check.streams !== true) screen.write('\r\u001B[2K');
    outcomes.push(outcome);
    const ok = outcome.failed === 0;
    if (!ok) failed.push(check.name);
    screen.write(`${ok ? paint(32, '✓') : paint(31, '✗')} ${check.name.padEnd(10)} ${check.title}  ${paint(2, seconds)}\n`);
    if (!ok && outcome.report.trim() !== '') screen.write(`${outcome.report.trimEnd().replaceAll(/^/gmu, '    ')}\n`);
  }
  if (failed.length > 0) screen.write(`\nFailed: ${failed.join(', ')}. One alone: npm test -- ${failed[0] ?? ''}\n`);
  screen.write(`\n${totals(outcomes)}\n`);
  return failed.length === 0;
}
