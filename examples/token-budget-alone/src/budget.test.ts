import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { budget } from './budget.ts';

it('prints what its README shows', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const lines = budget();
  expect(readme).toContain(`\`\`\`text\n${lines.join('\n')}\n\`\`\``);
});
