import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compare } from './compare.ts';

const sample = fileURLToPath(new URL('../../../apps/cli/sample', import.meta.url));

it('prints what its README shows', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const lines = await compare(sample);
  expect(readme).toContain(`\`\`\`text\n${lines.join('\n')}\n\`\`\``);
});
