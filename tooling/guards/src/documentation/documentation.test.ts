import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@graphwright-internal/testing';
import { describe, expect, it } from 'vitest';
import { formatFinding } from '../findings.ts';
import { madeUpTree } from '../made-up-tree.ts';
import { readBlocks } from './blocks.ts';
import { checkDocumentation } from './check.ts';

const compiler = join(repositoryRoot(), 'node_modules', 'typescript', 'bin', 'tsc');
const tree = {
  'tooling/tsconfig/base.json': { compilerOptions: { strict: true, target: 'es2023', lib: ['es2023', 'dom'], module: 'nodenext', types: [], rewriteRelativeImportExtensions: true } },
  'packages/a/package.json': { name: '@graphwright/a', type: 'module', exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } } },
  'packages/a/dist/index.js': 'export const a = 41;\n',
  'packages/a/dist/index.d.ts': 'export declare const a: number;\n',
};
const fence = (info: string, ...lines: string[]) => ['```' + info, ...lines, '```', ''].join('\n');

async function findingsOf(markdown: string): Promise<string[]> {
  const root = await madeUpTree({ ...tree, 'README.md': markdown });
  const findings = await checkDocumentation(root, compiler);
  expect(existsSync(join(root, '.setup')) ? readdirSync(join(root, '.setup')) : []).toEqual([]);
  return findings.map(formatFinding);
}

describe('readBlocks', () => {
  it('pairs a block with the output right after it', () => {
    const markdown = ['# Title', '', fence('ts', 'one();'), fence('text', '1'), 'Words between.', '', fence('sh', 'two'), 'Words.', '', fence('json', '{}')].join('\n');
    expect(readBlocks('a.md', markdown)).toEqual({
      findings: [],
      blocks: [
        { file: 'a.md', line: 3, language: 'ts', code: 'one();', runs: true, output: { line: 7, text: '1' } },
        { file: 'a.md', line: 13, language: 'sh', code: 'two', runs: true },
      ],
    });
  });

  it('lets a block out of running for a stated reason', () => {
    expect(readBlocks('a.md', fence('ts no-run: asks a model that costs money', 'x'))).toMatchObject({ findings: [], blocks: [{ runs: false }] });
    expect(readBlocks('a.md', fence('sh no-run', 'x')).findings.map(formatFinding)).toEqual(['a.md:1  "sh no-run" is not understood: write "sh", or "sh no-run: <reason>".']);
  });

  it.each(['npm install @graphwright/a', 'pnpm add zod', 'git clone somewhere\ncd somewhere\nnpm start', 'npm test', 'npm test -- docs', '.ci/run'])(
    'never runs %s',
    (command) => {
      expect(readBlocks('a.md', fence('sh', command) + fence('text', 'x'))).toEqual({ findings: [], blocks: [{ file: 'a.md', line: 1, language: 'sh', code: command, runs: false }] });
    },
  );

  it('finds languages that would slip past', () => {
    expect(readBlocks('a.md', fence('bash', 'x') + fence('js', 'x') + fence('yaml', 'x')).findings).toHaveLength(2);
  });

  it('reads fences inside lists and fences that hold fences', () => {
    const markdown = ['- item', '  ```sh', '  echo 1', '    echo 2', '  ```', '', '````md', '```ts', 'not code', '```', '````'].join('\n');
    expect(readBlocks('a.md', markdown).blocks.map(({ code }) => code)).toEqual(['echo 1\n  echo 2']);
  });
});

describe('checkDocumentation', () => {
  it('passes blocks that compile, run and print what is shown', async () => {
    expect(
      await findingsOf(
        [
          fence('ts', "import { a } from '@graphwright/a';", 'const b: number = a + 1;', 'console.log(`a  ${b} `);', 'console.error("aside");'),
          fence('text', 'a  42'),
          fence('sh', 'ls packages', 'test -f README.md'),
          fence('text', 'a'),
          fence('ts no-run: would never end', "import { a } from '@graphwright/a';", 'while (a > 0);'),
          fence('yaml', 'any: thing'),
        ].join('\n'),
      ),
    ).toEqual([]);
  });

  it.each([
    ['code that does not compile, at its line', fence('ts', '', 'const a: number = "text";'), "README.md:3  does not compile: error TS2322: Type 'string' is not assignable to type 'number'."],
    ['code that is not run and does not compile', fence('ts no-run: costs money', 'const a: number = "text";'), 'README.md:2  does not compile: error TS2322'],
    ['a package that does not exist', fence('ts', "import '@graphwright/absent';"), "README.md:2  does not compile: error TS2882: Cannot find module"],
    ['a program that throws', fence('ts', "throw new Error('out of order');"), 'README.md:1  ended with code 1 instead of 0 and printed:'],
    ['a command that fails in the middle', fence('sh', 'false', 'true'), 'README.md:1  ended with code 1 instead of 0'],
    ['another output', fence('sh', 'echo 1; echo 2') + fence('text', '1', '3'), 'README.md:6  shows another output than its block at line 1 prints. Shown: "3", printed: "2".'],
    ['more output than is shown', fence('sh', 'echo 1; echo 2') + fence('text', '1'), 'Shown: "(nothing)", printed: "2".'],
    ['less output than is shown', fence('sh', 'echo 1') + fence('text', '1', '2'), 'Shown: "2", printed: "(nothing)".'],
    ['another spacing inside a line', fence('sh', "echo 'a  b'") + fence('text', 'a b'), 'Shown: "a b", printed: "a  b".'],
    ['JSON of another form', fence('sh', "echo '{\"a\":1}'") + fence('json', '{ "a": 1 }'), 'shows another output'],
  ])('finds %s', async (_what, markdown, message) => {
    const found = await findingsOf(markdown);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(message);
  });

  it('looks into every Markdown file but change logs', async () => {
    const bad = fence('sh', 'false');
    const root = await madeUpTree({ ...tree, 'docs/deep/a.md': bad, 'packages/a/README.md': bad, 'packages/a/CHANGELOG.md': bad, 'node_modules/b/README.md': bad });
    expect((await checkDocumentation(root, compiler)).map(({ file }) => file)).toEqual(['docs/deep/a.md', 'packages/a/README.md']);
  });
});
