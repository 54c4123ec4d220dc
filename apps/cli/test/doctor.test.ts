import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyFolder, folderDigest, writeFolder } from '@graphwright-internal/testing';
import { diagnosisSchema, type Diagnosis } from '@graphwright/doctor';
import { describe, expect, it, onTestFinished } from 'vitest';
import { run, SAMPLE, type Captured, type Setting } from './capture.ts';

async function doctor(argv: readonly string[] = [], setting: Setting = {}): Promise<Captured> {
  return run(['doctor', '--root', SAMPLE, ...argv], setting);
}

function diagnosisOf({ stdout }: Captured): Diagnosis {
  return diagnosisSchema.parse(JSON.parse(stdout));
}

/** The sample without one of its tables. */
async function sampleWithout(table: string): Promise<string> {
  const copy = await copyFolder(SAMPLE);
  onTestFinished(() => copy.remove());
  await rm(join(copy.path, 'output', `${table}.parquet`));
  return copy.path;
}

describe('doctor', () => {
  it('finds nothing that hurts in the sample, and leaves it as it is', async () => {
    const before = await folderDigest(SAMPLE);
    const { code, stdout, stderr } = await doctor();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^graphrag 3\.x {2}/u);
    expect(stdout).toMatch(/Looked at\n {2}29 checks over [\d,]+ rows\n {2}skipped embedding-model: no embedder was given\n/u);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^Nothing hurts; \d+ notes?\.$/u);
    expect(stderr).toBe('');
    expect(await folderDigest(SAMPLE)).toBe(before);
  });

  it('ends with 3 when something hurts, and says whom, what it means and what to do', async () => {
    const { code, stdout } = await doctor(['--root', await sampleWithout('community_reports')]);
    expect(code).toBe(3);
    expect(stdout).toMatch(/\nWhat hurts\n {2}table-missing in community_reports {2}1 of 6 {2}\(local, global, drift\)\n {4}A table .+\n {4}what to do: .+\n {4}such as community_reports\n/u);
    expect(stdout).toContain('  skipped reports: there is no table community_reports\n');
    expect(stdout).toMatch(/\n\d+ findings? hurts? \(drift, global, local\); \d+ notes?\.\n$/u);
  });

  it('prints one JSON object, the diagnosis', async () => {
    const healthy = await doctor(['--json']);
    expect(healthy.code).toBe(0);
    expect(diagnosisOf(healthy)).toMatchObject({ index: { format: 'graphrag', version: '3.x' }, tokens: 'cl100k_base' });
    const ill = await doctor(['--json', '--root', await sampleWithout('relationships')]);
    expect(ill.code).toBe(3);
    expect(diagnosisOf(ill).findings.filter(({ severity }) => severity === 'hurts').map(({ code, part }) => [code, part])).toContainEqual(['table-missing', 'relationships']);
  });

  it('tells whether a model made the vectors', async () => {
    const own = await doctor(['--json', '--embedder', 'hashed-ngrams']);
    expect(own.code).toBe(0);
    expect(diagnosisOf(own).skipped).toEqual([]);
    const other = await doctor(['--json', '--embedder', '{"use":"hashed-ngrams","dimensions":64}']);
    expect(other.code).toBe(3);
    expect(diagnosisOf(other).findings.filter(({ severity }) => severity === 'hurts').map(({ code, part }) => [code, part])).toEqual([
      ['embedding-model-differs', 'community_full_content'],
      ['embedding-model-differs', 'entity_description'],
      ['embedding-model-differs', 'text_unit_text'],
    ]);
  });

  it('measures texts against the given window', async () => {
    expect(diagnosisOf(await doctor(['--json', '--window', '100'])).findings.map(({ code }) => code)).toContain('text-unit-long');
  });

  it('shows text from an index as data', async () => {
    const hostile = '\u001B[2J\u202Eevil\u0007';
    const { path, remove } = await writeFolder({
      'entities.csv': `id,human_readable_id,title,type,description\r\ne0,0,${hostile},person,\r\n`,
      'relationships.csv': `id,human_readable_id,source,target,description\r\nr0,0,${hostile},nobody,one\r\n`,
    });
    onTestFinished(remove);
    const shown = await doctor(['--root', path]);
    expect(shown.code).toBe(3);
    expect(shown.stdout).toContain('entity-without-description  1 of 1');
    expect(shown.stdout).toContain('such as evil [e0]');
    expect(shown.stdout).toContain('such as evil → nobody [r0]');
    // eslint-disable-next-line no-control-regex -- control characters are what is looked for
    const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202E]/u;
    expect(shown.stdout).not.toMatch(controls);
    const json = await doctor(['--json', '--root', path]);
    expect(json.stdout).not.toMatch(controls);
    expect(diagnosisOf(json).findings.flatMap(({ examples }) => examples.map(({ name }) => name))).toContain(hostile);
  });

  it('shows progress on a terminal alone, and none when quiet', async () => {
    const loud = await doctor([], { terminal: true, columns: 100 });
    expect(loud.stderr).toContain('Reading entities, ');
    expect(loud.stderr).toContain('Checking graph');
    expect(loud.stderr.endsWith('\u001B[2K')).toBe(true);
    expect((await doctor(['--quiet'], { terminal: true, columns: 100 })).stderr).toBe('');
  });

  it('refuses what it does not know', async () => {
    const misspelt = await doctor(['--embedder', 'hashed-ngram']);
    expect(misspelt.code).toBe(2);
    expect(misspelt.stderr).toContain('Did you mean "hashed-ngrams"?');
    expect((await doctor(['--embedder', '{}'])).code).toBe(2);
    expect((await doctor(['--window', '0'])).code).toBe(2);
    const absent = await doctor(['--root', join(SAMPLE, 'nowhere')]);
    expect(absent.code).toBe(1);
    expect(absent.stderr).toContain('[folder-missing]');
  });

  it('stops when it is told to', async () => {
    const controller = new AbortController();
    controller.abort();
    expect((await doctor([], { signal: controller.signal })).code).toBe(130);
  });
});
