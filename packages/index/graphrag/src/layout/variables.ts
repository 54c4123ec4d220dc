import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const VARIABLE = /\$(?:\$|\{(\w+)\}|(\w+))/gu;
const ASSIGNMENT = /^\s*(?:export\s+)?(\w+)\s*=\s*(?:'([^']*)'|"([^"]*)"|(.*?))\s*$/u;

/**
 * The variables of a project: those of the environment, then those of `.env` beside the settings. As in GraphRAG, the
 * environment wins.
 */
export async function projectVariables(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<(name: string) => string | undefined> {
  const text = await readFile(join(folder, '.env'), 'utf8').catch(() => '');
  const file = new Map<string, string>();
  for (const line of text.split(/\r?\n/u)) {
    const [, name, single, double, bare] = ASSIGNMENT.exec(line) ?? [];
    if (name !== undefined) file.set(name, single ?? double ?? bare ?? '');
  }
  return (name) => environment[name] ?? file.get(name);
}

/** Replaces `$NAME` and `${NAME}`; `$$` is a dollar. An unset name stays as it is written and is named in `unset`. */
export function expandVariables(
  text: string,
  variable: (name: string) => string | undefined,
): { readonly text: string; readonly unset: readonly string[] } {
  const unset: string[] = [];
  const expanded = text.replaceAll(VARIABLE, (whole: string, braced: string | undefined, bare: string | undefined) => {
    const name = braced ?? bare;
    if (name === undefined) return '$';
    const value = variable(name);
    if (value === undefined) unset.push(name);
    return value ?? whole;
  });
  return { text: expanded, unset };
}
