import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { openWorld } from '../context/world.ts';
import type { coldQuestionSchema } from './cold-question.ts';
import type { Figures } from './figures.ts';

const coldSchema = z.strictObject({ cpu: z.number(), wall: z.number(), peakMb: z.number(), text: z.string() });

/** What the warm process tells. Times in seconds. */
export const warmSchema = z.strictObject({ contextCpu: z.number(), contextWall: z.number(), peakMb: z.number(), texts: z.array(z.string()) });

/** How often things are measured. */
export interface Effort {
  readonly rounds: number;
  readonly colds: number;
}

/** Measures Graphwright at an index: every cold start and the warm contexts in a process of their own. */
export async function ours(folder: string, strategy: string, effort: Effort): Promise<Figures> {
  const world = await openWorld(folder);
  const [question = ''] = world.questions;
  const vector = [...world.vectorOf(question)];
  const { entities } = world;
  await world.close();
  const scratch = mkdtempSync(join(tmpdir(), 'graphwright-bench-'));
  try {
    const asked = join(scratch, 'question.json');
    writeFileSync(asked, JSON.stringify({ folder, question, vector, strategy } satisfies z.infer<typeof coldQuestionSchema>));
    const colds = Array.from({ length: effort.colds }, () => coldSchema.parse(child('cold.js', [asked])));
    const warm = warmSchema.parse(child('warm.js', [folder, strategy, String(effort.rounds)]));
    return {
      entities,
      coldCpu: Math.min(...colds.map(({ cpu }) => cpu)),
      coldPeakMb: Math.min(...colds.map(({ peakMb }) => peakMb)),
      contextCpu: warm.contextCpu,
      warmPeakMb: warm.peakMb,
      contexts: warm.texts.length,
      contextsSha256: createHash('sha256').update(warm.texts.join('\0')).digest('hex'),
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function child(program: string, args: readonly string[]): unknown {
  const path = fileURLToPath(new URL(`../${program}`, import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], { encoding: 'utf8', maxBuffer: 1 << 30 });
  if (status !== 0) throw new Error(`${program} failed:\n${stderr}`);
  return JSON.parse(stdout);
}
