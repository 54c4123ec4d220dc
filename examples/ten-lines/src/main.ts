import { fileURLToPath } from 'node:url';
import { ask } from './ask.ts';

const sample = fileURLToPath(new URL('../../../apps/cli/sample', import.meta.url));
const [, , question = 'What is a community report?', root = sample] = process.argv;
process.stdout.write(`${(await ask(root, question)).join('\n')}\n`);
