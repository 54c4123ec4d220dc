import { sortFindings, type Finding } from './findings.ts';
import { isCode, listFiles, readText } from './tree.ts';

/** Lines that a source file may have without saying why. */
export const lineLimit = 300;

const reason = /^\s*(?:\/\/|\/?\*+) *Long because: \S/mu;

/**
 * Demands that no source file, tests included, is longer than 300 lines unless one of its first ten lines states a reason, as in
 * `// Long because: one table of constants, which nobody reads from top to bottom.`
 */
export function checkFileLength(root: string): Finding[] {
  const findings: Finding[] = [];
  for (const file of listFiles(root, '', isCode)) {
    const lines = readText(root, file).trimEnd().split('\n');
    if (lines.length <= lineLimit || reason.test(lines.slice(0, 10).join('\n'))) continue;
    findings.push({ file, message: `has ${lines.length} lines, ${lineLimit} are the limit: split it by role, or state "// Long because: …" at its top.` });
  }
  return sortFindings(findings);
}
