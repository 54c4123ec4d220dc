import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer } from '@graphwright/contract';
import { createEngine, folderArtifacts, openIndex } from 'graphwright';
import { afterAll, describe, expect, it } from 'vitest';

const made = mkdtemp(join(tmpdir(), 'graphwright-artifacts-'));
afterAll(async () => rm(await made, { recursive: true, force: true }));

/** One question of the sample by an engine of its own. */
async function ask(folder: string): Promise<Answer> {
  const index = await openIndex('apps/cli/sample');
  const engine = await createEngine({ index, embedder: 'hashed-ngrams', artifacts: folderArtifacts(folder) });
  const answer = await engine.context({ question: 'What does Leiden repair?' });
  await engine.close();
  await index.knowledge.close();
  return answer;
}
const checks = ({ cost }: Answer): number => cost.entries.filter(({ kind }) => kind === 'check').length;

describe('folderArtifacts', () => {
  it('gives back what was kept, and nothing for other keys', async () => {
    const store = folderArtifacts(join(await made, 'a', 'b'));
    expect(await store.get('../../some key')).toBeUndefined();
    await store.put('../../some key', Uint8Array.of(1, 2));
    await store.put('../../some key', Uint8Array.of(3));
    expect(await store.get('../../some key')).toEqual(Buffer.from([3]));
    expect(await readdir(join(await made, 'a', 'b'))).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/u)]);
  });

  it('spares the next engine the comparison of embedding models', async () => {
    const folder = join(await made, 'kept');
    const first = await ask(folder);
    const second = await ask(folder);
    expect([checks(first), checks(second)]).toEqual([2, 0]);
    expect(second.windows).toEqual(first.windows);
    // What is damaged is worked out anew.
    for (const file of await readdir(folder)) await writeFile(join(folder, file), '{');
    expect(checks(await ask(folder))).toBe(2);
    for (const file of await readdir(folder)) expect(JSON.parse(await readFile(join(folder, file), 'utf8'))).toEqual({ cosine: 1, texts: 5 });
  });

  it('that cannot be used fails no question, and is told', async () => {
    const file = join(await made, 'file');
    await writeFile(file, '');
    const answer = await ask(file);
    expect(answer.status).toBe('assembled');
    expect(new Set(answer.warnings.map(({ code }) => code))).toEqual(new Set(['artifact-store-failed']));
  });
});
