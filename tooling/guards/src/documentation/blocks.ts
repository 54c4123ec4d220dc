import type { Finding } from '../findings.ts';

/** A fenced block of a Markdown file that is checked. */
export interface CodeBlock {
  readonly file: string;
  /** Line, from 1, of the opening fence: the code starts on the next one. */
  readonly line: number;
  readonly language: 'ts' | 'sh';
  readonly code: string;
  /** Whether it is run: not when it is marked `no-run` (it still has to compile when it is TypeScript) or installs something. */
  readonly runs: boolean;
  /** What the text says it prints: the `text` or `json` block that follows it. */
  readonly output?: { readonly line: number; readonly text: string };
}

interface Fence {
  readonly line: number;
  readonly end: number;
  readonly info: string;
  readonly text: string;
}

/** Names of languages that would slip past the check, and the name that does not. */
const otherNames: Readonly<Record<string, string>> = { typescript: 'ts', js: 'ts', javascript: 'ts', mjs: 'ts', bash: 'sh', shell: 'sh', console: 'sh', zsh: 'sh' };

/** Commands that a reader needs and this check must not run: they install, fetch a repository, or start this check again. */
const neverRun = /\b(?:npm|pnpm|yarn|bun)\s+(?:i|install|add|ci|test)\b|\bgit\s+clone\b|\.ci\/run\b/u;

/**
 * Reads the code blocks of a Markdown file.
 *
 * @param file Path that findings name.
 * @param markdown Its text.
 * @returns The blocks in order, and what is wrong with the fences themselves.
 */
export function readBlocks(file: string, markdown: string): { blocks: CodeBlock[]; findings: Finding[] } {
  const lines = markdown.split(/\r?\n/u);
  const fences = readFences(lines);
  const blocks: CodeBlock[] = [];
  const findings: Finding[] = [];
  for (const [index, fence] of fences.entries()) {
    const at = { file, line: fence.line };
    const [language = '', ...words] = fence.info.split(/\s+/u);
    const better = otherNames[language];
    if (better !== undefined) findings.push({ ...at, message: `a block of ${language} is checked by nothing: write it as ${better}.` });
    if (language !== 'ts' && language !== 'sh') continue;
    const rest = words.join(' ');
    const runs = rest === '' && !(language === 'sh' && neverRun.test(fence.text));
    if (rest !== '' && !/^no-run: \S/u.test(rest)) {
      findings.push({ ...at, message: `"${fence.info}" is not understood: write "${language}", or "${language} no-run: <reason>".` });
      continue;
    }
    const next = fences[index + 1];
    const follows = next !== undefined && /^(?:text|json)$/u.test(next.info) && lines.slice(fence.end, next.line - 1).every((line) => line.trim() === '');
    const output = runs && follows ? { line: next.line, text: next.text } : undefined;
    blocks.push({ ...at, language, code: fence.text, runs, ...(output === undefined ? {} : { output }) });
  }
  return { blocks, findings };
}

function readFences(lines: readonly string[]): Fence[] {
  const fences: Fence[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const opening = /^(\s*)(`{3,}|~{3,})\s*([^`]*)$/u.exec(lines[index] ?? '');
    if (opening === null) continue;
    const [, indent = '', marks = '', info = ''] = opening;
    const start = index;
    const text: string[] = [];
    for (index += 1; index < lines.length; index += 1) {
      const line = lines[index] ?? '';
      const closing = line.trim();
      if (closing.length >= marks.length && closing === marks.charAt(0).repeat(closing.length)) break;
      text.push(line.startsWith(indent) ? line.slice(indent.length) : line.trimStart());
    }
    fences.push({ line: start + 1, end: index + 1, info: info.trim(), text: text.join('\n') });
  }
  return fences;
}
