import { budget } from './budget.ts';

process.stdout.write(`${budget().join('\n')}\n`);
