import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { repositoryRoot } from '@graphwright-internal/testing';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';

const root = repositoryRoot();
const program = join(root, 'apps', 'cli', 'bin', 'graphwright.mjs');
const contractBundle = join(root, 'packages', 'contract', 'dist', 'bundle.js');

/** The packages have to be built for Node to run them; a clone that never was is built here. */
beforeAll(async () => {
  if ([join(root, 'apps', 'cli', 'dist', 'main.js'), contractBundle].every(existsSync)) return;
  for (const command of [[join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-b', 'apps/cli'], [join(root, 'tooling', 'setup', 'bundle.mjs')]]) {
    await promisify(execFile)(process.execPath, command, { cwd: root });
  }
}, 300_000);

function start(argv: readonly string[], command: readonly string[] = [process.execPath, program]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const [executable = '', ...before] = command;
  const child = spawn(executable, [...before, ...argv], { cwd: join(root, 'apps', 'cli', 'sample'), stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/**
 * A module with two plugins that, when they are stopped, say so on standard error: a model that has begun an answer, and a strategy that
 * does not heed it, so that the engine waits for it for a while.
 */
async function stubbornPlugins(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'graphwright-process-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'stubborn.mjs');
  const contract = pathToFileURL(contractBundle).href;
  await writeFile(
    path,
    `import { definePlugin, kinds } from '${contract}';
    const told = (signal) => signal.addEventListener('abort', () => process.stderr.write('stopped\\n'));
    const never = () => new Promise((resolve) => setTimeout(resolve, 60000));
    const model = { specVersion: 'v1', model: 'stubborn', limits: { window: 20000, maxOutput: 1000 }, encoding: 'cl100k_base', async *generate({ signal }) {
      told(signal);
      yield { type: 'text', text: 'Begun.' };
      await never();
    } };
    const run = async (request, { signal }) => {
      told(signal);
      process.stdout.write('Begun.');
      await never();
      return { windows: [] };
    };
    const strategy = { specVersion: 'v1', estimate: run, retrieve: run, run };
    export const stubbornModel = definePlugin(kinds.languageModel, { id: 'stubborn', version: '1.0.0', description: 'Never ends.', create: () => model });
    export const stubbornStrategy = definePlugin(kinds.strategy, { id: 'stubborn', version: '1.0.0', description: 'Never ends.', create: () => strategy });`,
  );
  return path;
}

describe('the built program', () => {
  it('answers from the sample and ends by itself', async () => {
    const { code, stdout, stderr } = await start(['demo', 'What is HNSW?']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('[Data: ');
  });

  it('is not needed: the program of the main README runs in the root of a clone', async () => {
    const readme = await readFile(join(root, 'README.md'), 'utf8');
    const [, code = ''] = /```ts\n([\s\S]*?)```/u.exec(readme) ?? [];
    // Of such code names are looked up as from a file in the working folder.
    const running = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], { cwd: root });
    expect((await running).stdout).toMatch(/^answered /u);
  });

  it('gives the exit code of bad usage', async () => {
    const { code, stdout, stderr } = await start(['query', 'x', '--method', 'locl']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('"local"');
  });

  it.skipIf(process.platform === 'win32').each([
    ['once: ends with what there is', 1, 3, '--model'],
    ['twice: leaves at once', 2, 130, '--method'],
  ])('Ctrl-C %s', async (_, times, wanted, stubborn) => {
    const plugins = await stubbornPlugins();
    const child = spawn(process.execPath, [program, 'query', 'What is HNSW?', '--plugin', plugins, stubborn, 'stubborn'], { cwd: join(root, 'apps', 'cli', 'sample'), stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (!stdout.includes('Begun.') && (stdout + text).includes('Begun.')) child.kill('SIGINT');
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (times === 2 && text.includes('stopped')) child.kill('SIGINT');
    });
    const code = await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    expect(code).toBe(wanted);
    expect(stdout).toContain('Begun.');
  });

  it('ends a run whose plugin never answers, with an outcome and not in silence', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'graphwright-process-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, 'silent.mjs');
    const contract = pathToFileURL(contractBundle).href;
    await writeFile(
      path,
      `import { definePlugin, kinds } from '${contract}';
      const port = { specVersion: 'v1', pack: () => new Promise(() => {}) };
      export const silent = definePlugin(kinds.packingPolicy, { id: 'silent', version: '1.0.0', description: 'Never answers.', create: () => port });`,
    );
    const { code, stdout, stderr } = await start(['query', 'What is HNSW?', '--plugin', path, '--policy', 'silent', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'failed' });
    expect(stderr).toContain('some plugin never answers');
  });

  it.skipIf(process.platform === 'win32')('is quiet when its reader has seen enough', async () => {
    const { stdout, stderr } = await start([], ['sh', '-c', `"${process.execPath}" "${program}" context "What is HNSW?" --json | head -c 20`]);
    expect(stdout).toHaveLength(20);
    expect(stderr).toBe('');
  });
});
