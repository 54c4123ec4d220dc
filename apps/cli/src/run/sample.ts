import { realpath } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The folder of the sample index that comes with this package. */
export const SAMPLE_FOLDER: string = fileURLToPath(new URL('../../sample/', import.meta.url));

/** The embedder that made the vectors of the sample: no other index is searched with it unless it is asked for. */
export const SAMPLE_EMBEDDER = 'hashed-ngrams';

/** Whether a folder is the sample, by whatever path. */
export async function isSample(folder: string): Promise<boolean> {
  const [asked, sample] = await Promise.all([realpath(folder).catch(() => undefined), realpath(SAMPLE_FOLDER).catch(() => undefined)]);
  return asked !== undefined && asked === sample;
}
