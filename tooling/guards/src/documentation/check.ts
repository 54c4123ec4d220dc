import { join } from 'node:path';
import { eachInPairs, printed, runProgram, type Ending } from '../commands.ts';
import { sortFindings, type Finding } from '../findings.ts';
import { listFiles, readText } from '../tree.ts';
import { readBlocks, type CodeBlock } from './blocks.ts';
import { makeStage, type Stage } from './stage.ts';

/**
 * Compiles and runs the code blocks of every Markdown file, and compares what they print with what the text shows.
 *
 * `ts` blocks are compiled strictly against the built packages, then run by Node; `sh` blocks run in a shell; both at the root of the
 * tree, and must end with code 0. The `text` or `json` block right after one of them is its standard output: compared line by
 * line without white space at the ends of lines and of the whole. docs/documentation.md tells writers the rules.
 *
 * @param compiler Absolute path of the compiler's program.
 */
export async function checkDocumentation(root: string, compiler: string): Promise<Finding[]> {
  const files = listFiles(root, '', (path) => path.endsWith('.md') && !path.endsWith('CHANGELOG.md'));
  const read = files.map((file) => readBlocks(file, readText(root, file)));
  const findings = read.flatMap((one) => one.findings);
  const blocks = read.flatMap((one) => one.blocks);
  const typescript = blocks.filter(({ language }) => language === 'ts');
  const stage = await makeStage(root, typescript);
  try {
    if (typescript.length > 0) findings.push(...(await compile(compiler, stage, typescript)));
    const broken = new Set(findings.map(({ file, line }) => `${file}:${line}`));
    const runnable = blocks.filter((block) => block.runs && ![...Array(block.code.split('\n').length + 1).keys()].some((offset) => broken.has(`${block.file}:${block.line + offset}`)));
    const results = await eachInPairs(runnable, async (block) => judge(block, await run(root, stage, block)));
    findings.push(...results.flat());
  } finally {
    await stage.remove();
  }
  return sortFindings(findings);
}

/** Compiles all blocks at once; each error becomes a finding at its line of the document. */
async function compile(compiler: string, stage: Stage, blocks: readonly CodeBlock[]): Promise<Finding[]> {
  const ending = await runProgram({ command: [process.execPath, compiler, '-p', join(stage.folder, 'tsconfig.json'), '--pretty', 'false'], cwd: stage.folder });
  if (ending.code === 0) return [];
  const fileOf = new Map(blocks.map((block) => [stage.sourceOf(block), block.file]));
  const findings: Finding[] = [];
  for (const line of ending.stdout.split('\n')) {
    const [, source = '', number = '', message = ''] = /^(.+?)\((\d+),\d+\): (.*)$/u.exec(line) ?? [];
    const file = fileOf.get(source);
    if (file !== undefined) findings.push({ file, line: Number(number), message: `does not compile: ${message}` });
  }
  return findings.length > 0 ? findings : [{ file: 'docs', message: `the code blocks cannot be compiled: ${printed(ending)}` }];
}

function run(root: string, stage: Stage, block: CodeBlock): Promise<Ending> {
  if (block.language === 'sh') return runProgram({ command: ['sh', '-e', '-c', block.code], cwd: root });
  return runProgram({ command: [process.execPath, stage.compiledOf(block)], cwd: root });
}

function judge(block: CodeBlock, ending: Ending): Finding[] {
  if (ending.code !== 0) {
    return [{ file: block.file, line: block.line, message: `ended with code ${ending.code} instead of 0 and printed:\n${indented(printed(ending))}` }];
  }
  if (block.output === undefined) return [];
  const shown = trimmedLines(block.output.text);
  const found = trimmedLines(ending.stdout);
  const differs = Array.from({ length: Math.max(shown.length, found.length) }, (_, index) => shown[index] !== found[index]).indexOf(true);
  if (differs === -1) return [];
  return [
    {
      file: block.file,
      line: block.output.line + 1 + differs,
      message: `shows another output than its block at line ${block.line} prints. Shown: ${JSON.stringify(shown[differs] ?? '(nothing)')}, printed: ${JSON.stringify(found[differs] ?? '(nothing)')}. All that it prints:\n${indented(found.join('\n'))}`,
    },
  ];
}

/** Lines without white space at their ends, and without empty lines at the end. */
function trimmedLines(text: string): string[] {
  return text.trimEnd().split('\n').map((line) => line.trimEnd());
}

function indented(text: string): string {
  return text.replaceAll(/^/gmu, '    ');
}
