import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { formatFinding, type Finding } from '../findings.ts';
import { madeUpTree } from '../made-up-tree.ts';
import { checkContents } from './contents.ts';
import { checkWithAttw, checkWithPublint } from './entrances.ts';
import { packAll, type Artefact } from './pack.ts';

const manifest = {
  name: '@graphwright/a',
  version: '1.0.0',
  license: 'MIT',
  type: 'module',
  files: ['dist/bundle.js', 'dist/**/*.d.ts', '!dist/**/*.test.*'],
  exports: { '.': { types: './dist/index.d.ts', default: './dist/bundle.js' } },
};

const goodTree = {
  'package.json': { name: 'root', private: true },
  'pnpm-workspace.yaml': 'packages:\n  - packages/*\n  - tooling/*\n',
  LICENSE: 'MIT',
  'packages/a/package.json': manifest,
  'packages/a/README.md': '# a\n',
  'packages/a/src/index.ts': 'export const a = 1;\n',
  'packages/a/dist/bundle.js': 'export const a = 1;\n',
  'packages/a/dist/index.js': 'export const a = 1;\n',
  'packages/a/dist/index.d.ts': 'export declare const a = 1;\n',
  'packages/a/dist/index.test.js': '',
  'tooling/b/package.json': { name: 'b', version: '1.0.0', private: true },
};

async function contentsAfter(changes: Record<string, string | object>): Promise<string[]> {
  const root = await madeUpTree({ ...goodTree, ...changes });
  return (await packAll(root)).flatMap((artefact) => checkContents(root, artefact)).map(formatFinding);
}

describe('packAll and checkContents', () => {
  it('packs every public package with what belongs into it', async () => {
    const root = await madeUpTree(goodTree);
    const artefacts = await packAll(root);
    expect(artefacts.map(({ name, folder, files }) => ({ name, folder, files }))).toEqual([
      { name: '@graphwright/a', folder: 'packages/a', files: ['LICENSE', 'README.md', 'dist/bundle.js', 'dist/index.d.ts', 'package.json'] },
    ]);
    expect(artefacts.flatMap((artefact) => checkContents(root, artefact))).toEqual([]);
  });

  it.each([
    ['tests', { ...manifest, files: ['dist'] }, 'packages/a/dist/index.test.js  must not be packed'],
    ['its code twice', { ...manifest, files: ['dist', '!**/*.test.*'] }, 'packages/a/dist/index.js  must not be packed into @graphwright/a: its code is dist/bundle.js.'],
    ['sources', { ...manifest, files: ['dist', 'src', '!**/*.test.*'] }, 'packages/a/src/index.ts  must not be packed'],
    ['nothing built', { ...manifest, files: ['README.md'] }, 'packages/a/dist/bundle.js  is missing in the packed @graphwright/a.'],
  ])('finds a package that packs %s', async (_what, changed, message) => {
    expect((await contentsAfter({ 'packages/a/package.json': changed })).join('\n')).toContain(message);
  });

  it('finds a package without a README and one with leftovers of an earlier build', async () => {
    const files: Record<string, string | object> = { ...goodTree, 'packages/a/dist/gone.d.ts': '' };
    delete files['packages/a/README.md'];
    const root = await madeUpTree(files);
    expect((await packAll(root)).flatMap((artefact) => checkContents(root, artefact)).map(formatFinding)).toEqual([
      'packages/a/README.md  is missing in the packed @graphwright/a.',
      'packages/a/dist/gone.d.ts  was built from a source that is gone: delete the dist folder and build again.',
    ]);
  });

  it('asks an app for what the compiler made', async () => {
    const root = await madeUpTree({ 'apps/c/src/index.ts': '' });
    const artefact = { name: '@graphwright/c', folder: 'apps/c', tarball: new Uint8Array(), files: ['LICENSE', 'README.md', 'dist/index.js', 'package.json'] };
    expect(checkContents(root, artefact)).toEqual([]);
    expect(checkContents(root, { ...artefact, files: artefact.files.toSpliced(2, 1) }).map(formatFinding)).toEqual(['apps/c/dist/index.js  is missing in the packed @graphwright/c.']);
  });

  it('says what is wrong when a package cannot be packed', async () => {
    await expect(contentsAfter({ 'packages/a/package.json': { ...manifest, version: undefined } })).rejects.toThrow('pnpm packs no @graphwright/a: does its manifest have a version?');
    const failing = { ...manifest, scripts: { prepack: 'echo out of order && exit 3' } };
    await expect(contentsAfter({ 'packages/a/package.json': failing })).rejects.toThrow(/pnpm pack failed\.[^]*out of order/u);
  });
});

describe('the entrances of a packed package', () => {
  const files = { 'dist/bundle.js': 'export const a = 1;\n', 'dist/index.d.ts': 'export declare const a = 1;\n' };

  const check = async (with_: (artefact: Artefact) => Promise<Finding[]>, changed: object, contents: Record<string, string> = files) =>
    (await with_({ name: manifest.name, folder: 'packages/a', files: [], tarball: tarballOf({ ...contents, 'package.json': JSON.stringify({ ...manifest, ...changed }) }) })).map(formatFinding).join('\n');

  it('pass publint and attw when they lead somewhere', async () => {
    expect(await check(checkWithPublint, {})).toBe('');
    expect(await check(checkWithAttw, {})).toBe('');
  });

  it('fail publint when they lead nowhere', async () => {
    expect(await check(checkWithPublint, { exports: { '.': './dist/absent.js' } })).toContain('pkg.exports["."] is ./dist/absent.js but the file does not exist');
  });

  it('fail publint over a mere suggestion', async () => {
    expect(await check(checkWithPublint, { exports: { '.': { default: './dist/bundle.js', types: './dist/index.d.ts' } } })).toContain('types');
  });

  it('fail attw without types', async () => {
    expect(await check(checkWithAttw, {}, { 'dist/bundle.js': 'export const a = 1;\n' })).toContain('the packed @graphwright/a has no types.');
  });

  it('fail attw when types import a file that is not there', async () => {
    const broken = { ...files, 'dist/index.d.ts': "export { a } from './absent.js';\n" };
    expect(await check(checkWithAttw, {}, broken)).toContain('InternalResolutionError');
  });

  it('fail attw when an entrance has no types', async () => {
    expect(await check(checkWithAttw, { exports: { ...manifest.exports, './part': './dist/part.js' } }, { ...files, 'dist/part.js': 'export const b = 1;\n' })).toContain('UntypedResolution');
  });
});

/** A packed file as npm makes it: a compressed tar archive of one folder called `package`. */
function tarballOf(contents: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const blocks = Object.entries(contents).flatMap(([path, text]) => {
    const body = Buffer.from(text);
    const header = Buffer.alloc(512);
    header.write(`package/${path}`, 0);
    header.write('0000644\0', 100);
    header.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('        0', 148);
    header.write('ustar\u000000', 257);
    header.write(`${header.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, '0')}\0 `, 148);
    return [header, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return new Uint8Array(gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)])));
}
