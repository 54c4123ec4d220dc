import { fileURLToPath } from 'node:url';
import { ask } from './ask.ts';

const [, , question = 'What is a community report?', root = fileURLToPath(new URL('../../../apps/cli/sample', import.meta.url))] = process.argv;
process.stdout.write(`${(await ask(root, question)).join('\n')}\n`);
