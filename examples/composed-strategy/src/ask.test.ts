import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runCli } from '@graphwright/cli';
import { expect, it } from 'vitest';
import { ask } from './ask.ts';

const sample = fileURLToPath(new URL('../../../apps/cli/sample', import.meta.url));

it('prints what its README shows', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const lines = await ask(sample, 'What is a community report?');
  expect(readme).toContain(`\`\`\`text\n${lines.join('\n')}\n\`\`\``);
});

it('is named by id and range on the command line, and says which other strategy it takes', async () => {
  const written: string[] = [];
  const output = { isTerminal: false, columns: undefined, write: (text: string) => void written.push(text) };
  const plugin = fileURLToPath(new URL('index.ts', import.meta.url));
  const command = ['query', 'What is a community report?', '--root', sample, '--model', 'extractive', '--embedder', 'hashed-ngrams'];
  const code = await runCli([...command, '--plugin', plugin, '--method', 'brief@^1', '--json'], {
    stdout: output,
    stderr: output,
    env: {},
    workingFolder: sample,
    signal: new AbortController().signal,
  });
  expect([code, written.join('')]).toEqual([0, expect.stringMatching(/"id": ?"brief"[^]*"id": ?"local"/u)]);
});
