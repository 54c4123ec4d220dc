import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { GraphwrightError, messageOf, type Turn } from '@graphwright/contract';
import { z } from 'zod';

const turnsSchema = z.array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.string() }));
const vectorSchema = z.array(z.number()).min(1);

/**
 * Earlier turns from a JSON file, oldest first.
 *
 * @throws GraphwrightError `usage-invalid`, `history-invalid`.
 */
export async function readHistory(path: string, workingFolder: string): Promise<Turn[]> {
  const result = turnsSchema.safeParse(await readJson(path, workingFolder));
  if (result.success) return result.data;
  throw new GraphwrightError({
    code: 'history-invalid',
    message: 'The file holds no conversation.',
    expected: 'a JSON list of { "role": "user" or "assistant", "content": text }',
    found: z.prettifyError(result.error).replaceAll(/\s*\n\s*/gu, ' '),
    where: { file: path },
  });
}

/**
 * A query vector that was made elsewhere, from a JSON file.
 *
 * @throws GraphwrightError `usage-invalid`.
 */
export async function readVector(path: string, workingFolder: string): Promise<Float32Array> {
  const result = vectorSchema.safeParse(await readJson(path, workingFolder));
  if (result.success) return Float32Array.from(result.data);
  throw new GraphwrightError({
    code: 'usage-invalid',
    message: 'The file holds no vector.',
    expected: 'a JSON list of numbers, at least one',
    found: z.prettifyError(result.error).split('\n', 1)[0] ?? '',
    where: { file: path },
  });
}

/**
 * What a JSON file among the arguments holds; errors name it as it was given.
 *
 * @throws GraphwrightError `usage-invalid` where it cannot be read or is not JSON.
 */
export async function readJson(path: string, workingFolder: string): Promise<unknown> {
  const wrong = (message: string, error: unknown): GraphwrightError =>
    new GraphwrightError({ code: 'usage-invalid', message, found: messageOf(error).replaceAll(resolve(workingFolder, path), path), where: { file: path }, cause: error });
  let text: string;
  try {
    text = await readFile(resolve(workingFolder, path), 'utf8');
  } catch (error) {
    throw wrong('The file cannot be read.', error);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw wrong('The file is not JSON.', error);
  }
}
