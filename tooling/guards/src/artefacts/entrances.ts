import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { sortFindings, type Finding } from '../findings.ts';
import type { Artefact } from './pack.ts';

/** Ways of resolving that a package of ES modules alone does not serve. */
const notServed = new Set(['node10', 'node16-cjs']);

/** Lints the packed manifest and the files that it points at with publint; suggestions count as well. */
export async function checkWithPublint(artefact: Artefact): Promise<Finding[]> {
  const { messages, pkg } = await publint({ pack: { tarball: artefact.tarball.buffer }, strict: true });
  return sortFindings(messages.map((message) => ({ file: `${artefact.folder}/package.json`, message: formatMessage(message, pkg, { color: false }) ?? message.code })));
}

/** Checks with "are the types wrong" that every entrance of the packed package finds its types, seen from ES modules. */
export async function checkWithAttw(artefact: Artefact): Promise<Finding[]> {
  const file = `${artefact.folder}/package.json`;
  const result = await checkPackage(createPackageFromTarballData(artefact.tarball));
  if (result.types === false) return [{ file, message: `the packed ${artefact.name} has no types.` }];
  return sortFindings(
    result.problems
      .filter((problem) => !('resolutionKind' in problem && notServed.has(problem.resolutionKind)) && !('resolutionOption' in problem && notServed.has(problem.resolutionOption)))
      .map((problem) => ({ file, message: `${problem.kind}: ${JSON.stringify(problem, (key, value: unknown) => (key === 'trace' ? undefined : value))}` })),
  );
}
