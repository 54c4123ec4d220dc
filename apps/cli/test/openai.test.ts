import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chatStream, embeddingsReply, scriptedServer, type ScriptedHttpReply, type ScriptedServer } from '@graphwright/conformance';
import { answerSchema } from '@graphwright/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { run, SAMPLE, type Captured } from './capture.ts';

const QUESTION = 'What is HNSW?';
const KEY = 'sk-test-0123456789-secret';
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'graphwright-openai-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function serving(...script: ScriptedHttpReply[]): Promise<ScriptedServer> {
  const server = await scriptedServer(script);
  onTestFinished(() => server.close());
  return server;
}

function query({ url }: ScriptedServer, argv: readonly string[], env: Readonly<Record<string, string>> = { OPENAI_API_KEY: KEY }, workingFolder = SAMPLE): Promise<Captured> {
  return run(['query', QUESTION, '--root', SAMPLE, ...argv], { env: { OPENAI_BASE_URL: `${url}/v1`, ...env }, folder: workingFolder });
}

const keysOf = ({ requests }: ScriptedServer): (string | undefined)[] => requests.map(({ headers }) => headers.authorization);

/** A folder with a file `.env`. */
async function folderWith(name: string, text: string): Promise<string> {
  const made = join(folder, name);
  await mkdir(made, { recursive: true });
  await writeFile(join(made, '.env'), text);
  return made;
}

describe('--model openai:NAME', () => {
  it('asks that model, and prints one Answer', async () => {
    const server = await serving(chatStream(['HNSW is ', 'a graph.'], { usage: [50, 5] }));
    const { code, stdout, stderr } = await query(server, ['--model', 'openai:test', '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const answer = answerSchema.parse(JSON.parse(stdout));
    expect(answer).toMatchObject({ status: 'answered', text: 'HNSW is a graph.' });
    expect(answer.cost.entries).toContainEqual(expect.objectContaining({ model: 'test', inputTokens: 50, outputTokens: 5, estimated: false }));
    expect(answer.provenance.plugins.find(({ id }) => id === 'openai')).toMatchObject({ kind: 'language-model', options: { model: 'test', apiKeyVariable: 'OPENAI_API_KEY' } });
    expect(server.requests[0]?.body['model']).toBe('test');
    expect(keysOf(server)).toEqual([`Bearer ${KEY}`]);
  });

  it('takes a range, a name with colons, and options as JSON', async () => {
    const server = await serving(chatStream(['x']));
    for (const model of ['openai@^1:llama3.2:3b', '{"use":"openai","model":"llama3.2:3b","window":16000}']) {
      expect((await query(server, ['--model', model])).code).toBe(0);
    }
    expect(server.requests.map(({ body }) => body['model'])).toEqual(['llama3.2:3b', 'llama3.2:3b']);
  });

  it('streams to people', async () => {
    const server = await serving(chatStream(['HNSW is ', 'a graph.']));
    const pieces: string[] = [];
    await run(['query', QUESTION, '--model', 'openai:gpt-4o'], { env: { OPENAI_BASE_URL: `${server.url}/v1` }, onOutput: (text) => pieces.push(text) });
    expect(pieces.slice(0, 2)).toEqual(['HNSW is ', 'a graph.']);
  });

  it('asks an embedder, too, and says when it is not the model of the index', async () => {
    const embedding = Array.from({ length: 256 }, (_, place) => (place === 3 ? 1 : 0));
    const server = await serving(embeddingsReply(Array.from({ length: 5 }, (_, index) => ({ index, embedding }))));
    const { code, stdout } = await query(server, ['--embedder', 'openai:test-embedding', '--json']);
    const answer = answerSchema.parse(JSON.parse(stdout));
    expect(answer.provenance.models.map(({ model }) => model)).toContain('test-embedding');
    expect([code, answer.failures.map((failure) => failure.code)]).toEqual([1, ['embedding-model-differs']]);
    expect(answer.failures[0]?.message).toContain('test-embedding');
  });

  it.each([
    ['openai', /"model" of openai@/u],
    ['openai:', /"model" of openai@/u],
    ['extractive:x', /no option "model"/u],
    ['opnai:x', /There is no language-model "opnai".*\n.*\n?.*"openai"/u],
  ])('of %s is bad usage', async (model, message) => {
    const { code, stderr } = await run(['query', QUESTION, '--model', model]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});

describe('the key', () => {
  it('comes from .env in the working folder or at the index, never over the environment', async () => {
    const server = await serving(chatStream(['x']));
    const here = await folderWith('here', 'OPENAI_API_KEY="of the folder" # mine\n');
    const root = await folderWith('root', 'OPENAI_API_KEY=of-the-index\nOPENAI_BASE_URL=http://127.0.0.1:9/v1\n');
    await cp(SAMPLE, root, { recursive: true });
    const atIndex = ['--model', 'openai:test', '--root', root];
    await query(server, atIndex, {}, here);
    await query(server, atIndex, {}, folder);
    await query(server, atIndex, { OPENAI_API_KEY: KEY }, here);
    expect(keysOf(server)).toEqual(['Bearer of the folder', 'Bearer of-the-index', `Bearer ${KEY}`]);
  });

  it('goes to no address that an index names', async () => {
    const server = await serving(chatStream(['x']));
    const root = await folderWith('stranger', `OPENAI_BASE_URL=${server.url}/v1\n`);
    await cp(SAMPLE, root, { recursive: true });
    const { code, stderr } = await run(['query', QUESTION, '--model', 'openai:test', '--root', root], { folder });
    expect({ code, asked: server.requests.length }).toEqual({ code: 1, asked: 0 });
    expect(stderr).toMatch(/key-missing.*OPENAI_API_KEY/u);
  });

  it('is disturbed by no folder that is called .env', async () => {
    await mkdir(join(folder, 'python', '.env'), { recursive: true });
    const server = await serving(chatStream(['x']));
    expect((await query(server, ['--model', 'openai:test'], { OPENAI_API_KEY: KEY }, join(folder, 'python'))).code).toBe(0);
  });

  it.each<[string, ScriptedHttpReply, number]>([
    ['an answer', chatStream(['x']), 0],
    ['a refusal that repeats it', { status: 401, body: JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}` } }) }, 1],
    ['a page that repeats it', { headers: { 'content-type': 'text/html' }, body: `<p>${KEY}` }, 1],
    ['an event that repeats it', { headers: { 'content-type': 'text/event-stream' }, body: `data: ${KEY}\n\n` }, 1],
  ])('occurs nowhere after %s', async (_what, reply, code) => {
    const ledger = join(folder, 'ledger.json');
    const server = await serving(reply);
    for (const argv of [['--json'], []]) {
      const outcome = await query(server, ['--model', 'openai:test', '--ledger', ledger, ...argv], { OPENAI_API_KEY: KEY, GRAPHWRIGHT_DEBUG: '1' });
      expect(outcome.code).toBe(code);
      expect(`${outcome.stdout}${outcome.stderr}${await readFile(ledger, 'utf8')}`).not.toContain(KEY);
    }
    expect(keysOf(server)).toContain(`Bearer ${KEY}`);
  }, 60_000);

  it('that no header can hold is told without being shown', async () => {
    const server = await serving(chatStream(['x']));
    const odd = 'sk-odd\u0000secret';
    const { code, stderr } = await query(server, ['--model', 'openai:test'], { OPENAI_API_KEY: odd });
    expect(code).toBe(1);
    expect(stderr).not.toContain('secret');
  });
});
