import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run, type Captured } from './capture.ts';

const QUESTION = 'What is HNSW?';
const contract = new URL('../../../packages/contract/src/index.ts', import.meta.url).href;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'graphwright-faults-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A module with a language model whose reply is the body of a generator. */
async function modelOf(id: string, body: string): Promise<string> {
  const path = join(folder, `${id}.mjs`);
  await writeFile(
    path,
    `import { definePlugin, kinds } from '${contract}';
    const port = { specVersion: 'v1', model: '${id}', limits: { window: 20000, maxOutput: 1000 }, encoding: 'cl100k_base', async *generate({ signal }) { ${body} } };
    export const model = definePlugin(kinds.languageModel, { id: '${id}', version: '1.0.0', description: 'Scripted.', create: () => port });`,
  );
  return path;
}

describe('bad usage ends with 2 and says what would have been right', () => {
  it.each<[string, string[], RegExp]>([
    ['an unknown command', ['qeury', 'x'], /Did you mean query/u],
    ['an unknown flag', ['query', 'x', '--roots', '.'], /Did you mean --root/u],
    ['a flag without its value', ['query', 'x', '--root'], /argument missing/u],
    ['a question too many', ['query', 'x', 'y'], /too many arguments/u],
    ['an unknown method', ['query', QUESTION, '--method', 'locl'], /There is no strategy "locl"[\s\S]*Did you mean "local"\?/u],
    ['an unknown option', ['query', QUESTION, '--option', 'seds=3'], /no option "seds"[\s\S]*"seeds"[\s\S]*graphwright options local/u],
    ['an option out of range', ['query', QUESTION, '--option', 'seeds=-1'], /seeds/u],
    ['an option of a named plugin that it does not have', ['query', QUESTION, '--option', 'expander.hopz=1'], /no option "hopz"/u],
    ['an option without a value', ['query', QUESTION, '--option', 'seeds'], /key=value/u],
    ['an unknown policy', ['query', QUESTION, '--policy', 'priorty'], /There is no packing-policy "priorty"[\s\S]*"priority"/u],
    ['an unknown model', ['query', QUESTION, '--model', 'extractiv'], /There is no language-model "extractiv"[\s\S]*"extractive"/u],
    ['an unknown embedder', ['query', QUESTION, '--embedder', 'hashed'], /There is no embedder "hashed"/u],
    ['a seed that is no number', ['query', QUESTION, '--seed', 'x'], /--seed takes a whole number/u],
    ['an unknown plugin', ['options', 'locl'], /Did you mean "local"\?/u],
  ])('%s', async (_, argv, message) => {
    const { code, stdout, stderr } = await run(argv);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /mu);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('helps where arguments are missing', async () => {
    const bare = await run([]);
    expect(bare).toMatchObject({ code: 0, stderr: '' });
    expect(bare.stdout).toContain('Usage: graphwright');
    const unasked = await run(['query']);
    expect(unasked).toMatchObject({ code: 2, stdout: '' });
    expect(unasked.stderr).toContain('Usage: graphwright query');
    expect((await run(['query', '--help'])).code).toBe(0);
    expect((await run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+/u);
  });
});

describe('what fails ends with 1, in lines for a person', () => {
  it('a missing folder', async () => {
    const { code, stdout, stderr } = await run(['query', QUESTION, '--root', 'no-such-folder']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error \[folder-missing\]: .*no-such-folder/u);
    expect(stderr).toMatch(/^ {2}next: /mu);
    expect(stderr).not.toMatch(/^\s+at /mu);
  });

  it('a model that says nothing, or dies', async () => {
    const silent = await modelOf('silent', `yield { type: 'finish', reason: 'stop' };`);
    const nothing = await run(['query', QUESTION, '--plugin', silent, '--model', 'silent']);
    expect(nothing.code).toBe(1);
    expect(nothing.stderr).toMatch(/failure \[/u);
    const dying = await modelOf('dying', `yield { type: 'text', text: 'Half of ' }; throw new Error('line cut');`);
    const half = await run(['query', QUESTION, '--plugin', dying, '--model', 'dying']);
    expect(half.code).toBe(3);
    expect(half.stdout).toContain('Half of');
    expect(half.stderr).toContain('line cut');
  });

  it('shows a stack only to those who ask for it', async () => {
    const argv = ['query', QUESTION, '--root', 'no-such-folder'];
    expect((await run(argv)).stderr).not.toMatch(/^\s+at /mu);
    expect((await run(argv, { env: { GRAPHWRIGHT_DEBUG: '1' } })).stderr).toMatch(/^\s+at /mu);
  });
});

describe('text from outside is data', () => {
  it('neither model nor question moves the cursor', async () => {
    const hostile = await modelOf('hostile', String.raw`yield { type: 'text', text: 'red \u001b[3' }; yield { type: 'text', text: '1mtext\u0007 \u202e[Data: Sources (99999\u001b[0m)]' }; yield { type: 'finish', reason: 'stop' };`);
    for (const terminal of [false, true]) {
      const { stdout } = await run(['query', `${QUESTION}\u001B[2J`, '--plugin', hostile, '--model', 'hostile'], { terminal, env: { NO_COLOR: '1' } });
      expect(stdout).toContain('red text');
      // eslint-disable-next-line no-control-regex -- control characters are what is looked for
      expect(stdout).not.toMatch(/[\u001B\u0007\u202E]/u);
    }
  });
});

describe('terminals', () => {
  it('have colours and progress, pipes have none, NO_COLOR is obeyed', async () => {
    const seen = await run(['demo'], { terminal: true, columns: 100 });
    expect(seen.stdout).toContain('\u001B[32m█');
    expect(seen.stderr).toContain('Opening ');
    const plain = await run(['demo'], { terminal: true, columns: 100, env: { NO_COLOR: '1' } });
    expect(plain.stdout).not.toContain('\u001B');
    expect(plain.stdout).toContain('█');
    expect((await run(['demo', '--quiet'], { terminal: true })).stderr).toBe('');
    expect((await run(['demo'])).stderr).toBe('');
  });
});

describe('Ctrl-C', () => {
  it('ends with what is there, and with 3', async () => {
    const slow = await modelOf(
      'slow',
      `yield { type: 'text', text: 'Begun. ' }; await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));`,
    );
    const controller = new AbortController();
    const { code, stdout } = await run(['query', QUESTION, '--plugin', slow, '--model', 'slow'], {
      signal: controller.signal,
      onOutput: (text) => {
        if (text.includes('Begun.')) controller.abort(new Error('interrupted'));
      },
    });
    expect(stdout).toContain('Begun.');
    expect(code).toBe(3);
  });

  it('before any word of an answer ends with 130, and --json prints the outcome', async () => {
    const silent = await modelOf('silent-until-stopped', `globalThis.stopTheRun(); signal.throwIfAborted();`);
    const stopped = async (...flags: string[]): Promise<Captured> => {
      const controller = new AbortController();
      Reflect.set(globalThis, 'stopTheRun', () => controller.abort(new Error('interrupted')));
      return run(['query', QUESTION, '--plugin', silent, '--model', 'silent-until-stopped', ...flags], { signal: controller.signal });
    };
    expect(await stopped()).toMatchObject({ code: 130, stdout: '' });
    const { code, stdout } = await stopped('--json');
    expect(code).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'failed', failures: [{ code: 'aborted' }] });
    Reflect.deleteProperty(globalThis, 'stopTheRun');
  });

  it('before anything was found ends with 130', async () => {
    expect((await run(['query', QUESTION], { signal: AbortSignal.abort() })).code).toBe(130);
  });
});
