import { join, relative, sep } from 'node:path';
import { z } from 'zod';
import { printed, runProgram } from './commands.ts';
import { sortFindings, type Finding } from './findings.ts';
import { listFiles } from './tree.ts';

const listSchema = z.array(z.object({ file: z.string() }));

/**
 * Demands that every `*.test.ts` on disk is collected by the run of `vitest.config.ts`: a test outside its patterns would pass for ever.
 *
 * @param runner Absolute path of vitest's program; it is asked which files it would run.
 */
export async function checkCollectedTests(root: string, runner: string): Promise<Finding[]> {
  const ending = await runProgram({ command: [process.execPath, runner, 'list', '--filesOnly', '--json', '--root', root], cwd: root });
  if (ending.code !== 0) return [{ file: 'vitest.config.ts', message: `vitest cannot list its files: ${printed(ending)}` }];
  const collected = new Set(listSchema.parse(JSON.parse(ending.stdout)).map(({ file }) => relative(root, join(file)).split(sep).join('/')));
  return sortFindings(
    listFiles(root, '', (path) => /\.test\.[cm]?[jt]sx?$/u.test(path))
      .filter((file) => !collected.has(file))
      .map((file) => ({ file, message: 'is a test that no run collects: vitest.config.ts has no pattern for it.' })),
  );
}
