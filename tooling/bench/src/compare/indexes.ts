import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes an index of so many entities in the system's temporary folder, or takes the one that was made before. */
export function madeIndex(entities: number, python: string, script: string): string {
  const folder = join(tmpdir(), 'graphwright-bench', String(entities));
  // The last file that is written.
  if (existsSync(join(folder, 'sizes.json'))) return folder;
  const args = [script, folder, '--entities', String(entities), '--lancedb'];
  const { status, stderr } = spawnSync(python, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`No index of ${entities} entities could be made; ${python} needs numpy, pyarrow and lancedb:\n${stderr}`);
  return folder;
}
