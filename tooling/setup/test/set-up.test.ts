import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { repositoryRoot, writeFolder } from '@graphwright-internal/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fingerprints } from '../fingerprints.mjs';
import { removeLeftovers } from '../leftovers.mjs';
import { ensurePnpm, wantedPnpm } from '../pnpm.mjs';
import { runStep } from '../progress.mjs';

const sha512 = createHash('sha512').update('the right pnpm');
const hash = sha512.copy().digest('hex');
const integrity = `sha512-${sha512.digest('base64')}`;

let root = '';
let remove = async () => {};
beforeEach(async () => {
  const folder = await writeFolder({
    'package.json': JSON.stringify({ engines: { node: '>=20.19' }, packageManager: `pnpm@10.34.8+sha512.${hash}` }),
    'pnpm-lock.yaml': 'lockfileVersion: 9\n',
    'tsconfig.json': JSON.stringify({ references: [{ path: 'packages/a' }] }),
    'packages/a/package.json': '{"name":"a"}',
    'packages/a/src/index.ts': 'export const a = 1;\n',
  });
  root = folder.path;
  remove = () => folder.remove();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await remove();
});

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

describe('fingerprints', () => {
  const read = () => fingerprints(root, '10.34.8');

  it('are the same for the same tree, whatever was installed, built or written about it', async () => {
    const before = read();
    await write('packages/a/dist/index.js', '');
    await write('packages/a/node_modules/b/package.json', '{}');
    await write('packages/a/README.md', '');
    await write('.setup/stamp.json', '{}');
    expect(read()).toEqual(before);
    expect(before.projects).toEqual(['packages/a']);
  });

  it.each(['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'packages/a/package.json', 'packages/b/package.json'])('ask for an installation when %s changes', async (path) => {
    const before = read();
    await write(path, '{"name":"changed"}');
    expect(read().install).not.toBe(before.install);
    expect(read().build).not.toBe(before.build);
  });

  it('ask for another pnpm', () => {
    expect(fingerprints(root, '10.34.9').install).not.toBe(read().install);
  });

  it.each([
    ['is longer', () => write('packages/a/src/index.ts', 'export const a = 10;\n')],
    ['is new', () => write('packages/a/src/other.ts', '')],
    ['is gone', () => rm(join(root, 'packages/a/src/index.ts'))],
    ['that bundles is new', () => write('tooling/setup/bundle.mjs', '')],
    ['was written again', () => utimes(join(root, 'packages/a/src/index.ts'), new Date(0), new Date(0))],
  ])('ask for a build alone when a source %s', async (_what, change) => {
    const before = read();
    await change();
    expect(read().install).toBe(before.install);
    expect(read().build).not.toBe(before.build);
  });
});

describe('pnpm', () => {
  /** Puts a program in npm's place that leaves what npm would leave, with the given hash, and notes that it ran. */
  async function standInForNpm(found: string): Promise<void> {
    const lock = JSON.stringify({ packages: { 'node_modules/pnpm': { integrity: found } } });
    await write(
      'fake/npm-cli.js',
      `const fs = require('fs'); const folder = process.argv[process.argv.indexOf('--prefix') + 1];
      fs.mkdirSync(folder + '/node_modules/pnpm/bin', { recursive: true });
      fs.writeFileSync(folder + '/node_modules/pnpm/bin/pnpm.cjs', '');
      fs.writeFileSync(folder + '/node_modules/pnpm/package.json', '{"version":"10.34.8"}');
      fs.writeFileSync(folder + '/package-lock.json', ${JSON.stringify(lock)});
      fs.appendFileSync(${JSON.stringify(join(root, 'fake', 'runs'))}, 'x');`,
    );
    await write('fake/package.json', '{"type":"commonjs"}');
    vi.stubEnv('npm_execpath', join(root, 'fake', 'npm-cli.js'));
  }

  it('is fetched once and then used as it lies there', async () => {
    await standInForNpm(integrity);
    await ensurePnpm(wantedPnpm(root));
    await write('fake/npm-cli.js', 'process.exit(1);');
    await ensurePnpm(wantedPnpm(root));
    expect(existsSync(wantedPnpm(root).script)).toBe(true);
  });

  it('is fetched again when another version or another file is wanted', async () => {
    await standInForNpm(integrity);
    await ensurePnpm(wantedPnpm(root));
    await write('.setup/pnpm/node_modules/pnpm/package.json', '{"version":"10.0.0"}');
    await ensurePnpm(wantedPnpm(root));
    await write('.setup/pnpm/package-lock.json', '{}');
    await ensurePnpm(wantedPnpm(root));
    expect(spawnSync('cat', [join(root, 'fake', 'runs')], { encoding: 'utf8' }).stdout).toBe('xxx');
  });

  it('is refused and deleted when its hash is not the stated one', async () => {
    await standInForNpm(`sha512-${createHash('sha512').update('another').digest('base64')}`);
    const wanted = wantedPnpm(root);
    await expect(ensurePnpm(wanted)).rejects.toThrow('does not have the hash that package.json states');
    expect(existsSync(wanted.folder)).toBe(false);
  });

  it('must be named with version and hash', async () => {
    await write('package.json', '{"packageManager":"pnpm@10.34.8"}');
    expect(() => wantedPnpm(root)).toThrow('"packageManager" must read pnpm@<version>+sha512.<hash>, found "pnpm@10.34.8".');
  });

  it('comes first on the path and does not inherit the quiet of npm', () => {
    vi.stubEnv('npm_config_loglevel', 'silent');
    const { env, folder } = wantedPnpm(root);
    expect(env.PATH?.startsWith(join(folder, 'node_modules', '.bin'))).toBe(true);
    expect(env.npm_config_loglevel).toBeUndefined();
  });
});

