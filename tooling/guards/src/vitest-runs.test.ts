import { join } from 'node:path';
import { repositoryRoot } from '@graphwright-internal/testing';
import { describe, expect, it } from 'vitest';
import { checkCollectedTests } from './collected-tests.ts';
import { formatFinding } from './findings.ts';
import { madeUpTree } from './made-up-tree.ts';
import { runTests } from './tests.ts';

const vitest = join(repositoryRoot(), 'node_modules', 'vitest');
const runner = join(vitest, 'vitest.mjs');
const config = "export default { test: { include: ['packages/**/*.test.ts'] } };\n";
// The made-up trees have no node_modules: what they import is named by its place.
const header = `import { expect, it } from ${JSON.stringify(join(vitest, 'dist', 'index.js'))};\n`;

describe('checkCollectedTests', () => {
  it('passes when the configuration has a pattern for every test', async () => {
    const root = await madeUpTree({ 'vitest.config.mjs': config, 'packages/a/src/x.test.ts': '', 'packages/a/test/deep/y.test.ts': '', 'apps/a/z.ts': '' });
    expect(await checkCollectedTests(root, runner)).toEqual([]);
  });

  it('finds a test that no run collects', async () => {
    const root = await madeUpTree({ 'vitest.config.mjs': config, 'packages/a/src/x.test.ts': '', 'apps/a/z.test.ts': '' });
    expect((await checkCollectedTests(root, runner)).map(formatFinding)).toEqual([
      'apps/a/z.test.ts  is a test that no run collects: vitest.config.ts has no pattern for it.',
    ]);
  });
});

describe('runTests', () => {
  const run = async (files: Record<string, string>) => runTests(await madeUpTree({ 'vitest.config.mjs': config, ...files }), runner, 'collect');

  it('counts tests one by one', async () => {
    const outcome = await run({
      'packages/a/good.test.ts': `${header}it('a', () => expect(1).toBe(1));\nit('b', () => expect(1).toBe(1));\nit.skipIf(true)('c', () => expect(1).toBe(2));\n`,
      'packages/a/bad.test.ts': `${header}it('d', () => expect(1).toBe(2));\n`,
    });
    expect(outcome).toMatchObject({ passed: 2, failed: 1, skipped: 1 });
    expect(outcome.report).toContain('bad.test.ts');
  });

  it('counts a file that cannot be loaded as a failure', async () => {
    const outcome = await run({ 'packages/a/good.test.ts': `${header}it('a', () => expect(1).toBe(1));\n`, 'packages/a/broken.test.ts': "import './absent.ts';\n" });
    expect(outcome).toMatchObject({ passed: 1, failed: 1 });
  });

  it('counts an error that no test caught as a failure', async () => {
    const outcome = await run({ 'packages/a/loose.test.ts': `${header}it('a', () => { void Promise.reject(new Error('loose')); expect(1).toBe(1); });\n` });
    expect(outcome).toMatchObject({ passed: 1, failed: 1 });
    expect(outcome.report).toContain('vitest ended with code 1 though no test failed.');
  });

  it('fails when there is nothing to run', async () => {
    expect(await run({})).toMatchObject({ passed: 0, failed: 1 });
  });
});
