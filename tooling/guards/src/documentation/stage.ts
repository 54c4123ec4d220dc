import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { readWorkspace } from '../tree.ts';
import type { CodeBlock } from './blocks.ts';

/** A folder in which the TypeScript of the documentation compiles and runs as in a program that installed every package. */
export interface Stage {
  /** Absolute path; the compiler's project is its `tsconfig.json`. */
  readonly folder: string;
  /** Name of a block's source relative to the folder. */
  sourceOf(block: CodeBlock): string;
  /** Absolute path of a block's compiled form. */
  compiledOf(block: CodeBlock): string;
  remove(): Promise<void>;
}

/**
 * Writes blocks into a new folder below `.setup`, where git does not look. A block's code stands on the same lines as in its document,
 * so that the compiler's line numbers are the document's. Names resolve through links to every public package and to the peers
 * that these ask for; what is compiled against is the built `dist`.
 */
export async function makeStage(root: string, blocks: readonly CodeBlock[]): Promise<Stage> {
  await mkdir(join(root, '.setup'), { recursive: true });
  const folder = await mkdtemp(join(root, '.setup', 'documentation-'));
  const nameOf = ({ file, line }: CodeBlock) => `${file.replaceAll(/[^\w-]+/gu, '_')}-${line}`;
  await linkPackages(root, join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ private: true, type: 'module' })}\n`);
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: relative(folder, join(root, 'tooling', 'tsconfig', 'base.json')),
      compilerOptions: {
        composite: false, incremental: false, declaration: false, customConditions: [], moduleDetection: 'force',
        noUnusedLocals: false, noUnusedParameters: false, rootDir: 'source', outDir: 'compiled',
      },
      include: ['source'],
    }),
  );
  await mkdir(join(folder, 'source'));
  for (const block of blocks) await writeFile(join(folder, 'source', `${nameOf(block)}.ts`), `${'\n'.repeat(block.line)}${block.code}\n`);
  return {
    folder,
    sourceOf: (block) => `source/${nameOf(block)}.ts`,
    compiledOf: (block) => join(folder, 'compiled', `${nameOf(block)}.js`),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function linkPackages(root: string, modules: string): Promise<void> {
  const targets = new Map<string, string>();
  for (const { folder, manifest } of readWorkspace(root)) {
    if (manifest.private) continue;
    targets.set(manifest.name, join(root, folder));
    for (const peer of Object.keys(manifest.peerDependencies)) {
      const installed = join(root, folder, 'node_modules', peer);
      if (!targets.has(peer) && existsSync(installed)) targets.set(peer, installed);
    }
  }
  for (const [name, target] of targets) {
    const link = join(modules, name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(target, link, 'junction');
  }
}
