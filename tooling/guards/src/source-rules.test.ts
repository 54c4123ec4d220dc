import { expect, it } from 'vitest';
import { madeUpTree } from './made-up-tree.ts';
import { checkSourceRules } from './source-rules.ts';

const findingsOf = async (text: string, path = 'packages/a/src/a.ts') => checkSourceRules(await madeUpTree({ [path]: text })).map(({ message }) => message);

it.each([
  ['chance', 'export const a = () => Math.random();', /another result/u],
  ['a clock', 'export const a = () => Date.now();', /another result/u],
  ['another clock', 'export const a = () => performance.now();', /another result/u],
  ['the present', 'export const a = () => new Date();', /another result/u],
  ['imported chance', "import { randomUUID } from 'node:crypto';", /another result/u],
  ['a swallowed failure', 'try { a(); } catch {}', /swallows/u],
  ['a constant from nowhere', '\nconst LIMIT = 5;', /LIMIT comes from nowhere/u],
])('finds %s', async (_what, text, message) => {
  expect(await findingsOf(text)).toEqual([expect.stringMatching(message)]);
});

it('passes the clock of the engine, failures with a reason, constants with a source, and tests', async () => {
  expect(await findingsOf('export const now = () => performance.now();', 'packages/engine/src/clock.ts')).toEqual([]);
  expect(await findingsOf('Math.random();', 'packages/a/src/a.test.ts')).toEqual([]);
  expect(await findingsOf('/** As the paper has them. */\nconst A = 1;\nconst B = 2;\ntry { a(); } catch {\n  // Not there: nothing to do.\n}\nnew Date(0);')).toEqual([]);
});
