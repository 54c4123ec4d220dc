import { fileURLToPath } from 'node:url';
import { ask } from './ask.ts';

const sample = fileURLToPath(new URL('../../../apps/cli/sample', import.meta.url));
const [, , question = 'What is a community report?', root = sample] = process.argv;
console.log((await ask(root, question)).join('\n'));
