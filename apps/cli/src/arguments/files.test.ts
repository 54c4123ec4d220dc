import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '@graphwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHistory, readVector } from './files.ts';
import { loadPlugins } from './plugins.ts';

let folder = '';
const contract = new URL('../../../../packages/contract/src/index.ts', import.meta.url).href;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'graphwright-cli-'));
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  await write('history.json', '[{"role":"user","content":"Hello?"}]');
  await write('roles.json', '[{"role":"system","content":"x"}]');
  await write('vector.json', '[0.5, -1, 2e-3]');
  await write('empty.json', '[]');
  await write('broken.json', '[1,');
  await write('nothing.mjs', 'export const value = 1;');
  await write('throws.mjs', 'throw new Error("on purpose");');
  await write('plugins.mjs', 'const plugin = { brand: "graphwright.plugin", id: "one" };\nexport { plugin };\nexport const again = plugin;\nexport const list = [{ brand: "graphwright.plugin", id: "two" }];\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('files among the arguments', () => {
  it('are read from the working folder', async () => {
    expect(await readHistory('history.json', folder)).toEqual([{ role: 'user', content: 'Hello?' }]);
    expect([...(await readVector('./vector.json', folder))]).toEqual([0.5, -1, Math.fround(2e-3)]);
  });

  it.each([
    ['a missing file', () => readHistory('missing.json', folder), 'usage-invalid', /missing\.json/u],
    ['text that is no JSON', () => readHistory('broken.json', folder), 'usage-invalid', /broken\.json/u],
    ['an unknown role', () => readHistory('roles.json', folder), 'history-invalid', /role/u],
    ['a vector without numbers', () => readVector('empty.json', folder), 'usage-invalid', /at least one/u],
  ])('%s is a clear error', async (_, read, code, message) => {
    const error = await read().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code });
    expect(messageOf(error)).toMatch(message);
  });
});

describe('loadPlugins', () => {
  it('takes every exported plugin once, lists too', async () => {
    expect((await loadPlugins(['./plugins.mjs', 'plugins.mjs'], folder)).map(({ id }) => id)).toEqual(['one', 'two']);
  });

  it('knows modules by address', async () => {
    await expect(loadPlugins([contract], folder)).rejects.toMatchObject({ code: 'usage-invalid' });
  });

  it.each(['nothing.mjs', 'throws.mjs', './missing.mjs', 'no-such-package'])('refuses %s with its name', async (module) => {
    const error = await loadPlugins([module], folder).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'usage-invalid' });
    expect(messageOf(error)).toContain(module);
  });

  it('finds a package that can only be imported, as the working folder would', async () => {
    const home = join(folder, 'node_modules', '@other', 'policy');
    await mkdir(home, { recursive: true });
    await writeFile(join(home, 'package.json'), '{"name":"@other/policy","type":"module","exports":{".":{"types":"./x.d.ts","import":"./entry.js"}}}');
    await writeFile(join(home, 'entry.js'), 'export const plugin = { brand: "graphwright.plugin", id: "three" };');
    expect((await loadPlugins(['@other/policy'], folder)).map(({ id }) => id)).toEqual(['three']);
  });
});
