import { Visitor } from 'oxc-parser';
import { lineAt, sortFindings, type Finding } from './findings.ts';
import { parseModule } from './parse.ts';
import { isCode, isTestCode, listFiles, readText } from './tree.ts';

/** The one module that reads a clock. */
const clock = 'packages/engine/src/clock.ts';

const irreproducible = /\bMath\.random\b|\bDate\.now\b|\bperformance\.now\b|\bnew Date\(\)|\brandom(?:UUID|Bytes|Int|FillSync|Fill)\b|\bgetRandomValues\b/u;

/**
 * Demands of the sources of packages that no result depends on clock or chance outside `packages/engine/src/clock.ts`, that no failure
 * is swallowed by an empty `catch` without a comment that says why, and that every number with a name in capitals at the top of a module has a comment
 * that says where it comes from: before it, at the end of its line, or before the group of lines that it stands in.
 */
export function checkSourceRules(root: string): Finding[] {
  const files = listFiles(root, 'packages', (path) => isCode(path) && path.includes('/src/') && !isTestCode(path) && !path.includes('.test.'));
  return sortFindings(files.flatMap((file) => findingsIn(file, readText(root, file))));
}

function findingsIn(file: string, text: string): Finding[] {
  const findings: Finding[] = [];
  const { program, comments } = parseModule(file, text);
  const tell = (offset: number, message: string): void => void findings.push({ file, line: lineAt(text, offset), message });
  const commented = (start: number, end: number): boolean => comments.some((comment) => comment.start >= start && comment.end <= end);
  new Visitor({
    CatchClause({ body }) {
      if (body.body.length === 0 && !commented(body.start, body.end)) tell(body.start, 'swallows a failure: say in a comment why nothing is lost.');
    },
    MemberExpression: ({ start, end }) => chance(start, end),
    NewExpression: ({ start, end }) => chance(start, end),
    ImportSpecifier: ({ start, end }) => chance(start, end),
  }).visit(program);
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const name = /^(?:export )?const ([A-Z][A-Z0-9_]*)(?:: number)? = -?[\d.]/u.exec(line)?.[1];
    if (name === undefined || line.includes('//') || line.includes('/**')) continue;
    let above = index - 1;
    while (/^(?:export )?const [A-Z][A-Z0-9_]*(?:: number)? = /u.test(lines[above] ?? '')) above -= 1;
    if (!/\*\/\s*$|^\s*\/\//u.test(lines[above] ?? '')) findings.push({ file, line: index + 1, message: `${name} comes from nowhere: say in a comment what it rests on.` });
  }
  return findings;

  function chance(start: number, end: number): void {
    const said = text.slice(start, end);
    if (file !== clock && said.length < 60 && irreproducible.test(said)) tell(start, `${said} gives another result each time: take the run's generator or the engine's clock.`);
  }
}
