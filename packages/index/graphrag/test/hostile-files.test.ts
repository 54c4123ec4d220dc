import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openGraphragIndex } from '../src/open-index.ts';
import { locate } from '../src/layout/locate.ts';
import { folderWith } from './made-up.ts';

describe.skipIf(process.platform === 'win32')('a pipe in the place of a file is refused, not waited for', () => {
  it.each(['entities.parquet', 'entities.csv', 'embeddings.entity.description.parquet', 'settings.yaml'])('%s', async (name) => {
    const folder = await folderWith({ 'relationships.csv': 'id,source,target\n' });
    const file = join(folder, name);
    execFileSync('mkfifo', [file]);
    await expect(openGraphragIndex({ root: folder })).rejects.toMatchObject({ code: 'file-unreadable', found: 'a pipe, a socket or a device', where: { file } });
  });
});

describe('settings larger than any', () => {
  it('are not read, which is a warning', async () => {
    const folder = await folderWith({ 'settings.yaml': 'output: {base_dir: index}\n'.padEnd(1_000_001, '#'), 'output/entities.parquet': 'x', 'index/entities.parquet': 'x' });
    const found = await locate({ root: folder, environment: {} });
    expect(found.folder).toBe(join(folder, 'output'));
    expect(found.warnings).toMatchObject([{ code: 'settings-too-large', examples: [join(folder, 'settings.yaml')] }]);
  });
});
