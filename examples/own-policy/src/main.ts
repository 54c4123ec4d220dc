import { fileURLToPath } from 'node:url';
import { compare } from './compare.ts';

const [, , root = fileURLToPath(new URL('../../../apps/cli/sample', import.meta.url))] = process.argv;
process.stdout.write(`${(await compare(root)).join('\n')}\n`);
