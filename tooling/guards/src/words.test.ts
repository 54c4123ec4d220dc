import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { madeUpTree } from './made-up-tree.ts';
import { checkWords } from './words.ts';

// Joined, because this file is looked at by the guard too.
const machinePath = ['', 'home', 'somebody', 'graphwright'].join('/');
const registry = ['registry', 'npmjs', 'org'].join('.');
const switchedOff = (how: string) => ['it', how].join('.');

describe('checkWords', () => {
  it.each([
    ['a path of a machine', 'docs/a.md', `See ${machinePath}/notes.`],
    ['a registry in the lockfile', 'pnpm-lock.yaml', `${['tarball', ' https'].join(':')}://${registry}/a.tgz`],
    ['a test that runs alone', 'a.test.ts', `${switchedOff('only')}('x', () => {});`],
    ['a test that is left out', 'test/a.ts', `${switchedOff('skip')}('x', () => {});`],
    ['a test that is only promised', 'a.test.ts', `${switchedOff('todo')}('x');`],
    ['a suite that is left out', 'a.test.ts', `${['describe', 'skip'].join('.')}('x', () => {});`],
    ['a table of tests that runs alone', 'a.test.ts', `${switchedOff('concurrent.only')}('x', () => {});`],
  ])('finds %s', async (_what, path, text) => {
    const root = await madeUpTree({ [path]: `first line\n${text}\n` });
    const findings = checkWords(root);
    expect(findings.length).toBeGreaterThan(0);
    expect(findings[0]).toMatchObject({ file: path, line: 2 });
  });

  it('leaves alone what is right', async () => {
    const root = await madeUpTree({
      'a.test.ts': "it.skipIf(absent)('x', () => {});\nit.each([1])('y', () => {});\n",
      'src/a.ts': `options.skip; rows.only; ${switchedOff('skip')};\n`,
      'README.md': 'See `../shared`, https://example.org/home/page and ./work/later.\n',
      'binary.bin': `\0${machinePath}`,
    });
    expect(checkWords(root)).toEqual([]);
  });

  it('looks at what git tracks or would track, not at what it ignores', async () => {
    const root = await madeUpTree({ '.gitignore': 'ignored/\n', 'ignored/a.md': machinePath, '.ci/run': machinePath, 'new.md': machinePath });
    execFileSync('git', ['init', '-q'], { cwd: root });
    expect(checkWords(root).map(({ file }) => file)).toEqual(['.ci/run', 'new.md']);
  });
});
