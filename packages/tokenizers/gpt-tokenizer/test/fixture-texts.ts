import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedPath } from '@graphwright-internal/testing';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

/** Every different text of the shared fixtures: each string of each parquet table, and each file of text as a whole. */
export async function fixtureTexts(): Promise<string[]> {
  const root = sharedPath('fixtures', 'graphrag');
  const texts = new Set<string>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.includes('lancedb')) continue;
    if (path.endsWith('.parquet')) collect(await parquetReadObjects({ file: await asyncBufferFromFile(path), compressors }), texts);
    else texts.add(await readFile(path, 'utf8'));
  }
  return [...texts];
}

function collect(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value);
  else if (Array.isArray(value)) for (const item of value) collect(item, texts);
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) collect(item, texts);
}
