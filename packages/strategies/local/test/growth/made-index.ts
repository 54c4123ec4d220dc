import { sharedFolder, sharedPath } from '@graphwright-internal/testing';
import { openGraphragIndex } from '@graphwright/index-graphrag';
import type { OpenedIndex } from '@graphwright/contract';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const queriesSchema = z.object({ dims: z.number(), queries: z.array(z.object({ text: z.string(), entity_ids: z.array(z.string()) })) });

/** An index that the maker of the benchmarks made, with its questions. */
export interface MadeIndex extends z.infer<typeof queriesSchema> {
  readonly index: OpenedIndex;
}

/** Why no index can be made here, or undefined where it can. */
export function missing(): string | undefined {
  if (sharedFolder() === undefined) return 'the maker of indexes is absent';
  const python = spawnSync('python3', ['-c', 'import numpy, pyarrow'], { stdio: 'ignore' });
  return python.status === 0 ? undefined : 'there is no python3 with numpy and pyarrow';
}

/** Makes an index of so many entities in a folder. */
export async function makeIndex(folder: string, entities: number): Promise<MadeIndex> {
  const root = join(folder, String(entities));
  execFileSync('python3', [sharedPath('bench', 'make_index.py'), root, '--entities', String(entities), '--dims', '32', '--queries', '20'], { stdio: 'ignore' });
  const index = await openGraphragIndex({ root });
  return { index, ...queriesSchema.parse(JSON.parse(readFileSync(join(root, 'queries.json'), 'utf8'))) };
}
