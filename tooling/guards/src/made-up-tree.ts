import { writeFolder } from '@graphwright-internal/testing';
import { onTestFinished } from 'vitest';

/**
 * Writes a small tree for one test and deletes it when that test is over.
 *
 * @param files Text by path relative to the tree; an object becomes JSON.
 * @returns Absolute path of the tree.
 */
export async function madeUpTree(files: Readonly<Record<string, string | object>>): Promise<string> {
  const texts: Record<string, string> = {};
  for (const [path, content] of Object.entries(files)) texts[path] = typeof content === 'string' ? content : JSON.stringify(content);
  const folder = await writeFolder(texts);
  onTestFinished(() => folder.remove());
  return folder.path;
}
