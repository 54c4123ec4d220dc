import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { z } from 'zod';
import { eachInPairs, printed, runProgram } from './commands.ts';
import { sortFindings, type Finding } from './findings.ts';
import { isCode, listFiles, readText, readWorkspace } from './tree.ts';

const configSchema = z.object({ references: z.array(z.object({ path: z.string() })).default([]) });

/** What the compiler shows of a configuration: the files that its patterns match, relative to its folder. */
const shownSchema = z.object({ files: z.array(z.string()).default([]) });

/**
 * Demands that the compiler sees everything: each package with sources is a project that the root's `tsconfig.json` lists, a project
 * references exactly the packages of the workspace that its manifest names, and every TypeScript file on disk belongs to one of the
 * projects or to `tsconfig.test.json`. A folder of tests has a configuration of its own, by which editors and the linter know its types.
 *
 * @param compiler Absolute path of the compiler's program; it is asked for the files of each project.
 */
export async function checkProjects(root: string, compiler: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const workspace = readWorkspace(root);
  const folderOf = new Map(workspace.map(({ folder, manifest }) => [manifest.name, folder]));
  const listed = referencesOf(root, '', 'tsconfig.json');

  for (const { folder, manifest } of workspace) {
    if (listFiles(root, `${folder}/test`, isCode).length > 0 && !existsSync(join(root, folder, 'test', 'tsconfig.json'))) {
      findings.push({ file: `${folder}/test/tsconfig.json`, message: 'is missing: editors and the linter find the types of tests by it (extend tooling/tsconfig/test.json).' });
    }
    if (!existsSync(join(root, folder, 'tsconfig.json'))) continue;
    const file = `${folder}/tsconfig.json`;
    if (!listed.has(folder)) findings.push({ file: 'tsconfig.json', message: `does not reference ${folder}.` });
    const named = { ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies, ...manifest.devDependencies };
    const wanted = new Set(Object.keys(named).flatMap((name) => folderOf.get(name) ?? []));
    const found = referencesOf(root, folder, 'tsconfig.json');
    for (const path of wanted) if (!found.has(path)) findings.push({ file, message: `does not reference ${path}, which its manifest names.` });
    for (const path of found) if (!wanted.has(path)) findings.push({ file, message: `references ${path}, which its manifest does not name.` });
  }

  const configs = [...[...listed].map((folder) => `${folder}/tsconfig.json`), 'tsconfig.test.json'].filter((path) => existsSync(join(root, path)));
  const checked = new Set<string>();
  await eachInPairs(configs, async (config) => {
    const ending = await runProgram({ command: [process.execPath, compiler, '-p', config, '--showConfig'], cwd: root });
    if (ending.code !== 0) findings.push({ file: config, message: `cannot be read by the compiler: ${printed(ending)}` });
    else for (const path of shownSchema.parse(JSON.parse(ending.stdout)).files) checked.add(posix.join(posix.dirname(config), path));
  });
  for (const file of listFiles(root, '', (path) => /\.[cm]?tsx?$/u.test(path))) {
    if (!checked.has(file)) findings.push({ file, message: 'is type-checked by no project: move it below src or test, or include its folder in tsconfig.test.json.' });
  }
  return sortFindings(findings);
}

/** The folders, relative to the root, that a configuration references. */
function referencesOf(root: string, folder: string, name: string): Set<string> {
  const config = configSchema.parse(JSON.parse(readText(root, folder === '' ? name : `${folder}/${name}`)));
  return new Set(config.references.map(({ path }) => posix.normalize(posix.join(folder, path))));
}
