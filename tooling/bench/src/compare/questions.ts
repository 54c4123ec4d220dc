import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { queriesSchema } from '../context/world.ts';

const QUESTIONS = 'queries.json';

/**
 * The same index with the first few of its questions, as links in another folder. A question whose vector lies midway between two
 * entities is left out: both are equally near, and the last bit of a vector store would say which comes first.
 *
 * @returns Its folder, of the name of the index.
 */
export function withQuestions(folder: string, scratch: string, most: number): string {
  const chosen = join(scratch, basename(folder));
  rmSync(chosen, { recursive: true, force: true });
  mkdirSync(chosen, { recursive: true });
  for (const name of readdirSync(folder)) if (name !== QUESTIONS) symlinkSync(join(folder, name), join(chosen, name));
  const { dims, queries } = queriesSchema.parse(JSON.parse(readFileSync(join(folder, QUESTIONS), 'utf8')));
  const clear = queries.filter(({ entity_ids: ids }) => ids.length !== 2).slice(0, most);
  writeFileSync(join(chosen, QUESTIONS), JSON.stringify({ dims, queries: clear }));
  return chosen;
}
