import { window } from './window.ts';

process.stdout.write(`${(await window()).join('\n')}\n`);
