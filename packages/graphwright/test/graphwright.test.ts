import { folderDigest, repositoryRoot, sharedFolder, sharedPath } from '@graphwright-internal/testing';
import { accountFaults } from '@graphwright/conformance';
import { answerSchema, definePlugin, kinds, type IndexLoader, type OpenedIndex, type PackingPolicy } from '@graphwright/contract';
import { createEngine, defaultPlugins, givenVector, openIndex, stableAnswer, type Answer } from 'graphwright';
import { describe, expect, it } from 'vitest';

const SAMPLE = `${repositoryRoot()}/apps/cli/sample`;
const bytes = (answer: Answer): string => JSON.stringify(stableAnswer(answer));

describe('the sample', () => {
  it('is asked without a key and a network, with citations from the window', async () => {
    const index = await openIndex(SAMPLE);
    const engine = await createEngine({ index, model: 'extractive', embedder: 'hashed-ngrams' });
    const request = { question: 'What is a community report?' };
    const answer = await engine.ask(request);
    expect(answer.status).toBe('answered');
    expect(answer.citations.length).toBeGreaterThan(0);
    expect(answer.citations.filter(({ found }) => found !== 'window')).toEqual([]);
    expect(accountFaults(answerSchema.parse(answer))).toEqual([]);
    expect(answer.warnings).toEqual([]);
    const other = await createEngine({ index, model: 'extractive', embedder: 'hashed-ngrams' });
    const together = await Promise.all([engine.ask(request), other.ask(request), engine.ask({ ...request, question: 'Who?' })]);
    expect(together.slice(0, 2).map(bytes)).toEqual([bytes(answer), bytes(answer)]);
    await Promise.all([engine.close(), other.close()]);
  });

  it('gives context without a model', async () => {
    const engine = await createEngine({ index: await openIndex(SAMPLE) });
    const answer = await engine.context({ question: 'What is a community report?' });
    expect(answer).toMatchObject({ status: 'assembled', provenance: { models: [], tokenizer: { encoding: 'cl100k_base', exact: true } } });
    expect(answer.windows[0]?.budget.bound).toBe('contextCap');
    await expect(engine.ask({ question: 'Who?' })).rejects.toMatchObject({ code: 'need-unmet' });
  });
});

describe('createEngine', () => {
  it('registers every default plugin once, and takes those of the user in their place', async () => {
    const ids = defaultPlugins.map(({ kind, id, version }) => `${kind.name} ${id}@${version}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['strategy local@1.0.0', 'packing-policy priority@1.0.0', 'retriever fuse@1.0.0', 'tokenizer gpt-tokenizer@1.0.0']));
    const policy: PackingPolicy = { specVersion: 'v1', pack: () => Promise.resolve([{ filled: [] }]) };
    const mine = definePlugin(kinds.packingPolicy, { id: 'priority', version: '1.0.0', description: 'Mine: fills nothing.', create: () => policy });
    const engine = await createEngine({ index: await openIndex(SAMPLE), plugins: [mine] });
    expect(engine.plugins.filter(({ id }) => id === 'priority')).toEqual([mine]);
    const answer = await engine.context({ question: 'What is a community report?' });
    expect(answer.ledger.entries.length).toBeGreaterThan(0);
    expect(answer.ledger.entries.filter(({ outcome }) => outcome === 'included')).toEqual([]);
  });
});

describe('openIndex', () => {
  it('says what the first loader misses where nobody recognises a folder', async () => {
    await expect(openIndex(`${SAMPLE}/nowhere`)).rejects.toMatchObject({ code: 'folder-missing' });
    await expect(openIndex(SAMPLE, { format: 'grphrag' })).rejects.toMatchObject({ code: 'plugin-unknown' });
  });

  it('takes a loader of the user where it recognises the root', async () => {
    const opened: OpenedIndex = { ...(await openIndex(SAMPLE)), source: { format: 'mine', version: '1', folder: 'x' } };
    const loader: IndexLoader = { specVersion: 'v1', recognises: (root) => Promise.resolve(root.startsWith('mine:')), open: () => Promise.resolve(opened) };
    const mine = definePlugin(kinds.indexLoader, { id: 'mine', version: '1.0.0', description: 'Mine.', create: () => loader });
    expect((await openIndex('mine:here', { loaders: [mine] })).source.format).toBe('mine');
    expect((await openIndex(SAMPLE, { loaders: [mine] })).source.format).toBe('graphrag');
  });
});

describe.skipIf(sharedFolder() === undefined)('a real index', () => {
  it('with its vectors in LanceDB is searched through the package that opens them, and left untouched', async () => {
    const root = sharedPath('fixtures', 'graphrag', 'dulce-3.1');
    const before = await folderDigest(root);
    const index = await openIndex(root);
    const [location] = index.vectorLocations;
    expect(location?.format).toBe('lancedb');
    const engine = await createEngine({ index, embedder: givenVector(Array.from({ length: 3072 }, (_, place) => Math.sin(place))) });
    expect(engine.plugins.map(({ id }) => id)).toContain('lancedb');
    const answer = await engine.context({ question: 'Who is Agent Mercer?' });
    expect(answer.warnings.map(({ code }) => code)).toEqual(['index-gaps']);
    expect(answer.windows[0]?.text).toContain('MERCER');
    expect(answer.ledger.entries.some(({ via }) => via.some(({ by }) => by === 'dense'))).toBe(true);
    await engine.close();
    const short = await createEngine({ index, embedder: givenVector([1, 2, 3]) });
    const failed = await short.context({ question: 'Who is Agent Mercer?' });
    expect([failed.status, failed.failures[0]?.message]).toEqual(['failed', expect.stringMatching(/3 numbers.*3072/u)]);
    await short.close();
    expect(await folderDigest(root)).toBe(before);
  });

  it.each(['dulce-0.3', 'dulce-1.2', 'dulce-2.7', 'dulce-3.1', 'verbs-3.1', 'fresh-3.3-parquet', 'fresh-3.3-csv'])('%s is asked as a whole, offline', async (name) => {
    const engine = await createEngine({ index: await openIndex(sharedPath('fixtures', 'graphrag', name)), model: 'extractive' });
    for (const selector of ['select-level-compatible', 'select-dynamic-compatible']) {
      const answer = await engine.ask({ question: 'What is the operation about, and who works on it?', strategy: { use: 'global-compatible', selector } });
      expect([answer.failures, ['answered', 'no-relevant-data'].includes(answer.status)]).toEqual([[], true]);
      expect(answer.citations.filter(({ found }) => found !== 'window')).toEqual([]);
      expect(accountFaults(answer)).toEqual([]);
    }
    await engine.close();
  });
});
