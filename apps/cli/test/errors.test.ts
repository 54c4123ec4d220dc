import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorReportSchema, type ErrorReport } from '@graphwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run, SAMPLE } from './capture.ts';

const QUESTION = 'What is HNSW?';
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'graphwright-errors-'));
  await mkdir(join(folder, 'empty'));
  // The sample by another path: no embedder comes with it.
  await cp(SAMPLE, join(folder, 'copy'), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function reportOf(argv: readonly string[], setting: Parameters<typeof run>[1] = {}): Promise<ErrorReport['error'] & { exit: number }> {
  const { code, stdout, stderr } = await run(argv, { folder, ...setting });
  expect(stderr).not.toBe('');
  const { error } = errorReportSchema.parse(JSON.parse(stdout));
  return { ...error, exit: code };
}

describe('--json prints one object for errors before a run', () => {
  it.each<[string, string[], number, string]>([
    ['an index that is not there', ['query', QUESTION, '--root', 'empty'], 1, 'index-missing'],
    ['a folder that is not there', ['context', QUESTION, '--root', 'no/such'], 1, 'folder-missing'],
    ['no index to measure', ['info', '--root', 'empty'], 1, 'index-missing'],
    ['no index to examine', ['doctor', '--root', 'empty'], 1, 'index-missing'],
    ['an unknown option', ['demo', QUESTION, '--option', 'seds=1'], 2, 'option-unknown'],
    ['an unknown plugin', ['options', 'locl'], 2, 'plugin-unknown'],
    ['an unknown flag', ['query', QUESTION, '--modle', 'x'], 2, 'usage-invalid'],
    ['no question', ['query'], 2, 'usage-invalid'],
    ['an unmet need', ['query', QUESTION, '--root', 'copy', '--compatible'], 1, 'need-unmet'],
  ])('%s', async (_, argv, exit, code) => {
    expect(await reportOf([...argv, '--json'])).toMatchObject({ exit, code });
  });

  it('names the next step, and folders and files as they were given', async () => {
    const missing = await reportOf(['query', QUESTION, '--root', 'empty', '--json']);
    expect(missing.next).toMatch(/./u);
    expect(JSON.stringify(missing)).toContain('empty');
    expect(JSON.stringify(missing)).not.toContain(folder);
    const vector = await reportOf(['query', QUESTION, '--vector', './no.json', '--json']);
    expect(vector.where).toEqual({ file: './no.json' });
    expect(JSON.stringify(vector)).not.toContain(folder);
  });

  it('for a run that was stopped before it began', async () => {
    expect(await reportOf(['query', QUESTION, '--root', SAMPLE, '--json'], { signal: AbortSignal.abort() })).toMatchObject({ exit: 130, code: 'aborted' });
  });

  it('not where nobody asked for JSON', async () => {
    expect(await run(['query', QUESTION, '--root', 'empty'], { folder })).toMatchObject({ code: 1, stdout: '' });
    expect(await run(['query', '--root', 'empty', '--', '--json'], { folder })).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('embedders', () => {
  it('that none was named is a calm note', async () => {
    const { code, stderr } = await run(['context', QUESTION, '--root', 'copy', '--quiet'], { folder });
    expect(code).toBe(0);
    expect(stderr).toBe('note [no-embedder]: No embedder was named, so nothing was found or ordered by likeness.\n');
  });

  it('that does not fit fails the question and says what to do', async () => {
    const { code, stderr } = await run(['query', QUESTION, '--root', 'copy', '--embedder', '{"use":"hashed-ngrams","dimensions":64}'], { folder });
    expect(code).toBe(1);
    expect(stderr).toMatch(/failure \[dimension-mismatch\].*Leave the embedder out to enter by names, or give the model that the index was made with/u);
  });
});
