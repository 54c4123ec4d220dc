import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allChecks } from './checks.ts';
import { runChecks } from './report.ts';

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const checks = allChecks(root);
const names = process.argv.slice(2);
const unknown = names.filter((name) => !checks.some((check) => check.name === name));

if (unknown.length > 0) {
  process.stderr.write(`There is no check called ${unknown.join(', ')}. There are: ${checks.map(({ name }) => name).join(', ')}.\n`);
  process.exitCode = 1;
} else {
  const chosen = names.length === 0 ? checks : checks.filter(({ name }) => names.includes(name));
  process.exitCode = (await runChecks(chosen, process.stdout)) ? 0 : 1;
}
