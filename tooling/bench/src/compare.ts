import { sharedFolder } from '@graphwright-internal/testing';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { linesOf, tableOf, type Compared } from './compare/figures.ts';
import { graphrag } from './compare/graphrag.ts';
import { madeIndex } from './compare/indexes.ts';
import { ours, type Effort } from './compare/ours.ts';
import { withQuestions } from './compare/questions.ts';

// `npm run bench`: a local context as GraphRAG builds it, by Graphwright and, where a Python with GraphRAG is named, by GraphRAG,
// measured in one run; see the README beside.

const { values } = parseArgs({
  options: {
    index: { type: 'string', multiple: true, default: [] },
    entities: { type: 'string', multiple: true, default: ['1000', '10000'] },
    python: { type: 'string', ...(process.env['GRAPHRAG_PYTHON'] === undefined ? {} : { default: process.env['GRAPHRAG_PYTHON'] }) },
    questions: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '40' },
    colds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
  },
  // What a package manager puts between its own arguments and ours.
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
});

const effort: Effort = { rounds: Number(values.rounds), colds: Number(values.colds) };
const folders =
  values.index.length > 0
    ? values.index.map((folder) => resolve(folder))
    : values.entities.map((entities) => madeIndex(Number(entities), values.python ?? 'python3', script('make_index.py')));
const all: Compared[] = [];
const scratch = mkdtempSync(join(tmpdir(), 'graphwright-bench-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
for (const made of folders) {
  const folder = withQuestions(made, scratch, Number(values.questions));
  const index = basename(folder);
  say(`${index}: Graphwright`);
  const graphwright = await ours(folder, 'local-compatible', effort);
  if (values.python === undefined) {
    all.push({ index, graphwright });
    continue;
  }
  say(`${index}: GraphRAG (some minutes)`);
  all.push({ index, graphwright, graphrag: graphrag(folder, values.python, script('graphrag_baseline.py'), effort) });
}
const lines = linesOf(all);
process.stdout.write(values.json ? `${JSON.stringify({ measured: all, lines }, undefined, 1)}\n` : tableOf(lines));
for (const { index, graphwright, graphrag: other } of all) {
  if (other === undefined) continue;
  const same = graphwright.contextsSha256 === other.contextsSha256;
  say(`${index}: ${same ? `both sides built the same ${other.contexts} contexts, byte for byte` : 'THE CONTEXTS DIFFER: the figures cannot be compared'}`);
  if (!same) process.exitCode = 1;
}

/** Where the scripts of the shared test data lie. */
function script(name: string): string {
  const folder = sharedFolder();
  const path = folder === undefined ? undefined : join(folder, 'bench', name);
  if (path !== undefined && existsSync(path)) return path;
  throw new Error(`${name} is not there: it lies in the folder "shared/bench" beside the repository. Name indexes that you have with --index DIR, and no --python.`);
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
