import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sortFindings, type Finding } from '../findings.ts';
import type { Artefact } from './pack.ts';

/** Files that every package brings along. */
const wanted = ['LICENSE', 'README.md', 'package.json'];

/**
 * Demands that a packed package holds its built code, a README and the licence; no test, no source, no note of the compiler; and
 * nothing in `dist` that is left over from a source that exists no longer. The code of a package below `packages` is one file,
 * `dist/bundle.js`: the compiler's files beside it would be a second copy of every class and symbol.
 */
export function checkContents(root: string, artefact: Artefact): Finding[] {
  const findings: Finding[] = [];
  const at = (path: string) => `${artefact.folder}/${path}`;
  for (const name of wanted) if (!artefact.files.includes(name)) findings.push({ file: at(name), message: `is missing in the packed ${artefact.name}.` });
  const bundle = artefact.folder.startsWith('packages/') ? 'dist/bundle.js' : undefined;
  const entrance = bundle ?? 'dist/index.js';
  if (!artefact.files.includes(entrance)) findings.push({ file: at(entrance), message: `is missing in the packed ${artefact.name}.` });
  for (const path of artefact.files) {
    if (/^(?:src|test)\/|(?:^|\/)\.|\.(?:test|test-d|bench)\.|tsconfig|\.tsbuildinfo$/u.test(path)) {
      findings.push({ file: at(path), message: `must not be packed into ${artefact.name}: leave it out by "files" in the manifest.` });
    }
    if (path === bundle) continue;
    if (bundle !== undefined && path.endsWith('.js')) {
      findings.push({ file: at(path), message: `must not be packed into ${artefact.name}: its code is ${bundle}.` });
    }
    const source = /^dist\/(.*?)(?:\.d\.ts|\.js)$/u.exec(path)?.[1];
    if (source !== undefined && !existsSync(join(root, artefact.folder, 'src', `${source}.ts`)) && !existsSync(join(root, artefact.folder, 'src', `${source}.tsx`))) {
      findings.push({ file: at(path), message: 'was built from a source that is gone: delete the dist folder and build again.' });
    }
  }
  return sortFindings(findings);
}
