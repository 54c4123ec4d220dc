import type { z } from 'zod';
import { measureContexts } from './context/measure.ts';
import { openWorld } from './context/world.ts';
import type { warmSchema } from './compare/ours.ts';

// Contexts in a process that has seen all questions before: `warm FOLDER STRATEGY ROUNDS`.

const [folder = '', strategy = '', rounds = ''] = process.argv.slice(2);
const world = await openWorld(folder);
const texts: string[] = [];
for (const question of world.questions) {
  const { windows } = await world.engine.context({ question, strategy });
  texts.push(windows[0]?.text ?? '');
}
const { cpu, wall } = await measureContexts(world, strategy, Number(rounds));
const peakMb = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ contextCpu: cpu / 1000, contextWall: wall / 1000, peakMb, texts } satisfies z.infer<typeof warmSchema>));
