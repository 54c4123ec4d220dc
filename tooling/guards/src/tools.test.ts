import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@graphwright-internal/testing';
import { describe, expect, it } from 'vitest';
import { madeUpTree } from './made-up-tree.ts';
import { checkLint, checkTypes, checkUnused, type ToolCheck } from './tools.ts';

const repository = repositoryRoot();
const ours = (name: string) => readFileSync(join(repository, name), 'utf8');
const compilerOptions = { strict: true, composite: true, module: 'nodenext', target: 'es2023', types: [], rootDir: 'src', outDir: 'dist' };

async function run(check: ToolCheck, files: Record<string, string | object>) {
  return check(await madeUpTree(files), repository);
}

describe('checkTypes', () => {
  const tree = {
    'package.json': { type: 'module' },
    'tsconfig.json': { files: [], references: [{ path: 'packages/a' }] },
    'tsconfig.test.json': { compilerOptions: { ...compilerOptions, composite: false, noEmit: true, rootDir: '.' }, include: ['packages/*/test'] },
    'packages/a/tsconfig.json': { compilerOptions, include: ['src'] },
    'packages/a/src/index.ts': 'export const a: number = 1;\n',
    'packages/a/test/whole.ts': 'export const b: number = 1;\n',
  };

  it('passes what compiles', async () => {
    expect(await run(checkTypes, tree)).toMatchObject({ passed: 1, failed: 0 });
  });

  it.each(['packages/a/src/index.ts', 'packages/a/test/whole.ts'])('fails on an error in %s', async (path) => {
    const outcome = await run(checkTypes, { ...tree, [path]: 'export const a: number = "text";\n' });
    expect(outcome).toMatchObject({ passed: 0, failed: 1 });
    expect(outcome.report).toContain(path);
    expect(outcome.report).toContain('TS2322');
  });
});

describe('checkLint', () => {
  const tree = {
    'package.json': { type: 'module' },
    '.oxlintrc.json': ours('.oxlintrc.json'),
    'tsconfig.json': { compilerOptions, include: ['src'] },
    'src/wait.ts': 'export async function wait(): Promise<number> {\n  return 1;\n}\nexport interface B {\n  c: number;\n}\n',
  };
  const broken: Readonly<Record<string, string>> = {
    'no-floating-promises': "import { wait } from './wait.js';\nwait();\nexport const a = 1;\n",
    'no-misused-promises': "import { wait } from './wait.js';\nexport const a = wait() ? 1 : 2;\n",
    'await-thenable': 'export const a = await 1;\n',
    'no-explicit-any': 'export const a = (b: any) => Number(b);\n',
    'no-unsafe-assignment': "export const a = JSON.parse('1');\n",
    'no-unsafe-argument': "export const a = Math.abs(JSON.parse('1'));\n",
    'no-unsafe-call': "export const a: unknown = JSON.parse('1')();\n",
    'no-unsafe-member-access': "export const a: unknown = JSON.parse('1').b;\n",
    'no-unsafe-return': "export const a = (): number => JSON.parse('1');\n",
    'no-unsafe-type-assertion': 'export const a = (b: unknown) => b as string;\n',
    'no-non-null-assertion': 'export const a = (b?: string) => b!.length;\n',
    'consistent-type-imports': "import { B } from './wait.js';\nexport const a = (b: B) => b;\n",
    'switch-exhaustiveness-check': "export function a(b: 'c' | 'd'): number {\n  switch (b) {\n    case 'c':\n      return 1;\n  }\n  return 2;\n}\n",
    'only-throw-error': "export function a(): never {\n  throw 'text';\n}\n",
    'ban-ts-comment': '// @ts-ignore\nexport const a: number = 1;\n',
    'no-default-export': 'export default 1;\n',
    'no-unused-vars': 'const b = 1;\nexport const a = 2;\n',
    'no-console': "console.log('a');\nexport const a = 2;\n",
    'Unused oxlint-disable directive': '// oxlint-disable-next-line no-console\nexport const a = 2;\n',
  };

  it('passes what keeps the rules', async () => {
    expect(await run(checkLint, tree)).toMatchObject({ passed: 1, failed: 0 });
  });

  it('names each broken rule in the file that breaks it', async () => {
    const place = (rule: string) => `src/${rule.replaceAll(' ', '-')}.ts`;
    const files: Record<string, string | object> = { ...tree };
    for (const [rule, text] of Object.entries(broken)) files[place(rule)] = text;
    const outcome = await run(checkLint, files);
    expect(outcome).toMatchObject({ passed: 0, failed: 1 });
    const lines = outcome.report.split('\n');
    const unnoticed = Object.keys(broken).filter((rule) => !lines.some((line) => line.startsWith(`${place(rule)}:`) && line.includes(rule)));
    expect(unnoticed).toEqual([]);
  });
});

describe('checkUnused', () => {
  const tree = {
    'package.json': { name: 'root', private: true, type: 'module' },
    'pnpm-workspace.yaml': 'packages:\n  - packages/*\n',
    'packages/a/package.json': { name: 'a', type: 'module', exports: './src/index.ts' },
    'packages/a/tsconfig.json': { compilerOptions, include: ['src'] },
    'packages/a/src/index.ts': "import { b } from './b.ts';\nexport const a = b;\n",
    'packages/a/src/b.ts': 'export const b = 1;\n',
  };

  it('passes what is all used', async () => {
    expect(await run(checkUnused, tree)).toMatchObject({ passed: 1, failed: 0 });
  });

  it.each([
    ['a file', { 'packages/a/src/lonely.ts': 'export const c = 1;\n' }, 'lonely.ts'],
    ['an export', { 'packages/a/src/b.ts': 'export const b = 1;\nexport const lonely = 2;\n' }, 'lonely'],
    ['a dependency', { 'packages/a/package.json': { name: 'a', type: 'module', exports: './src/index.ts', dependencies: { lonely: '1.0.0' } } }, 'lonely'],
    ['an import that no manifest declares', { 'packages/a/src/b.ts': "import { lonely } from 'lonely';\nexport const b = lonely;\n" }, 'lonely'],
    ['a line of its configuration', { 'knip.json': { ignoreDependencies: ['lonely'] } }, 'lonely'],
  ])('fails on %s that nothing needs', async (_what, changes, name) => {
    const outcome = await run(checkUnused, { ...tree, ...changes });
    expect(outcome).toMatchObject({ passed: 0, failed: 1 });
    expect(outcome.report).toContain(name);
  });
});
