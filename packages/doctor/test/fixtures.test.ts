import { describe, expect, it } from 'vitest';
import type { VectorSource } from '@graphwright/contract';
import { diagnose, type Diagnosis } from '@graphwright/doctor';
import { openGraphragIndex } from '@graphwright/index-graphrag';
import { gptTokenizer } from '@graphwright/tokenizer-gpt-tokenizer';
import { openVectorSource } from '@graphwright/vector-store-lancedb';
import { countingKnowledge } from '@graphwright/conformance';
import { kinds, type Tokenizer } from '@graphwright/contract';
import { folderDigest, repositoryRoot, sharedFolder, sharedPath } from '@graphwright-internal/testing';
import { EXPLAINED } from './explained.ts';

const shared = sharedFolder() !== undefined;
if (!shared) process.stderr.write('The shared fixtures are not there: real indexes are not examined.\n');

function tokenizer(): Tokenizer {
  const port = gptTokenizer.resolve({}, {}).create();
  if (!kinds.tokenizer.check(port)) throw new Error('no tokenizer');
  return port;
}

/** Examines a folder with all its vectors, and counts the rows that were asked for. */
async function examined(root: string): Promise<{ diagnosis: Diagnosis; asked: number; stored: number }> {
  const index = await openGraphragIndex({ root, environment: {} });
  const vectors: VectorSource[] = [];
  for (const location of index.vectorLocations) vectors.push(await openVectorSource(location));
  const { knowledge, rows } = countingKnowledge(index.knowledge);
  const diagnosis = await diagnose({ ...index, knowledge }, { vectors, tokenizer: tokenizer() });
  await index.knowledge.close();
  const stored = Object.values(index.knowledge.facts.counts).reduce((sum, count) => sum + count, 0);
  return { diagnosis, asked: rows(), stored };
}

describe.skipIf(!shared).each(Object.keys(EXPLAINED))('the index %s', (name) => {
  it('has just the findings that are explained, is read once, and stays as it is', async () => {
    const root = sharedPath('fixtures', 'graphrag', name);
    const before = await folderDigest(root);
    const { diagnosis, asked, stored } = await examined(root);
    const found = diagnosis.findings.map(({ severity, code, part, count, total }) => [severity, part === undefined ? code : `${code} ${part}`, count, total]);
    expect(found).toEqual(EXPLAINED[name]?.map(([severity, code, count, total]) => [severity, code, count, total]));
    for (const { examples } of diagnosis.findings) expect(examples.length).toBeGreaterThan(0);
    expect(asked).toBe(stored);
    expect(await folderDigest(root)).toBe(before);
  });
});

describe('the sample that comes with the command line', () => {
  it('has nothing that hurts', async () => {
    const { diagnosis } = await examined(`${repositoryRoot()}/apps/cli/sample`);
    expect(diagnosis.findings.filter(({ severity }) => severity === 'hurts')).toEqual([]);
    expect(diagnosis.skipped.map(({ check }) => check)).toEqual(['embedding-model']);
  });
});
