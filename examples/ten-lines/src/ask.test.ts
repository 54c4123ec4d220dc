import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ask } from './ask.ts';

it('answers from the sample, and everything that it cites is in the window', async () => {
  const [text, ...cited] = await ask(fileURLToPath(new URL('../../../apps/cli/sample', import.meta.url)), 'What is a community report?');
  expect(text).toContain('A community report is a written summary of a community');
  expect(cited.length).toBeGreaterThan(0);
  expect(cited.filter((line) => !line.endsWith('in the window'))).toEqual([]);
});
