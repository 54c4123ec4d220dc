import { join } from 'node:path';
import { checkArrows } from './arrows/arrows.ts';
import { checkContents } from './artefacts/contents.ts';
import { checkWithAttw, checkWithPublint } from './artefacts/entrances.ts';
import { packAll, type Artefact } from './artefacts/pack.ts';
import { checkCollectedTests } from './collected-tests.ts';
import { eachInPairs } from './commands.ts';
import { checkDocComments } from './doc-comments.ts';
import { checkDocumentation } from './documentation/check.ts';
import { checkFileLength } from './file-length.ts';
import type { Finding, Guard } from './findings.ts';
import { fromFindings, type Outcome } from './outcomes.ts';
import { checkProjects } from './projects.ts';
import { checkPromises } from './promises.ts';
import { checkSourceRules } from './source-rules.ts';
import { runTests } from './tests.ts';
import { checkLint, checkTypes, checkUnused, type ToolCheck } from './tools.ts';
import { checkWords } from './words.ts';

/** A step of `npm test`. */
export interface Check {
  /** What it is called on the command line. */
  readonly name: string;
  /** What it makes sure of. */
  readonly title: string;
  /** Whether it prints to the terminal while it runs. */
  readonly streams?: boolean;
  readonly run: () => Promise<Outcome>;
}

/**
 * Every check of the repository, those that fail soonest first.
 *
 * @param root Absolute path of the repository, set up and built as far as it compiles.
 */
export function allChecks(root: string): Check[] {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const runner = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const guard = (name: string, title: string, check: Guard): Check => ({ name, title, run: async () => fromFindings(await check(root)) });
  const tool = (name: string, title: string, check: ToolCheck): Check => ({ name, title, run: () => check(root, root) });

  let packed: Promise<Artefact[]> | undefined;
  const artefacts = () => (packed ??= packAll(root));
  const perArtefact = async (check: (artefact: Artefact) => Promise<Finding[]>) => (await eachInPairs(await artefacts(), check)).flat();

  return [
    guard('length', 'no file too long', checkFileLength),
    guard('words', 'no paths of a machine, no test switched off', checkWords),
    guard('promises', 'every promise names a test that holds it', checkPromises),
    guard('sources', 'no clock, no chance, no swallowed failure, no constant from nowhere', checkSourceRules),
    guard('arrows', 'import arrows', checkArrows),
    guard('exports', 'a doc comment on every export', checkDocComments),
    tool('types', 'types', checkTypes),
    guard('projects', 'every file is type-checked', () => checkProjects(root, compiler)),
    tool('lint', 'oxlint with types', checkLint),
    tool('unused', 'nothing unused (knip)', checkUnused),
    guard('collected', 'every test file is collected', () => checkCollectedTests(root, runner)),
    { name: 'tests', title: 'tests', streams: true, run: () => runTests(root, runner) },
    guard('packing', 'every package packs what it should', async () => (await artefacts()).flatMap((artefact) => checkContents(root, artefact))),
    guard('publint', 'packed manifests (publint)', () => perArtefact(checkWithPublint)),
    guard('attw', 'packed types (attw, ESM only)', () => perArtefact(checkWithAttw)),
    guard('docs', 'documentation compiles, runs and tells the truth', () => checkDocumentation(root, compiler)),
  ];
}
