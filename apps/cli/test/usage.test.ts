import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run, SAMPLE } from './capture.ts';

const QUESTION = 'What is HNSW?';
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'graphwright-usage-'));
  await writeFile(join(folder, 'object.json'), '{"a":1}');
  await writeFile(join(folder, 'list.json'), '[]');
  await writeFile(join(folder, 'texts.json'), '["a"]');
  await writeFile(join(folder, 'cut.json'), '[1,');
  await writeFile(join(folder, 'nothing.mjs'), 'export const value = 1;');
  await writeFile(join(folder, 'throws.mjs'), 'throw new Error("on purpose");');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('arguments that name nothing usable are bad usage', () => {
  it.each<[string, string[]]>([
    ['a module that is not there', ['--plugin', './missing.mjs']],
    ['a package that is not there', ['--plugin', 'no-such-package']],
    ['a module without plugins', ['--plugin', './nothing.mjs']],
    ['a module that throws', ['--plugin', './throws.mjs']],
    ['a vector that is not there', ['--vector', 'missing.json']],
    ['a vector that is an object', ['--vector', 'object.json']],
    ['a vector without numbers', ['--vector', 'list.json']],
    ['a vector of texts', ['--vector', 'texts.json']],
    ['a vector that is cut', ['--vector', 'cut.json']],
    ['a history that is not there', ['--history', 'missing.json']],
    ['a history that is an object', ['--history', 'object.json']],
    ['a history of texts', ['--history', 'texts.json']],
    ['a history that is cut', ['--history', 'cut.json']],
    ['an option from a file that is not there', ['--option', 'entrance.aliases=@missing.json']],
  ])('%s', async (_, flags) => {
    const { code, stdout, stderr } = await run(['query', QUESTION, '--root', SAMPLE, ...flags], { folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error \[(?:usage|history)-invalid\]/u);
  });
});

describe('the documented example of an option with a dot', () => {
  it('in help and README is one that works', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
    const help = (await run(['query', '--help'], { columns: 400 })).stdout;
    const examples = [readme, help].map((text) => /dots lead into parts: `?([a-z.]+=\d+)/iu.exec(text)?.[1] ?? 'missing');
    for (const example of examples) {
      const { code, stdout } = await run(['context', QUESTION, '--option', example, '--json'], { folder: SAMPLE });
      const [key = '', value = ''] = example.split('=');
      expect({ example, code }).toEqual({ example, code: 0 });
      expect(stdout).toContain(`"${key.split('.').at(-1) ?? ''}": ${value}`);
    }
  });

  it('of a plugin without options says that it has none', async () => {
    const { code, stderr } = await run(['query', QUESTION, '--option', 'policy.floor=2'], { folder: SAMPLE });
    expect(code).toBe(2);
    expect(stderr).toContain('next: priority@1.0.0 has no options.\n');
  });
});

describe('flags that contradict each other are bad usage', () => {
  it.each<[string, string[], RegExp]>([
    ['a name in --include and --exclude', ['--include', 'HNSW', '--exclude', 'hnsw'], /"HNSW" is both/u],
    ['--policy beside --option policy', ['--policy', 'priority', '--option', 'policy=fixed-shares'], /given already[\s\S]*--policy/u],
    ['an option given twice', ['--option', 'seeds=1', '--option', 'seeds=2'], /"seeds=2" gives an option that is given already/u],
  ])('%s', async (_, flags, message) => {
    const { code, stdout, stderr } = await run(['query', QUESTION, ...flags], { folder: SAMPLE });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

describe('what was not found is told', () => {
  it('an empty question that nothing can be said to is no answer', async () => {
    const { code, stdout } = await run(['query', '', '--json'], { folder: SAMPLE });
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'partial', text: 'No sentence of the context bears on the question.', failures: [{ code: 'refused' }] });
  });

  it('a name that no entity has stands in the warning', async () => {
    const { stderr } = await run(['query', QUESTION, '--include', 'Nobody At All'], { folder: SAMPLE });
    expect(stderr).toMatch(/\[entity-unknown\]: .*Nobody At All/u);
  });
});

describe('a question with escape sequences', () => {
  it('is asked without them, whole', async () => {
    const asked = async (question: string): Promise<string> => (await run(['query', question, '--json', '--stable'], { folder: SAMPLE })).stdout;
    expect(await asked('What is \u001B[31mHNSW\u001B[0m?')).toBe(await asked(QUESTION));
  });
});

describe('a ledger that cannot be written', () => {
  it.each([['query', 'no/such/file'], ['context', 'no/such/file'], ['query', '.'], ['query', 'list.json/x']])('is found out before anything is asked: %s --ledger %s', async (command, ledger) => {
    const outputs: string[] = [];
    const { code, stderr } = await run([command, QUESTION, '--root', SAMPLE, '--ledger', ledger], { folder, onOutput: (text) => outputs.push(text) });
    expect({ code, outputs }).toEqual({ code: 2, outputs: [] });
    expect(stderr).toContain(`where: file ${ledger}\n`);
    expect(stderr).not.toContain(folder);
  });
});
