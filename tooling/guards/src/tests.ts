import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { runProgram } from './commands.ts';
import type { Outcome } from './outcomes.ts';

const resultSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ name: z.string(), status: z.string(), message: z.string().default(''), assertionResults: z.array(z.unknown()) })),
});

/**
 * Runs every test; each counts by itself. A file that fails before its first test counts as one failed test, and so does a run that
 * ends badly without any (an error that no test caught).
 *
 * @param runner Absolute path of vitest's program.
 * @param output `inherit`: its report goes straight to the terminal. Default `inherit`.
 */
export async function runTests(root: string, runner: string, output: 'inherit' | 'collect' = 'inherit'): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'graphwright-tests-'));
  const file = join(folder, 'results.json');
  try {
    const ending = await runProgram({
      command: [process.execPath, runner, 'run', '--root', root, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      cwd: root,
      output,
    });
    const report = ending.stdout + ending.stderr;
    if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0, report: `vitest ended with code ${ending.code} and left no results. ${report}` };
    const result = resultSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    const broken = result.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length;
    const failed = result.numFailedTests + broken;
    return {
      passed: result.numPassedTests,
      failed: failed === 0 && ending.code !== 0 ? 1 : failed,
      skipped: result.numPendingTests + result.numTodoTests,
      report: failed === 0 && ending.code !== 0 ? `vitest ended with code ${ending.code} though no test failed. ${report}` : report,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
