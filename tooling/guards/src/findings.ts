/** One thing that a guard found wrong, in words that say what to do about it. */
export interface Finding {
  /** Path of the file relative to the root looked at, with forward slashes. */
  readonly file: string;
  /** Line in that file, from 1, where the place is known. */
  readonly line?: number;
  /** A sentence: what is wrong, and what would be right. */
  readonly message: string;
}

/** A check over a tree that only reads it: the same tree gives the same findings in the same order. */
export type Guard = (root: string) => Promise<Finding[]> | Finding[];

/**
 * Puts findings into a stable order: by file, line, message.
 *
 * @returns A new array without repetitions.
 */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const keyed = new Map(findings.map((finding) => [`${finding.file}\0${String(finding.line ?? 0).padStart(7, '0')}\0${finding.message}`, finding]));
  return [...keyed].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, finding]) => finding);
}

/** Prints one finding as `file:line message`, the form that terminals and editors turn into a link. */
export function formatFinding(finding: Finding): string {
  return `${finding.file}${finding.line === undefined ? '' : `:${finding.line}`}  ${finding.message}`;
}

/** The line, from 1, in which the character at `offset` stands. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let i = text.indexOf('\n'); i !== -1 && i < offset; i = text.indexOf('\n', i + 1)) line += 1;
  return line;
}
