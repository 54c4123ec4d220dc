import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderDigest } from '@graphwright-internal/testing';
import { answerSchema, type Answer } from '@graphwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run, SAMPLE } from './capture.ts';

const QUESTION = 'How does HippoRAG answer a multi-hop question?';
const contract = new URL('../../../packages/contract/src/index.ts', import.meta.url).href;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'graphwright-commands-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes a module of plugins into the temporary folder. */
async function moduleOf(name: string, body: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `import { definePlugin, kinds } from '${contract}';\n${body}`);
  return path;
}

async function answerOf(...argv: string[]): Promise<Answer> {
  const { stdout, stderr } = await run([...argv, '--json']);
  expect(stderr).toBe('');
  return answerSchema.parse(JSON.parse(stdout));
}

function idsIn(answer: Answer, section: string): string[] {
  return answer.ledger.entries.flatMap((entry) => (entry.outcome === 'included' && entry.section === section && entry.id !== undefined ? [entry.id] : []));
}

describe('query', () => {
  it('prints the answer, its citations with what they name, the notice, and what became of each section', async () => {
    const { code, stdout, stderr } = await run(['query', QUESTION]);
    expect(code).toBe(0);
    expect(stdout).toContain('HippoRAG');
    expect(stdout).toMatch(/\[Data: [A-Z][a-z]+ \(\d/u);
    expect(stdout).toMatch(/\nCited\n {2}\S+ \d+ {2,}\S/u);
    expect(stdout).toContain('no language model was asked');
    expect(stdout).not.toContain('made up');
    expect(stderr).toMatch(/^sources +\d+ considered +\d+ in +\d+ dropped +[\d,]+ tokens/mu);
    expect(stdout + stderr).not.toContain('\u001B');
  });

  it('is quiet when asked to be', async () => {
    expect((await run(['query', QUESTION, '--quiet'])).stderr).toBe('');
  });

  it('prints one JSON object, the Answer; stable ones compare byte for byte', async () => {
    const answer = await answerOf('query', QUESTION);
    expect(answer.status).toBe('answered');
    expect(answer.citations.every(({ found }) => found === 'window')).toBe(true);
    expect(answer.citations.length).toBeGreaterThan(0);
    const [first, second] = [await run(['query', QUESTION, '--json', '--stable']), await run(['query', QUESTION, '--json', '--stable'])];
    expect(first.stdout).toBe(second.stdout);
    expect(first.stdout).not.toContain('milliseconds');
  });

  it('answers a Chinese question from Chinese sources', async () => {
    const answer = await answerOf('query', '中文分词为什么重要？');
    expect(answer.status).toBe('answered');
    expect(answer.text).toMatch(/[。？！] \[Data: /u);
  });

  it('ends with 3 when nothing is relevant, and says so', async () => {
    const { code, stderr } = await run(['query', 'zzqx vvkw', '--option', 'entrance=names']);
    expect(code).toBe(3);
    expect(stderr).toContain('Nothing in the index bears on the question');
  });

  it('hands history, response type, includes, excludes and seed on', async () => {
    await writeFile(join(folder, 'history.json'), JSON.stringify([{ role: 'user', content: 'Tell me about Leiden.' }]));
    const plain = await answerOf('query', QUESTION);
    const history = await answerOf('query', QUESTION, '--history', join(folder, 'history.json'));
    expect(history.windows[0]?.text).toContain('Tell me about Leiden.');
    const short = await answerOf('query', QUESTION, '--response-type', 'Single Sentence');
    expect(short.text?.length).toBeLessThan(plain.text?.length ?? 0);
    const included = await answerOf('query', QUESTION, '--option', 'entrance=names', '--include', 'HNSW');
    const [first] = included.ledger.entries.filter(({ section }) => section === 'entities');
    expect([first?.outcome, first?.via[0]?.by]).toEqual(['included', 'local.include']);
    const excluded = await answerOf('query', QUESTION, '--exclude', 'HippoRAG');
    expect(excluded.ledger.entries.some(({ reason }) => reason === 'excluded')).toBe(true);
    expect((await answerOf('query', QUESTION, '--seed', '7')).provenance.seed).toBe(7);
  });

  it('writes the ledger to a file', async () => {
    const file = join(folder, 'ledger.json');
    const answer = await answerOf('query', QUESTION, '--ledger', file);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(answer.ledger);
  });

  it('leaves the index untouched', async () => {
    const before = await folderDigest(SAMPLE);
    await run(['query', QUESTION]);
    await run(['info']);
    expect(await folderDigest(SAMPLE)).toBe(before);
  });
});

describe('context', () => {
  it('prints the window and asks no model', async () => {
    const { code, stdout, stderr } = await run(['context', QUESTION]);
    expect(code).toBe(0);
    expect(stdout).toContain('# Sources (id: text)');
    expect(stderr).toContain('considered');
    const answer = await answerOf('context', QUESTION);
    expect(answer).toMatchObject({ status: 'assembled', citations: [] });
    expect(answer.cost.entries.map(({ kind }) => kind)).not.toContain('model');
  });

  it('takes a vector that was made elsewhere, and names both sizes when it does not fit', async () => {
    await writeFile(join(folder, 'short.json'), '[1, 0]');
    await writeFile(join(folder, 'fits.json'), JSON.stringify(Array.from({ length: 256 }, (_, place) => (place === 3 ? 1 : 0))));
    const fits = await answerOf('context', QUESTION, '--vector', join(folder, 'fits.json'));
    expect(fits.provenance.models.map(({ model }) => model)).toContain('given-vector');
    const { code, stdout, stderr } = await run(['context', QUESTION, '--vector', join(folder, 'short.json')]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/dimension-mismatch[\s\S]*256[\s\S]*2/u);
    expect((await run(['context', QUESTION, '--vector', join(folder, 'fits.json'), '--embedder', 'hashed-ngrams'])).code).toBe(2);
  });

  it('takes options of the strategy and of the plugins that it names', async () => {
    const [few, some] = [await answerOf('context', QUESTION, '--option', 'seeds=1', '--option', 'expander.hops=1'), await answerOf('context', QUESTION)];
    expect(idsIn(few, 'entities').length).toBeLessThan(idsIn(some, 'entities').length);
    const shares = await answerOf('context', QUESTION, '--policy', 'fixed-shares', '--option', 'policy.shares={"sources":0.01}');
    expect(shares.provenance.plugins.find(({ id }) => id === 'fixed-shares')?.options).toMatchObject({ shares: { sources: 0.01 } });
    expect(idsIn(shares, 'sources').length).toBeLessThan(idsIn(some, 'sources').length);
  });

  it('fills by a policy of a module that is named by path', async () => {
    const module = await moduleOf(
      'nothing-policy.mjs',
      `const empty = { specVersion: 'v1', async pack({ sections }) {
        return [{ filled: await Promise.all(sections.slice(0, 1).map((section) => section.fill({ tokens: 400, items: 1 }))) }];
      } };
      export const one = definePlugin(kinds.packingPolicy, { id: 'one-row', version: '1.2.3', description: 'One row.', create: () => empty });`,
    );
    const answer = await answerOf('context', QUESTION, '--plugin', module, '--policy', 'one-row@^1');
    expect(answer.ledger.entries.filter(({ outcome }) => outcome === 'included')).toHaveLength(1);
    expect(answer.provenance.plugins.find(({ kind }) => kind === 'packing-policy')).toMatchObject({ id: 'one-row', version: '1.2.3' });
  });
});

describe('demo', () => {
  it('answers from the sample and draws the window within the terminal', async () => {
    for (const columns of [10, 20, 30, 50, 80, 140]) {
      const { code, stdout, stderr } = await run(['demo'], { columns, folder: tmpdir() });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const lines = stdout.split('\n');
      const bars = lines.flatMap((line, at) => (/[█▒·]/u.test(line) ? [at] : []));
      expect(bars.length).toBeGreaterThan(3);
      // From the first bar on it is the chart, bars, names and notes.
      const chart = lines.slice(bars[0]);
      expect(Math.max(...chart.map((line) => line.length))).toBeLessThan(columns);
    }
  });

  it('takes a question, another index, and prints JSON', async () => {
    expect((await run(['demo', 'What is HNSW?'], { folder: tmpdir() })).stdout).toMatch(/^What is HNSW\?\n\n.*HNSW/u);
    expect((await answerOf('demo', 'What is BM25?', '--root', SAMPLE)).question).toBe('What is BM25?');
    expect((await run(['demo', 'x', '--root', folder])).code).toBe(1);
  });
});

describe('info and options', () => {
  it('measures the index, for people and as JSON', async () => {
    const { code, stdout } = await run(['info']);
    expect(code).toBe(0);
    for (const part of ['entities', 'entity_description', 'text units, tokens:', 'hubs: GRAPHRAG']) expect(stdout).toContain(part);
    const measured: unknown = JSON.parse((await run(['info', '--json', '--share', '300'])).stdout);
    expect(measured).toMatchObject({ share: 300, source: { format: 'graphrag' }, levels: [{ level: 0, fitting: 1 }, { level: 1 }, { level: 2 }], warnings: [] });
  });

  it('lists plugins, and the options of one', async () => {
    expect((await run(['options'])).stdout).toMatch(/packing-policy\n(?: {2}.*\n)* {2}fixed-shares@/u);
    expect((await run(['options', 'extractive'])).stdout).toMatch(/sentences {2}integer ≥ 1 ≤ 50, default 6\n {6}At most/u);
    expect(JSON.parse((await run(['options', 'hashed-ngrams', '--json'])).stdout)).toMatchObject([{ id: 'hashed-ngrams', options: { properties: { dimensions: { default: 256 } } } }]);
  });
});
