import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineAt, sortFindings, type Finding } from './findings.ts';
import { isTestCode, listFiles } from './tree.ts';

interface Rule {
  readonly pattern: RegExp;
  readonly message: (match: string) => string;
  readonly applies: (path: string) => boolean;
}

const everywhere = () => true;

// Parts are joined so that this file does not hold what it forbids.
const rules: readonly Rule[] = [
  {
    pattern: new RegExp(`(?<![\\w.~-])/(?:${['work', 'home', 'Users', 'root', 'mnt'].join('|')})/[\\w.-]+`, 'gu'),
    message: (match) => `holds ${match}, a path of somebody's machine: name it relative to the repository.`,
    applies: everywhere,
  },
  {
    pattern: new RegExp(`\\b(?:${['registry\\.npmjs\\.org', 'registry\\.npmmirror\\.com', 'npm\\.pkg\\.github\\.com', 'registry\\.yarnpkg\\.com'].join('|')})\\b|\\btarball: https?://\\S+`, 'gu'),
    message: (match) => `names a package registry (${match}): which one is used is up to whoever installs.`,
    applies: everywhere,
  },
  {
    pattern: new RegExp(`\\b(?:it|test|describe|suite|bench)(?:\\.\\w+)*\\.(?:${['only', 'skip', 'todo'].join('|')})\\b(?!\\s*:)`, 'gu'),
    message: (match) => `${match}: a test runs or is taken out; one that needs something absent uses skipIf and says so.`,
    applies: isTestCode,
  },
];

/**
 * Demands that no file which git tracks, or would track, holds an absolute path of a machine or the host of a package registry, and
 * that no test is switched off. Files with a zero byte count as binary and are not read as text.
 */
export function checkWords(root: string): Finding[] {
  const findings: Finding[] = [];
  for (const file of trackedFiles(root)) {
    const path = join(root, file);
    if (!existsSync(path)) continue;
    const text = readFileSync(path).toString('utf8');
    if (text.includes('\0')) continue;
    for (const { pattern, message, applies } of rules) {
      if (!applies(file)) continue;
      for (const match of text.matchAll(pattern)) findings.push({ file, line: lineAt(text, match.index), message: message(match[0]) });
    }
  }
  return sortFindings(findings);
}

/** What git tracks or would track; every file outside build folders where the tree is no repository of its own. */
function trackedFiles(root: string): string[] {
  if (!existsSync(join(root, '.git'))) return listFiles(root, '', everywhere);
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  return listed.split('\0').filter((path) => path !== '');
}
