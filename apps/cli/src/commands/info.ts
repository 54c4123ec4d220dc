import { resolve } from 'node:path';
import { openIndex } from 'graphwright';
import { measureIndex } from '../info/measure.ts';
import { infoLines } from '../info/print.ts';
import { measuringTokenizer } from '../run/plugins.ts';
import { EXIT, type Surroundings } from '../surroundings.ts';
import { plainJson } from '../terminal/plain.ts';
import { progressOn } from '../terminal/progress.ts';
import { styleOf } from '../terminal/style.ts';

/** The flags of `graphwright info`. */
export interface InfoFlags {
  readonly root: string;
  /** Tokens for which the number of fitting reports is told. */
  readonly share: number;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** `graphwright info`: measures an index. */
export async function info(flags: InfoFlags, surroundings: Surroundings): Promise<number> {
  const { stdout, signal, workingFolder } = surroundings;
  const progress = progressOn(surroundings, flags.quiet);
  try {
    const root = resolve(workingFolder, flags.root);
    progress.say(`Opening ${root}`);
    const index = await openIndex(root, { signal });
    try {
      progress.say('Measuring');
      const measured = await measureIndex(index, measuringTokenizer(), flags.share, signal);
      progress.clear();
      stdout.write(flags.json ? `${plainJson(measured)}\n` : `${infoLines(measured, styleOf(stdout, surroundings)).join('\n')}\n`);
    } finally {
      await index.knowledge.close();
    }
    return EXIT.done;
  } finally {
    progress.clear();
  }
}
