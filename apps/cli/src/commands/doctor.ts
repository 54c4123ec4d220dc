import { resolve } from 'node:path';
import { kinds } from '@graphwright/contract';
import { diagnose } from '@graphwright/doctor';
import { openIndex } from 'graphwright';
import { loadPlugins } from '../arguments/plugins.ts';
import { diagnosisLines } from '../doctor/print.ts';
import { openLocations } from '../doctor/vectors.ts';
import { shown } from '../print/numbers.ts';
import { environmentOf } from '../run/environment.ts';
import { embedderNamed, measuringTokenizer } from '../run/plugins.ts';
import { namedPlugin } from '../run/session.ts';
import { EXIT, type Surroundings } from '../surroundings.ts';
import { plainJson } from '../terminal/plain.ts';
import { progressOn } from '../terminal/progress.ts';
import { styleOf } from '../terminal/style.ts';

/** The flags of `graphwright doctor`. */
export interface DoctorFlags {
  readonly root: string;
  readonly embedder?: string | undefined;
  readonly plugin: readonly string[];
  readonly window?: number | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
}

/**
 * `graphwright doctor`: examines an index and tells what in it hurts.
 *
 * @returns 3 when something hurts, else 0.
 * @throws GraphwrightError `plugin-unknown`, and whatever opening and examining throw.
 */
export async function doctor(flags: DoctorFlags, surroundings: Surroundings): Promise<number> {
  const { stdout, signal, workingFolder } = surroundings;
  const progress = progressOn(surroundings, flags.quiet);
  try {
    const plugins = await loadPlugins(flags.plugin, workingFolder);
    const root = resolve(workingFolder, flags.root);
    const environment = await environmentOf(surroundings, root);
    const embedder = flags.embedder === undefined ? undefined : embedderNamed(namedPlugin(flags.embedder), plugins, environment);
    progress.say(`Opening ${root}`);
    const index = await openIndex(root, { signal, loaders: plugins.filter(({ kind }) => kind.name === kinds.indexLoader.name) });
    try {
      const { sources, notOpened } = await openLocations(index, signal);
      const diagnosis = await diagnose(index, {
        vectors: sources,
        tokenizer: measuringTokenizer(),
        ...(embedder === undefined ? {} : { embedder }),
        ...(flags.window === undefined ? {} : { window: flags.window }),
        onProgress: ({ step, name, done, total }) => progress.say(step === 'reading' ? `Reading ${name}, ${shown(done)} of ${shown(total)}` : `Checking ${name}`),
        signal,
      });
      progress.clear();
      const told = { ...diagnosis, skipped: [...diagnosis.skipped, ...notOpened.map((why) => ({ check: 'vectors', why }))] };
      stdout.write(flags.json ? `${plainJson(told)}\n` : `${diagnosisLines(told, styleOf(stdout, surroundings)).join('\n')}\n`);
      return diagnosis.findings.some(({ severity }) => severity === 'hurts') ? EXIT.hurts : EXIT.done;
    } finally {
      await index.knowledge.close();
    }
  } finally {
    progress.clear();
  }
}
