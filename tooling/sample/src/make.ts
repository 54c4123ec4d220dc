import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeSample } from './sample.ts';

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, '..', '..', '..', 'apps', 'cli', 'sample');

const files = makeSample(join(here, '..', 'data'));
rmSync(target, { recursive: true, force: true });
let bytes = 0;
for (const [path, content] of files) {
  const file = join(target, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  bytes += content.byteLength;
}
process.stdout.write(`Sample index written to ${target}: ${Math.round(bytes / 1000)} kB.\n`);