describe('removeLeftovers', () => {
  it('deletes what has no source any more, and nothing else', async () => {
    for (const path of ['index.js', 'index.d.ts', '.tsbuildinfo', 'bundle.js', 'gone.js', 'gone.d.ts', 'deep/gone.js', 'deep/kept.js']) await write(`packages/a/dist/${path}`, '');
    await write('packages/a/src/deep/kept.ts', '');
    const removed = removeLeftovers(root, ['packages/a', 'packages/not-built']).map((path) => path.split(sep).join('/'));
    expect(removed.toSorted()).toEqual(['packages/a/dist/deep/gone.js', 'packages/a/dist/gone.d.ts', 'packages/a/dist/gone.js']);
    expect(existsSync(join(root, 'packages/a/dist/gone.js'))).toBe(false);
    expect(existsSync(join(root, 'packages/a/dist/.tsbuildinfo'))).toBe(true);
    expect(existsSync(join(root, 'packages/a/dist/bundle.js'))).toBe(true);
    expect(existsSync(join(root, 'packages/a/dist/deep/kept.js'))).toBe(true);
  });
});

describe('runStep', () => {
  const node = (code: string) => ({ title: 'Trying', file: process.execPath, args: ['-e', code], cwd: root });

  it('is content with code 0', async () => {
    await expect(runStep(node('console.log(1)'))).resolves.toBeUndefined();
  });

  it('shows what a failed command printed, how it ended and where', async () => {
    const failing = runStep(node("console.log('to stdout'); console.error('to stderr'); process.exitCode = 3;"));
    await expect(failing).rejects.toThrow(/^Trying: failed\.\n[^]*to stdout[^]*The command that ended with code 3: [^]*In the folder: /u);
    await expect(failing).rejects.toThrow('to stderr');
  });

  it('says when a command does not exist', async () => {
    await expect(runStep({ ...node(''), file: join(root, 'absent') })).rejects.toThrow('The command that could not be started');
  });
});

describe('the version of Node', () => {
  it.each([
    ['>=20.19', 0, ''],
    ['>=99.1', 1, `Graphwright needs Node 99.1 or newer, and this is Node ${process.versions.node}`],
  ])('is held against %s', async (node, code, message) => {
    await write('package.json', JSON.stringify({ engines: { node } }));
    await mkdir(join(root, 'tooling', 'setup'), { recursive: true });
    await copyFile(join(repositoryRoot(), 'tooling', 'setup', 'node-version.mjs'), join(root, 'tooling', 'setup', 'node-version.mjs'));
    const run = spawnSync(process.execPath, [join(root, 'tooling', 'setup', 'node-version.mjs')], { encoding: 'utf8' });
    expect({ code: run.status, message: run.stderr.slice(0, message.length) }).toEqual({ code, message });
  });
});
