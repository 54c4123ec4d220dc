import { join } from 'node:path';
import { repositoryRoot } from '@graphwright-internal/testing';
import { describe, expect, it } from 'vitest';
import { formatFinding } from './findings.ts';
import { madeUpTree } from './made-up-tree.ts';
import { checkProjects } from './projects.ts';

const compiler = join(repositoryRoot(), 'node_modules', 'typescript', 'bin', 'tsc');
const project = (...references: string[]) => ({
  compilerOptions: { composite: true, rootDir: 'src', outDir: 'dist', types: [] },
  include: ['src'],
  references: references.map((path) => ({ path })),
});

const goodTree = {
  'tsconfig.json': { files: [], references: [{ path: 'packages/a' }, { path: 'packages/b' }] },
  'tsconfig.test.json': { compilerOptions: { noEmit: true, types: [] }, include: ['packages/*/test/**/*.ts'] },
  'packages/a/package.json': { name: 'a' },
  'packages/a/tsconfig.json': project(),
  'packages/a/src/index.ts': 'export const a = 1;\n',
  'packages/a/src/index.test.ts': "export { a } from './index.js';\n",
  'packages/a/test/tsconfig.json': {},
  'packages/a/test/whole.test.ts': 'export {};\n',
  'packages/b/package.json': { name: 'b', devDependencies: { a: 'workspace:^' } },
  'packages/b/tsconfig.json': project('../a'),
  'packages/b/src/index.ts': 'export const b = 1;\n',
};

const findingsAfter = async (changes: Record<string, string | object>) => (await checkProjects(await madeUpTree({ ...goodTree, ...changes }), compiler)).map(formatFinding);

describe('checkProjects', () => {
  it('passes a tree in which the compiler sees everything', async () => {
    expect(await findingsAfter({})).toEqual([]);
  });

  it('finds a file that no project holds', async () => {
    expect(await findingsAfter({ 'packages/a/scripts/make.ts': 'export const broken: number = "text";\n' })).toEqual([
      'packages/a/scripts/make.ts  is type-checked by no project: move it below src or test, or include its folder in tsconfig.test.json.',
    ]);
  });

  it('finds a folder of tests without a configuration', async () => {
    expect(await findingsAfter({ 'packages/b/test/whole.test.ts': 'export {};\n' })).toEqual([
      'packages/b/test/tsconfig.json  is missing: editors and the linter find the types of tests by it (extend tooling/tsconfig/test.json).',
    ]);
  });

  it('finds a project that the root does not list', async () => {
    const found = await findingsAfter({ 'packages/c/package.json': { name: 'c' }, 'packages/c/tsconfig.json': project(), 'packages/c/src/index.ts': 'export {};\n' });
    expect(found).toContain('tsconfig.json  does not reference packages/c.');
    expect(found.join('\n')).toContain('packages/c/src/index.ts  is type-checked by no project');
  });

  it('finds references that differ from the manifest', async () => {
    expect(await findingsAfter({ 'packages/b/tsconfig.json': project() })).toEqual(['packages/b/tsconfig.json  does not reference packages/a, which its manifest names.']);
    expect(await findingsAfter({ 'packages/b/package.json': { name: 'b' } })).toEqual(['packages/b/tsconfig.json  references packages/a, which its manifest does not name.']);
  });
});
