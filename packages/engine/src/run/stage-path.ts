import { compareStrings } from '@graphwright/contract';

/** The path of a stage below another one; the path of the top is ''. */
export function stagePath(above: string, name: string): string {
  return above === '' ? name : `${above}/${name}`;
}

/**
 * The order of stages in an Answer: part by part (parts end at `/` and `.`), numbers by value, a stage before those below it.
 * `search/2` comes before `search/10`, and neither before `primer`.
 */
export function compareStages(a: string, b: string): number {
  if (a === b) return 0;
  const left = parts(a);
  const right = parts(b);
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (part === other) continue;
    const numbers = /^\d+$/u.test(part) && /^\d+$/u.test(other);
    return (numbers ? Number(part) - Number(other) : 0) || compareStrings(part, other);
  }
  return left.length < right.length ? -1 : compareStrings(a, b);
}

function parts(path: string): string[] {
  return path === '' ? [] : path.split(/[/.]/u);
}
