import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyFixture, copyFolder, folderDigest, repositoryRoot, sharedFolder, sharedPath, writeFolder } from './index.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'graphwright-testing-'));
  await mkdir(join(folder, 'inner'));
  await writeFile(join(folder, 'a.txt'), 'one');
  await writeFile(join(folder, 'inner', 'b.txt'), 'two');
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('folderDigest', () => {
  it('is the same for the same contents, whatever the times', async () => {
    const before = await folderDigest(folder);
    await writeFile(join(folder, 'a.txt'), 'one');
    expect(await folderDigest(folder)).toBe(before);
    expect(before).toMatch(/^[0-9a-f]{64}$/u);
  });

  it.each([
    ['a changed byte', async () => writeFile(join(folder, 'inner', 'b.txt'), 'twO')],
    ['a new file', async () => writeFile(join(folder, 'c.txt'), '')],
    ['a new empty folder', async () => mkdir(join(folder, 'empty'))],
    ['a missing file', async () => rm(join(folder, 'a.txt'))],
    ['contents that moved across a name', async () => {
      await writeFile(join(folder, 'a.txt'), 'two');
      await writeFile(join(folder, 'inner', 'b.txt'), 'one');
    }],
  ])('differs after %s', async (_what, change) => {
    const before = await folderDigest(folder);
    await change();
    expect(await folderDigest(folder)).not.toBe(before);
  });
});

describe('copyFolder', () => {
  it('gives an equal, writable copy and takes it away again', async () => {
    await chmod(join(folder, 'a.txt'), 0o400);
    await chmod(join(folder, 'inner'), 0o500);
    const copy = await copyFolder(folder);
    expect(await folderDigest(copy.path)).toBe(await folderDigest(folder));
    expect((await stat(join(copy.path, 'inner'))).mode & 0o700).toBe(0o700);
    await writeFile(join(copy.path, 'a.txt'), 'changed');
    expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('one');
    await copy.remove();
    await copy.remove();
    await expect(stat(copy.path)).rejects.toThrow(/ENOENT/u);
    await chmod(join(folder, 'inner'), 0o700);
  });
});

describe('writeFolder', () => {
  it('writes every file at its path', async () => {
    const written = await writeFolder({ 'a.txt': 'one', 'inner/b.txt': 'two' });
    expect(await folderDigest(written.path)).toBe(await folderDigest(folder));
    await written.remove();
    await expect(stat(written.path)).rejects.toThrow(/ENOENT/u);
  });
});

describe('the shared test data', () => {
  it('is looked for beside the root of the repository', async () => {
    const root = repositoryRoot();
    expect((await stat(join(root, 'pnpm-workspace.yaml'))).isFile()).toBe(true);
    const shared = sharedFolder();
    expect(shared === undefined || shared === join(root, '..', 'shared')).toBe(true);
  });

  it.skipIf(sharedFolder() === undefined)('gives copies of fixtures that leave the original alone', async () => {
    const original = sharedPath('fixtures', 'graphrag', 'dulce-3.1');
    const before = await folderDigest(original);
    const copy = await copyFixture('dulce-3.1');
    await writeFile(join(copy.path, 'new.txt'), 'new');
    expect(await folderDigest(original)).toBe(before);
    expect(await folderDigest(copy.path)).not.toBe(before);
    await copy.remove();
  });
});
