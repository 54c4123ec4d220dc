import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPackageFromTarballData } from '@arethetypeswrong/core';
import { z } from 'zod';
import { printed, runProgram } from '../commands.ts';
import { readWorkspace } from '../tree.ts';

/** A package as its users get it. */
export interface Artefact {
  readonly name: string;
  /** Folder of the package relative to the root. */
  readonly folder: string;
  /** Paths inside the package, ascending. */
  readonly files: readonly string[];
  /** The packed file, compressed. */
  readonly tarball: Uint8Array<ArrayBuffer>;
}

const packedSchema = z.array(z.object({ name: z.string(), filename: z.string() }));

/**
 * Packs every public package of the workspace with pnpm, as publishing would, into a folder that is deleted again.
 *
 * @returns Artefacts in ascending order of their folders.
 * @throws Error with what pnpm printed when a package cannot be packed.
 */
export async function packAll(root: string): Promise<Artefact[]> {
  const packages = readWorkspace(root).filter(({ manifest }) => !manifest.private);
  const destination = await mkdtemp(join(tmpdir(), 'graphwright-packed-'));
  try {
    const filters = packages.flatMap(({ manifest }) => ['--filter', manifest.name]);
    const ending = await runProgram({ command: ['pnpm', ...filters, 'pack', '--pack-destination', destination, '--json'], cwd: root });
    if (ending.code !== 0) throw new Error(`pnpm pack failed.\n${printed(ending)}`);
    const packed = z.union([packedSchema, packedSchema.element.transform((one) => [one])]).parse(JSON.parse(ending.stdout.trim() === '' ? '[]' : ending.stdout));
    const byName = new Map(packed.map((one) => [one.name, one]));
    return await Promise.all(
      packages.map(async ({ folder, manifest: { name } }) => {
        const one = byName.get(name);
        if (one === undefined) throw new Error(`pnpm packs no ${name}: does its manifest have a version?`);
        const tarball = new Uint8Array(await readFile(one.filename));
        return { name, folder, files: filesIn(tarball), tarball };
      }),
    );
  } finally {
    await rm(destination, { recursive: true, force: true });
  }
}

/** Paths inside a packed file, relative to the package, ascending. */
function filesIn(tarball: Uint8Array): string[] {
  const contents = createPackageFromTarballData(tarball);
  const prefix = `/node_modules/${contents.packageName}/`;
  return contents.listFiles().map((path) => path.slice(prefix.length)).toSorted();
}
