import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { GraphwrightError, messageOf, type Turn } from '@graphwright/contract';
import { z } from 'zod';

const turnsSchema = z.array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.string() }));
const vectorSchema = z.array(z.number()).min(1);

/**
 * Earlier turns from a JSON file, oldest first.
 *
 * @throws GraphwrightError `file-unreadable`, `history-invalid`.
 */
export async function readHistory(path: string, workingFolder: string): Promise<Turn[]> {
  const file = resolve(workingFolder, path);
  const result = turnsSchema.safeParse(await readJson(file));
  if (result.success) return result.data;
  throw new GraphwrightError({
    code: 'history-invalid',
    message: 'The file holds no conversation.',
    expected: 'a JSON list of { "role": "user" or "assistant", "content": text }',
    found: z.prettifyError(result.error).replaceAll(/\s*\n\s*/gu, ' '),
    where: { file },
  });
}

/**
 * A query vector that was made elsewhere, from a JSON file.
 *
 * @throws GraphwrightError `file-unreadable`, `vector-invalid`.
 */
export async function readVector(path: string, workingFolder: string): Promise<Float32Array> {
  const file = resolve(workingFolder, path);
  const result = vectorSchema.safeParse(await readJson(file));
  if (result.success) return Float32Array.from(result.data);
  throw new GraphwrightError({
    code: 'vector-invalid',
    message: 'The file holds no vector.',
    expected: 'a JSON list of numbers, at least one',
    found: z.prettifyError(result.error).split('\n', 1)[0] ?? '',
    where: { file },
  });
}

/**
 * What a JSON file holds.
 *
 * @throws GraphwrightError `file-unreadable`; `usage-invalid` where it is not JSON.
 */
export async function readJson(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new GraphwrightError({ code: 'file-unreadable', message: 'The file cannot be read.', found: messageOf(error), where: { file }, cause: error });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new GraphwrightError({ code: 'usage-invalid', message: 'The file is not JSON.', found: messageOf(error), where: { file }, cause: error });
  }
}
