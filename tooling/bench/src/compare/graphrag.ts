import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import type { Figures } from './figures.ts';
import type { Effort } from './ours.ts';

const best = z.looseObject({ min: z.number() });

/** What is read of the one line that `graphrag_baseline.py` prints. */
const baselineSchema = z.looseObject({
  sizes: z.looseObject({ entities: z.number() }),
  cold: z.looseObject({ cpu: best, peak_mb: best }),
  local: z.looseObject({
    without_search: z.looseObject({ n: z.number(), cpu: z.looseObject({ mean: z.number() }) }),
    context_sha256: z.string(),
    peak_mb: z.number(),
  }),
});

/** Measures GraphRAG at an index, by the script that does it and a Python that has GraphRAG. Takes minutes. */
export function graphrag(folder: string, python: string, script: string, { colds }: Effort): Figures {
  const args = [script, folder, '--cold', String(colds), '--repeats', '3', '--seconds', '60'];
  // Without these two, libraries of GraphRAG's ask the network for a list of prices, and for a vocabulary that lies among them.
  const env = { TIKTOKEN_CACHE_DIR: vocabularies(python), LITELLM_LOCAL_MODEL_COST_MAP: 'True', ...process.env };
  const { status, stdout, stderr } = spawnSync(python, args, { encoding: 'utf8', env, maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(`${script} failed:\n${stderr}`);
  const { sizes, cold, local } = baselineSchema.parse(JSON.parse(stdout));
  return {
    entities: sizes.entities,
    coldCpu: cold.cpu.min,
    coldPeakMb: cold.peak_mb.min,
    contextCpu: local.without_search.cpu.mean,
    warmPeakMb: local.peak_mb,
    contexts: local.without_search.n,
    contextsSha256: local.context_sha256,
  };
}

function vocabularies(python: string): string {
  const find = 'import importlib.util as util; print(util.find_spec("litellm").submodule_search_locations[0])';
  const { status, stdout, stderr } = spawnSync(python, ['-c', find], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${python} has no GraphRAG; make one with "pip install graphrag==3.3.0 numpy pyarrow":\n${stderr}`);
  return join(stdout.trim(), 'litellm_core_utils', 'tokenizers');
}
