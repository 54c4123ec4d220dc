#!/usr/bin/env node
import { existsSync } from 'node:fs';

const main = new URL('../dist/main.js', import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  process.stderr.write('The command line of Graphwright is not built yet: run "npm run build" at the root of the clone, then try again.\n');
  process.exitCode = 1;
}
