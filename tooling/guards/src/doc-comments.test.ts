import { describe, expect, it } from 'vitest';
import { checkDocComments } from './doc-comments.ts';
import { formatFinding } from './findings.ts';
import { madeUpTree } from './made-up-tree.ts';

const manifest = { name: '@graphwright/a', exports: { '.': { source: './src/index.ts', default: './dist/index.js' } } };

async function findingsOf(files: Record<string, string>): Promise<string[]> {
  const sources = Object.fromEntries(Object.entries(files).map(([name, text]) => [`packages/a/src/${name}`, text]));
  return checkDocComments(await madeUpTree({ 'packages/a/package.json': manifest, ...sources })).map(formatFinding);
}

describe('checkDocComments', () => {
  it('passes exports that all say what they mean', async () => {
    expect(
      await findingsOf({
        'index.ts': "export { sum, type Total } from './sum.ts';\nexport { default as constant } from './constant.ts';\nexport { z } from 'zod';\n",
        'sum.ts': [
          "import { inner } from './inner.ts';",
          '/** Adds numbers. */',
          'export function sum(a: number): number;',
          'export function sum(a: string): string;',
          'export function sum(a: unknown): unknown { return a; }',
          '/**',
          ' * The result of adding.',
          ' *',
          ' * @example none',
          ' */',
          'export type Total = number;',
          'export const notReachable = inner;',
        ].join('\n'),
        'constant.ts': '/** Always the same value. */\nexport default 1;\n',
        'inner.ts': 'export const inner = 1;\n',
      }),
    ).toEqual([]);
  });

  it.each([
    ['no comment', 'export const a = 1;', 'a is exported without'],
    ['a comment that is no doc comment', '// Says something useful.\nexport const a = 1;', 'a is exported without'],
    ['a block that is no doc comment', '/* Says something useful. */\nexport const a = 1;', 'a is exported without'],
    ['a comment of something else', '/** Says something useful. */\nconst b = 1;\nexport const a = b;', 'a is exported without'],
    ['a doc comment of tags alone', '/** @internal not a sentence. */\nexport const a = 1;', 'a has a doc comment without a sentence'],
    ['a doc comment of one word', '/** Yes. */\nexport const a = 1;', 'a has a doc comment without a sentence'],
    ['a doc comment that does not end', '/** The value of a */\nexport const a = 1;', 'a has a doc comment without a sentence'],
    ['a bare interface', 'export interface a { b: number }', 'a is exported without'],
    ['a bare class', 'export class a {}', 'a is exported without'],
    ['a type with a documented namesake', '/** The value of a. */\nexport const a = 1;\nexport type a = number;', 'a is exported without'],
    ['a name exported from a list', 'const a = 1;\nexport { a };', 'a is exported without'],
  ])('finds %s', async (_what, text, message) => {
    const found = await findingsOf({ 'index.ts': "export { a } from './a.ts';", 'a.ts': text });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('packages/a/src/a.ts:');
    expect(found[0]).toContain(message);
  });

  it('follows names over several modules, changes of name, and imports that are exported', async () => {
    const found = await findingsOf({
      'index.ts': "export { shown } from './middle.ts';\nimport { other } from './deep.ts';\nexport { other };\n",
      'middle.ts': "export { hidden as shown } from './deep.ts';\n",
      'deep.ts': 'export const hidden = 1;\nexport const other = 2;\n',
    });
    expect(found).toEqual([
      'packages/a/src/deep.ts:1  hidden is exported without a doc comment: say in a sentence what it means.',
      'packages/a/src/deep.ts:2  other is exported without a doc comment: say in a sentence what it means.',
    ]);
  });

  it('finds lists without names and entries without a file', async () => {
    expect(await findingsOf({ 'index.ts': "export * from './a.ts';\n", 'a.ts': 'export const a = 1;\n' })).toEqual([
      'packages/a/src/index.ts:1  export * hides what the package offers: list the names.',
    ]);
    expect(await findingsOf({ 'other.ts': '' })).toEqual(['packages/a/package.json  exports ./src/index.ts, which does not exist.']);
  });

  it('asks nothing of private packages', async () => {
    const root = await madeUpTree({ 'tooling/a/package.json': { ...manifest, private: true }, 'tooling/a/src/index.ts': 'export const a = 1;\n' });
    expect(checkDocComments(root)).toEqual([]);
  });
});
