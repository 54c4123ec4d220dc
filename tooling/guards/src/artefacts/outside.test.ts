import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '@graphwright-internal/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { printed, runProgram, type Ending } from '../commands.ts';
import { packAll } from './pack.ts';

const root = repositoryRoot();
const template = join(root, 'examples', 'own-parts', 'src');

const dependencies = z.record(z.string(), z.string()).default({});
const manifestSchema = z.looseObject({ dependencies, peerDependencies: dependencies, optionalDependencies: dependencies });

let folder = '';
let consumer = '';

/**
 * Lays out what an installation from the packed files would: each package in a folder of its own, with links to just those packages
 * that its manifest names. Our own come from the packed files; the vendors', which a registry would send, are those that the
 * workspace has installed for the same ranges. So a dependency that is not declared is not found.
 */
async function install(): Promise<void> {
  const artefacts = await packAll(root);
  const folders = new Map(artefacts.map((artefact) => [artefact.name, join(folder, 'packages', artefact.name)]));
  for (const artefact of artefacts) {
    const own = folders.get(artefact.name) ?? '';
    await mkdir(own, { recursive: true });
    await writeFile(join(folder, 'packed.tgz'), artefact.tarball);
    const unpacked = await runProgram({ command: ['tar', '-xzf', join(folder, 'packed.tgz'), '-C', own, '--strip-components', '1'], cwd: folder });
    expect(printed(unpacked)).toBe('');
    const manifest = manifestSchema.parse(JSON.parse(await readFile(join(own, 'package.json'), 'utf8')));
    await linkAll(own, Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies }), folders, join(root, artefact.folder));
  }
  const { dependencies: named } = manifestSchema.parse(JSON.parse(await readFile(join(consumer, 'package.json'), 'utf8')));
  await linkAll(consumer, Object.keys(named), folders, join(root, 'packages', 'conformance'));
}

async function linkAll(from: string, names: readonly string[], folders: ReadonlyMap<string, string>, workspace: string): Promise<void> {
  for (const name of names) {
    const target = folders.get(name) ?? join(workspace, 'node_modules', name);
    // An optional part that the machine has no build for is absent in an installation too.
    if (!folders.has(name) && !existsSync(target)) continue;
    const link = join(from, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(folders.has(name) ? target : await realpath(target), link, 'junction');
  }
}

function run(command: readonly [string, ...string[]]): Promise<Ending> {
  return runProgram({ command, cwd: consumer, root });
}

beforeAll(async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), 'graphwright-outside-'));
  consumer = join(folder, 'consumer');
  await cp(template, consumer, { recursive: true });
  const names = ['@graphwright/cli', '@graphwright/conformance', '@graphwright/contract', 'graphwright', 'vitest', 'zod', '@types/node'];
  await writeFile(join(consumer, 'package.json'), JSON.stringify({ name: 'outside', type: 'module', dependencies: Object.fromEntries(names.map((name) => [name, '*'])) }));
  const compilerOptions = {
    target: 'es2023', module: 'nodenext', strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true,
    rewriteRelativeImportExtensions: true, verbatimModuleSyntax: true, outDir: 'dist', types: ['node'], skipLibCheck: false, declaration: true,
  };
  await writeFile(join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  await install();
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const outcomeSchema = z.strictObject({
  plain: z.record(z.string(), z.array(z.string())),
  packed: z.record(z.string(), z.array(z.string())),
  ranked: z.record(z.string(), z.array(z.string())),
  faults: z.array(z.string()),
  plugins: z.array(z.string()),
  failures: z.array(z.string()),
});

describe('a package outside the repository, from the packed packages alone', () => {
  it('needs no cast and no any', async () => {
    for (const name of await readdir(template)) {
      expect(await readFile(join(template, name), 'utf8')).not.toMatch(/\bas (?!const\b)|\bany\b|@ts-|<any>|satisfies never/u);
    }
  });

  it('compiles strictly against the packed types, and its policy and its ranker change the filling', async () => {
    const compiled = await run(['tsc', '-p', '.']);
    expect(printed(compiled)).toBe('');
    const ending = await run([process.execPath, 'dist/main.js', join(folder, 'packages', '@graphwright', 'cli', 'sample')]);
    expect([ending.code, ending.stderr]).toEqual([0, '']);
    const { plain, packed, ranked, faults, plugins, failures } = outcomeSchema.parse(JSON.parse(ending.stdout));
    expect([faults, failures]).toEqual([[], []]);
    expect(plugins).toContain('evenly@1.0.0');
    expect(packed).not.toEqual(plain);
    expect(ranked['relationships']).not.toEqual(plain['relationships']);
    expect(ranked['entities']).toEqual(plain['entities']);
  }, 120_000);

  it('is named on the command line by its id', async () => {
    const program = join(folder, 'packages', '@graphwright', 'cli', 'bin', 'graphwright.mjs');
    const sample = join(folder, 'packages', '@graphwright', 'cli', 'sample');
    const command = [process.execPath, program, 'context', 'What is HNSW?', '--root', sample, '--plugin', './dist/index.js', '--json', '--stable'] as const;
    const [plain, packed] = [await run([...command]), await run([...command, '--policy', 'evenly', '--option', 'contextCap=2000'])];
    expect([plain.code, packed.code]).toEqual([0, 0]);
    expect(packed.stdout).toContain('"id": "evenly"');
    expect(packed.stdout).not.toBe(plain.stdout);
  }, 120_000);
});
